import Foundation
import IAPStoreKitFile
import Testing

@testable import iapctl

@Suite("A timeline's picture")
struct TimelinePictureTests {
    private let script = """
        buy monthly
        advance P3M
        price month 9.99 with consent
        consent
        refund
        advance P1M
        buy year
        note "<&> \\u{1F980}"
        advance P1M
        """

    @Test("It is well-formed, asks for nothing from outside, and its text is text")
    func wellFormed() throws {
        let picture = try #require(try TestScenario.run(script).picture)
        let reader = XMLTags(picture)
        #expect(reader.isBalanced)
        for outside in ["href", "<script", "@import", "url(", "<image"] { #expect(!picture.contains(outside)) }
        for text in [
            "&lt;&amp;&gt;", ">$79.99</text>", "<title id=\"title\">Timeline: scene</title>", "<desc id=\"desc\">",
        ] {
            #expect(picture.contains(text), "\(text)")
        }
        #expect(picture.contains("prefers-color-scheme: dark") && picture.contains("role=\"graphics-document\""))
    }

    @Test("The same script makes the same picture and the same text")
    func deterministic() throws {
        let (first, second) = (try TestScenario.run(script), try TestScenario.run(script))
        #expect(first.picture == second.picture && first.printed == second.printed)
    }

    @Test("Bands and marks of one row do not overlap, however many there are", arguments: ["P2M", "P3Y", "P20Y"])
    func overlaps(span: String) throws {
        let timeline = try timeline("buy monthly\nadvance \(span)\ncancel\nresume\ncancel\nresume\nadvance P2M")
        for section in timeline.sections {
            for track in section.tracks {
                for (band, next) in zip(track.bands, track.bands.dropFirst()) { #expect(band.end <= next.start) }
            }
            let items = MarkRows(section.marks, limit: 5, width: 18) { timeline.share($0.date) * 900 }.items
            for (index, item) in items.enumerated() {
                for other in items.dropFirst(index + 1) where other.row == item.row {
                    #expect(abs(other.x - item.x) >= 18)
                }
            }
        }
    }

    @Test("Labels of the axis keep their distance", arguments: ["PT90S", "PT3H", "P3D", "P5W", "P7M", "P4Y", "P90Y"])
    func axis(span: String) throws {
        let timeline = try timeline("start 2026-01-31\nbuy coins\nadvance \(span)")
        for width in [30.0, 64, 150] {
            let ticks = TimeAxis(timeline, width: width) { Double($0.count + 2) }.ticks
            #expect(!ticks.isEmpty && ticks.allSatisfy { $0.date >= timeline.start && $0.date <= timeline.end })
            for (tick, next) in zip(ticks, ticks.dropFirst()) {
                let gap = (timeline.share(next.date) - timeline.share(tick.date)) * width
                #expect(gap >= Double(tick.label.count + 2) - 0.001)
            }
        }
    }

    @Test("No line is wider than the terminal, coloured or not", arguments: [60, 80, 120, 200])
    func width(columns: Int) throws {
        let timeline = try timeline(
            script
                + "\naccount another.customer\nbuy month\nadvance 3 hours\naccount \"花子 さん 花子 さん 花子 さん\"\nbuy coins 10"
        )
        for hasUnicode in [true, false] {
            let plain = Terminal(columns: columns, hasColour: false, hasUnicode: hasUnicode)
            let lines = TerminalChart(timeline: timeline, terminal: plain).lines
            #expect(lines.allSatisfy { $0.columns <= columns && (hasUnicode || $0.allSatisfy(\.isASCII)) })
            let coloured = Terminal(columns: columns, hasColour: true, hasUnicode: hasUnicode)
            let bare = TerminalChart(timeline: timeline, terminal: coloured).lines.map {
                $0.replacing(/\u{1B}\[[0-9;]*m/, with: "")
            }
            #expect(bare == lines)
        }
    }

    @Test("Marks at one date fill a few rows, and the others are counted", arguments: [false, true])
    func manyMarks(isAscii: Bool) throws {
        let script = "buy month\n" + String(repeating: "cancel\nresume\n", count: 40)
        let outcome = try TestScenario.run(script, isAscii ? ["--ascii"] : [])
        let chart = outcome.printed.prefix { !$0.hasPrefix("date") }
        #expect(chart.count < 20)
        #expect(chart.contains { $0.contains(isAscii ? "& more, see the list" : "⋮ more, see the list") })
        #expect(outcome.picture?.contains("<title>76 more, see the list</title>") == true)
    }

    @Test("A stretch from right to left is set apart, so that figures beside it stay where they are")
    func rightToLeft() {
        #expect("مرحبا (3) بكم: $7.99".isolated == "\u{2068}مرحبا (3) بكم\u{2069}: $7.99")
        #expect("شهر · علي renews".isolated == "\u{2068}شهر\u{2069} · \u{2068}علي\u{2069} renews")
        #expect("الباقة (شهر) 3".isolated == "\u{2068}الباقة (شهر)\u{2069} 3")
        #expect("Month".isolated == "Month")
    }

    @Test(
        "Wide characters take two columns, joined and combining ones none",
        arguments: [
            ("月額", 4), ("e\u{301}", 1), ("💎", 2), ("⭐", 2), ("❤", 1), ("한", 2), ("🇩🇪", 2), ("a\u{200D}", 1), ("ａ", 2),
        ]
    )
    func columns(text: String, columns: Int) {
        #expect(text.columns == columns)
        #expect((text + "xxxxxxxx").fitted(to: 5).columns == 5)
    }

    @Test("A refunded stretch ends where the plan is bought again")
    func boughtAgain() throws {
        let timeline = try timeline("buy month\nadvance P1M\nrefund\nadvance P3D\nbuy month\nadvance P1M")
        for track in timeline.sections.flatMap(\.tracks) {
            #expect(zip(track.bands, track.bands.dropFirst()).allSatisfy { $0.end <= $1.start })
        }
        #expect(timeline.bandKinds.contains(.refunded))
    }

    @Test("A customer's sections are next to each other, and a new price is shown to customers of the plan only")
    func customers() throws {
        let sections = try timeline(
            """
            account anna
            buy month
            account ben
            buy year
            price month 9.99
            account anna
            buy coins
            account cleo
            buy month
            """
        ).sections
        #expect(
            sections.map(\.name) == ["Film Pass · anna", "Bought once · anna", "Film Pass · ben", "Film Pass · cleo"]
        )
        #expect(sections.map { $0.marks.filter { $0.kind == .priceChanged }.count } == [1, 0, 0, 0])
    }

    @Test("Colours are for a terminal that has them, unless the environment asks for none")
    func colours() {
        func terminal(_ environment: [String: String]) -> Terminal { Terminal(environment: environment) }
        #expect(terminal(["TERM": "xterm", "LANG": "C.UTF-8"]).hasColour)
        #expect(!terminal(["TERM": "xterm", "NO_COLOR": "1"]).hasColour && !terminal(["TERM": "dumb"]).hasColour)
        #expect(terminal(["LANG": "de_DE.utf8"]).hasUnicode && !terminal(["LANG": "C"]).hasUnicode)
    }

    private func timeline(_ script: String) throws -> Timeline {
        try withFile(TimelineShop.text) { path in
            let configuration = try StoreKitFile(contentsOf: URL(fileURLWithPath: path)).configuration
            let read = try Script(script, file: "scene", names: ProductNames(products: configuration.products))
            return Timeline(try Scenario.run(read, configuration), title: "scene")
        }
    }
}

/// Whether each tag is closed by its own.
private struct XMLTags {
    let isBalanced: Bool

    init(_ text: String) {
        var open: [String] = []
        for match in text.matches(of: /<(\/?)([a-z]+)[^<>]*>/) {
            let name = String(match.output.2)
            if match.output.1.isEmpty {
                open.append(name)
            } else if open.popLast() != name {
                isBalanced = false
                return
            }
        }
        isBalanced = open.isEmpty
    }
}
