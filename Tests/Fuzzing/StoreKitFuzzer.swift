import Foundation
import IAPCore

@testable import IAPStoreKitFile
@testable import IAPSandbox

/// Reads any bytes as a StoreKit configuration file.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let data = Data(bytes: start, count: count)
    checkJSON(data)
    let lines = lineLengths(of: data)
    do {
        let file = try StoreKitFile(data: data, name: "fuzzed")
        for diagnostic in file.diagnostics { checkPlace(diagnostic.line, diagnostic.column, lines, "\(diagnostic)") }
        let again = succeed("a file that was read is read again") { try StoreKitFile(data: data, name: "fuzzed") }
        require(again.configuration == file.configuration, "a file read twice sells the same")
        require(again.diagnostics == file.diagnostics, "a file read twice has the same diagnostics")
        checkSales(file.configuration)
    } catch let error as IAPError {
        require(error.code == .catalogUnreadable, "a file that cannot be read is unreadable, not \(error)")
        checkPlace(error.place?.line, error.place?.column, lines, "\(error)")
    } catch {
        fail("errors are the SDK's, not \(error)")
    }
    return 0
}

/// A value that was read and written is read as itself.
private func checkJSON(_ data: Data) {
    guard let node = try? JSONNode(data) else { return }
    var text = ""
    node.write(to: &text)
    let copy = succeed("JSON that was read is read again once written") { try JSONNode(Data(text.utf8)) }
    var copyOfText = ""
    copy.write(to: &copyOfText)
    require(copyOfText.utf8.elementsEqual(text.utf8), "JSON that was read and written is read as itself")
}

/// A store sells what its configuration lists, and nothing else.
private func checkSales(_ configuration: StoreConfiguration) {
    let appStore = succeed("a store opens on any configuration") { try SandboxAppStore(configuration: configuration) }
    let listed = configuration.products.map(\.productIdentifier)
    require(Set(listed).count == listed.count, "no identifier is sold twice")
    do {
        let response = try appStore.peek { try $0.store.products(for: Set(listed + ["sold.nowhere"])) }
        require(response.products.map(\.productIdentifier) == listed, "what is listed is sold")
        require(response.invalidProductIdentifiers == ["sold.nowhere"], "what is not listed is not sold")
    } catch let error as IAPError {
        let settings = configuration.settings
        require(
            error.code == .invalidStorefront
                || settings.failingAPIs.contains(.loadProducts),
            "products are sold but for a storefront or a simulated error, not \(error)"
        )
    } catch {
        fail("errors are the SDK's, not \(error)")
    }
}

// MARK: Places

private func checkPlace(_ line: Int?, _ column: Int?, _ lines: [Int], _ message: String) {
    guard let line, let column else {
        return require(line == nil && column == nil, "a place has a line and a column: \(message)")
    }
    // A place may be the end of the text, and the end of a line.
    require(lines.indices.contains(line - 1), "a place is in the file: \(message)")
    require((1...lines[line - 1] + 1).contains(column), "a place is in its line: \(message)")
}

private func lineLengths(of data: Data) -> [Int] {
    var lengths = [0]
    var previous: UInt8 = 0
    for byte in data {
        switch byte {
        case UInt8(ascii: "\n") where previous == UInt8(ascii: "\r"): break
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): lengths.append(0)
        default: lengths[lengths.count - 1] += 1
        }
        previous = byte
    }
    return lengths
}

// MARK: Writing

extension JSONNode {
    /// The shortest form, with every character that may be escaped in an escape where it has one.
    fileprivate func write(to text: inout String) {
        switch value {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let digits): text += digits
        case .string(let string): Self.write(string, to: &text)
        case .array(let nodes):
            text += "["
            for (place, node) in nodes.enumerated() {
                if place > 0 { text += "," }
                node.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (place, member) in members.enumerated() {
                if place > 0 { text += "," }
                Self.write(member.key, to: &text)
                text += ":"
                member.node.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"", "\\", "/": text += "\\\(scalar)"
            case "\u{8}": text += "\\b"
            case "\u{C}": text += "\\f"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..<"\u{20}", "\u{7F}"...:
                for unit in Character(scalar).utf16 {
                    text += "\\u" + String(0x10000 + UInt32(unit), radix: 16).dropFirst()
                }
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
