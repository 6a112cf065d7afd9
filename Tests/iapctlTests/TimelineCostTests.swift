import Testing

@testable import iapctl

@Suite("The cost of a timeline")
struct TimelineCostTests {
    /// A script of a size, and a size at which the script costs much more than the rest.
    struct Growth: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let size: Int
        let script: @Sendable (Int) -> String
    }

    static let growths = [
        Growth(testDescription: "a word of a note", size: 50_000) { "note " + String(repeating: "x", count: $0) },
        Growth(testDescription: "words of a note", size: 10_000) { "note " + String(repeating: "ab ", count: $0) },
        Growth(testDescription: "accounts", size: 40) { count in
            (0..<count).map { "account a\($0)\nbuy month\n" }.joined() + "advance P3M"
        },
        Growth(testDescription: "renewals", size: 200) { "rate every 2 seconds\nbuy month\nadvance PT\($0 * 2)S" },
        Growth(testDescription: "commands at one time", size: 200) {
            "buy month\n" + String(repeating: "cancel\nresume\n", count: $0)
        },
        Growth(testDescription: "purchases", size: 200) { String(repeating: "buy coins\n", count: $0) },
        Growth(testDescription: "purchases and refunds", size: 150) {
            "buy coins\n" + String(repeating: "buy coins\nrefund\n", count: $0)
        },
        Growth(testDescription: "refunds after purchases", size: 150) {
            String(repeating: "buy coins\n", count: $0) + String(repeating: "refund\n", count: $0)
        },
        Growth(testDescription: "purchases that are asked for", size: 100) {
            "ask to buy on\n" + String(repeating: "buy coins\napprove\n", count: $0)
        },
        Growth(testDescription: "an account's name", size: 50_000) {
            "account " + String(repeating: "n", count: $0) + "\nbuy month\nadvance P2M"
        },
        Growth(testDescription: "a product that is not there", size: 100_000) {
            "buy " + String(repeating: "é", count: $0)
        },
    ]

    @Test("Four times as much takes about four times as long, whatever grows", arguments: growths)
    func linear(growth: Growth) throws {
        func seconds(_ size: Int) throws -> Double {
            let script = growth.script(size)
            return try processorTime { _ = try TestScenario.run(script) }
        }
        // What squares grow by is 16.
        let (once, fourfold) = (try seconds(growth.size), try seconds(growth.size * 4))
        #expect(fourfold < once * 9, "\(once) s, \(fourfold) s")
    }

    @Test("A catalog four times as long takes about four times as long, and so does a hint")
    func catalog() throws {
        func seconds(_ count: Int) throws -> Double {
            let products = (0..<count).map { number in
                #"{ "productID": "com.example.p\#(number)", "type": "Consumable", "displayPrice": "0.99", "internalID": "\#(number)","#
                    + #""referenceName": "Product \#(number)", "familyShareable": false, "localizations": [] }"#
            }
            let shop = #"{ "version": { "major": 4, "minor": 0 }, "products": [\#(products.joined(separator: ","))] }"#
            let script = (0..<count).map { "buy \"product \($0)\"\n" }.joined()
            return try processorTime {
                let outcome = try TestScenario.run(script + "buy prodcut7", shop: shop)
                #expect(outcome.complained.last?.contains("There is no product “prodcut7”") == true)
            }
        }
        let (once, fourfold) = (try seconds(400), try seconds(1600))
        #expect(fourfold < once * 9, "\(once) s, \(fourfold) s")
    }

    @Test("Very long names are cut in the chart, and the lines stay as wide as the terminal")
    func longNames() throws {
        let name = String(repeating: "Plan ", count: 2000)
        let shop = TimelineShop.text.replacing("\"Month\"", with: "\"\(name)\"")
        let script = "account \"\(name)\"\nbuy com.example.month\nadvance P3M\naccount b\nbuy coins 10"
        for width in ["60", "200"] {
            let outcome = try TestScenario.run(script, [], width: width, shop: shop)
            #expect(outcome.status == 1, "The file's name is too long, which is reported")
            #expect(outcome.printed.count > 10 && outcome.printed.allSatisfy { $0.columns <= Int(width) ?? 0 })
            #expect(outcome.complained.allSatisfy { $0.count < 400 })
        }
    }

    @Test("More than ten thousand things, and more than a thousand accounts, are rejected")
    func limits() throws {
        let accounts = (0...1001).map { "account a\($0)" }.joined(separator: "\n")
        #expect(try TestScenario.run(accounts).complained.last?.contains("More than 1,000 accounts") == true)
    }
}
