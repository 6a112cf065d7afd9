import Foundation
import Testing

@testable import IAPStoreKitFile

@Suite("Reading JSON with positions")
struct JSONNodeTests {
    @Test("The values are those that Foundation reads", arguments: Fixture.readable)
    func sameAsFoundation(name: String) throws {
        let data = try Data(contentsOf: Fixture.url(name))
        try expectSame(JSONNode(data), JSONSerialization.jsonObject(with: data), "$")
    }

    @Test(
        "Texts at the edge of the grammar are read as Foundation reads them",
        arguments: [
            "null", "true", "false", "0", "-0", "-1.5e+3", "1E2", "0.000001", "12345678901234567890", "[]", "{}",
            "[[],{}]",
            #""""#, #""a\"\\\/\b\f\n\r\tz""#, #""\u00e9\u4e2d""#, #""\ud83d\ude00""#, #""\u0000""#, "\"\u{7F}é中😀\"",
            " \t\r\n[ 1 , 2 ] \r\n", #"{"a":{"b":[1,{"c":null}]},"":"empty key"}"#,
        ]
    )
    func edges(json: String) throws {
        let data = Data(json.utf8)
        try expectSame(JSONNode(data), JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed), "$")
    }

    @Test(
        "Text that is not JSON is rejected, here and by Foundation",
        arguments: [
            "", " ", "{", "[", "[1", "[,1]", "{,}", "{a:1}", "{'a':1}", "{\"a\"}", "{\"a\" 1}",
            "{\"a\":}", "{1:2}", "[1 2]", "[1]x", "{}{}", "01", "1.", ".5", "+1", "1e", "1e+", "-", "--1", "0x10",
            "tru",
            "nul", "True", "NaN", "Infinity", "// no\n{}", "{} // no", "/* no */ {}", "\"", "\"abc", "\"a\nb\"",
            "\"\u{1}\"",
            #""\x""#, #""\u12""#, #""\u12G4""#, #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#, "'a'", "]", "}", "[}",
            "{]",
        ]
    )
    func refusals(json: String) {
        let data = Data(json.utf8)
        #expect(throws: JSONNode.Failure.self) { try JSONNode(data) }
        #expect(throws: (any Error).self) { try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) }
    }

    @Test(
        "A trailing comma is rejected, which Foundation accepts on some platforms",
        arguments: ["[1,]", "{\"a\":1,}", "[1 ,\n]"]
    )
    func trailingCommas(json: String) {
        #expect(throws: JSONNode.Failure.self) { try JSONNode(Data(json.utf8)) }
    }

    @Test(
        "A failure names line and column, in bytes, for each way to end a line",
        arguments: [
            ("{\n  \"a\": tru\n}", 2, 8), ("{\r\n\"a\": 1,\r\n}", 3, 1), ("[\r\r  x]", 3, 3), ("{\"é\": x}", 1, 8),
            ("[1,\n2", 2, 2), ("\u{FEFF}[x]", 1, 2), ("[\"\n\"]", 1, 3), ("[\n\"abc]", 2, 2),
        ]
    )
    func positions(json: String, line: Int, column: Int) throws {
        let failure = try #require(throws: JSONNode.Failure.self) { try JSONNode(Data(json.utf8)) }
        #expect(failure.position == JSONNode.Position(line: line, column: column))
    }

    @Test(
        "A byte that is not UTF-8 has its place too",
        arguments: [("{\n\"a", 2, 3), ("[\r\"é", 2, 4), ("[\r\n \"", 2, 3), ("\u{FEFF}[", 1, 2), ("\r\r", 3, 1)]
    )
    func positionsOfBytes(start: String, line: Int, column: Int) throws {
        let data = Data(start.utf8) + [0xFF]
        let failure = try #require(throws: JSONNode.Failure.self) { try JSONNode(data) }
        #expect(failure.position == JSONNode.Position(line: line, column: column))
    }

    @Test(
        "A number too large for Apple's readers is rejected with its position, and one close to zero is read",
        arguments: ["1E+400", "-1e309", "1" + String(repeating: "0", count: 400)]
    )
    func largeNumbers(digits: String) throws {
        let failure = try #require(throws: JSONNode.Failure.self) { try JSONNode(Data("[ \(digits)]".utf8)) }
        #expect(failure.position == JSONNode.Position(line: 1, column: 3))
        _ = try JSONNode(Data("[1.7976931348623157e308, 1e-400, 0e999, 123456789012345678901234567890]".utf8))
    }

    @Test(
        "A failure names the usual mistake",
        arguments: [
            ("{ \"a\": 1, }", "comma too many"), ("[1 // one\n]", "no comments"), ("{ 'a': 1 }", "double quotes"),
            ("{ \"a\": 1 \"b\": 2 }", "comma missing"), ("[1", "ends here"),
        ]
    )
    func hints(json: String, hint: String) throws {
        let failure = try #require(throws: JSONNode.Failure.self) { try JSONNode(Data(json.utf8)) }
        #expect(failure.problem.contains(hint))
    }

    @Test("Values and keys know their place, and repeated keys are kept")
    func nodes() throws {
        let node = try JSONNode(Data("{ \"a\": 1,\n  \"a\": [2.50] }".utf8))
        guard case .object(let members) = node.value, case .array(let elements) = members[1].node.value else {
            Issue.record("an object with an array")
            return
        }
        #expect(members.map(\.key) == ["a", "a"] && members[1].position == JSONNode.Position(line: 2, column: 3))
        #expect(elements[0].position == JSONNode.Position(line: 2, column: 9))
        guard case .number("2.50") = elements[0].value else {
            Issue.record("digits as written")
            return
        }
    }

    @Test("Nesting is read up to the limit, and rejected beyond it")
    func nesting() throws {
        func nested(_ depth: Int) -> Data {
            Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        _ = try JSONNode(nested(JSONNode.depthLimit))
        #expect(throws: JSONNode.Failure.self) { try JSONNode(nested(JSONNode.depthLimit + 1)) }
        #expect(throws: JSONNode.Failure.self) { try JSONNode(nested(1_000_000)) }
    }

    /// Fails the test where the two differ.
    private func expectSame(_ node: JSONNode, _ other: Any, _ path: String) throws {
        switch node.value {
        case .null: #expect(other is NSNull, "\(path)")
        case .bool(let value): #expect(other as? Bool == value, "\(path)")
        case .number(let text):
            // Foundation rounds the last digit of long fractions in its own way.
            let value = try #require(Double(text))
            let otherValue = try #require((other as? NSNumber)?.doubleValue)
            #expect(abs(otherValue - value) <= abs(value) * 1e-15 * 4, "\(path)")
        case .string(let text): #expect(other as? String == text, "\(path)")
        case .array(let nodes):
            let others = try #require(other as? [Any])
            #expect(nodes.count == others.count, "\(path)")
            for (node, other) in zip(nodes, others) { try expectSame(node, other, path + "[]") }
        case .object(let members):
            let others = try #require(other as? [String: Any])
            #expect(members.count == others.count, "\(path)")
            for member in members {
                try expectSame(member.node, #require(others[member.key]), "\(path).\(member.key)")
            }
        }
    }
}
