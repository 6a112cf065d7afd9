import Foundation
import Testing

@testable import iapctl

@Suite("The command-line tool")
struct IapctlTests {
    private let shop = """
        { "products": [ { "productID": "com.example.coins", "type": "Consumable", "displayPrice": "0.99",
              "referenceName": "Coins", "internalID": "1", "familyShareable": false,
              "localizations": [ { "locale": "en_US", "displayName": "10 \\"Coins\\"", "description": "" } ] } ],
          "nonRenewingSubscriptions": [], "settings": {},
          "subscriptionGroups": [ { "id": "G", "name": "Plans", "localizations": [], "subscriptions": [ {
              "productID": "plan", "type": "RecurringSubscription", "displayPrice": "4.99", "referenceName": "Plan",
              "internalID": "2", "familyShareable": false, "localizations": [], "subscriptionGroupID": "G",
              "groupNumber": 2, "recurringSubscriptionPeriod": "P1M", "introductoryOffer": {
                "internalID": "3", "paymentMode": "free", "subscriptionPeriod": "P1W" },
              "adHocOffers": [ { "internalID": "4", "offerID": "half", "referenceName": "Half", "displayPrice": "2.50",
                "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M", "numberOfPeriods": 3 } ] } ] } ],
          "version": { "major": 4, "minor": 0 } }
        """

    @Test("catalog prints an object a line, its keys in a stable order")
    func catalog() throws {
        let result = try withFile(shop) { run(["catalog", $0]) }
        #expect(result.status == 0 && result.complained.isEmpty)
        #expect(
            result.printed == [
                #"{"productID":"com.example.coins","type":"Consumable","price":"0.99","currency":"USD","#
                    + #""displayName":"10 \"Coins\""}"#,
                #"{"productID":"plan","type":"RecurringSubscription","price":"4.99","currency":"USD","displayName":"Plan","#
                    + #""group":"G","level":2,"period":"P1M","offers":["#
                    + #"{"kind":"introductory","mode":"free","period":"P1W","count":1,"price":"0","id":null},"#
                    + #"{"kind":"promotional","mode":"payAsYouGo","period":"P1M","count":3,"price":"2.5","id":"half"}]}"#,
            ]
        )
    }

    @Test("catalog prints what is sound, complains about errors, and has status 1 then")
    func catalogWithErrors() throws {
        let broken = shop.replacing("\"4.99\"", with: "\"\"")
        let result = try withFile(broken) { run(["catalog", $0]) }
        #expect(result.status == 1 && result.printed.count == 1 && result.complained.count == 1)
        let missing = run(["catalog", "/no/such/file.storekit"])
        #expect(missing.status == 1 && missing.printed.isEmpty)
        #expect(missing.complained.first?.hasPrefix("/no/such/file.storekit: error: ") == true)
    }

    @Test("lint prints a line for each diagnostic, with its place, and goes on after a file that cannot be read")
    func lint() throws {
        try withFile("{ \"products\": [\n") { broken in
            try withFile(shop.replacing("\"0.99\"", with: "\"¥18\"")) { wrong in
                let result = run(["lint", broken, wrong])
                #expect(result.status == 1 && result.complained.isEmpty && result.printed.count == 2)
                #expect(result.printed[0].hasPrefix("\(broken):2:1: error: "))
                #expect(result.printed[1].hasPrefix("\(wrong):1:91: error: "))
                #expect(result.printed[1].hasSuffix("[$.products[0].displayPrice]"))
            }
        }
        #expect(try withFile(shop) { run(["lint", $0]) } == (0, [], []))
    }

    @Test("A very long identifier is shortened")
    func longIdentifier() throws {
        let long = shop.replacing("com.example.coins", with: String(repeating: "x", count: 10_000) + "é")
        let result = try withFile(long) { run(["lint", $0]) }
        #expect(result.status == 1 && result.printed.allSatisfy { $0.count < 500 && $0.contains("x…”") })
    }

    @Test("A pipe is read to its end, as a file is")
    func pipe() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(shop.utf8))
        try pipe.fileHandleForWriting.close()
        let result = run(["lint", "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"])
        #expect(result == (0, [], []))
    }

    @Test("An endless file is not read for ever")
    func endless() {
        let result = run(["lint", "/dev/zero"])
        #expect(result.status == 1 && result.printed.first?.hasPrefix("/dev/zero: error: There are more than") == true)
    }

    @Test("Warnings alone are no failure")
    func warnings() throws {
        let result = try withFile(#"{ "products": [], "subscriptionGroups": [] }"#) { run(["lint", $0]) }
        #expect(result.status == 0 && result.printed.count == 1)
    }

    @Test("Help is printed; arguments that make no sense get the usage and status 64")
    func usage() {
        for arguments in [["help"], ["--help"], ["help", "lint"], ["lint", "--help"]] {
            let result = run(arguments)
            #expect(
                result.status == 0 && result.complained.isEmpty && result.printed.first?.hasPrefix("usage:") == true
            )
        }
        for arguments in [[], ["lnt"], ["lint"], ["catalog"], ["catalog", "a", "b"], ["lint", "--fast", "a"]] {
            let result = run(arguments)
            #expect(result.status == 64 && result.printed.isEmpty)
            #expect(result.complained.first?.contains("usage:") == true)
        }
        let summaries = run(["help"]).printed.joined(separator: "\n").split(separator: "\n\n")[0].split(separator: "\n")
        #expect(summaries.dropFirst().allSatisfy { $0.hasPrefix("  iapctl ") || $0.hasPrefix("      ") })
    }

    @Test("After two hyphens, a name may begin with one")
    func hyphens() {
        #expect(run(["lint", "--", "-x"]).printed.first?.hasPrefix("-x: error: ") == true)
    }
}
