import Foundation
import Testing

@testable import iapctl

@Suite("A preview of a catalog")
struct PreviewTests {
    private let locales = ["en_US", "de_DE", "ar_EG", "ja_JP"]

    private func page(_ locales: [String], _ more: String..., of shop: String = PreviewShop.text) throws -> String {
        try withFile(shop) { path in
            let out = path + ".html"
            let result = run(["preview", path, "--locale", locales.joined(separator: ","), "--html", out] + more)
            #expect(result.status == 0 && result.printed.isEmpty && result.complained.isEmpty)
            return try String(contentsOfFile: out, encoding: .utf8)
        }
    }

    @Test("The page asks for nothing from outside, and runs nothing")
    func selfContained() throws {
        let page = try page(locales)
        for outside in ["http", "src=", "<script", "<link", "@import", "url("] { #expect(!page.contains(outside)) }
        #expect(page.hasPrefix("<!DOCTYPE html>"))
    }

    @Test("The catalog's texts cannot become markup")
    func escaping() throws {
        let page = try page(["en_US"])
        #expect(page.contains("&lt;b&gt;Ten&lt;/b&gt; &quot;coins&quot; &amp; &#39;more&#39;"))
        #expect(!page.contains("<b>"))
        let name = try self.page(["en_US"], of: PreviewShop.text.replacing("Bag of Coins", with: #"</h4><i>\u0001"#))
        #expect(name.contains("&lt;/h4&gt;&lt;i&gt;\u{FFFD}</h4>"))
    }

    @Test("Lists say that they are, prices keep their direction to themselves, and buttons have a border")
    func accessible() throws {
        let page = try page(["ar_EG"])
        #expect(
            page.contains("<ul") && page.matches(of: /<ul[^>]*>/).allSatisfy { $0.output.contains("role=\"list\"") }
        )
        for place in ["<p class=\"price\"", "<p class=\"month\"", "<s aria-hidden=\"true\""] {
            let count = page.components(separatedBy: "\(place)>").count
            #expect(count > 1 && page.components(separatedBy: "\(place)><bdi>").count == count)
        }
        #expect(page.contains("border: 1px solid transparent"))
    }

    @Test("Prices are in the currency of the file's storefront, or of the one that is asked for")
    func storefront() throws {
        #expect(try page(["de_DE"]).contains("79,99\u{A0}$/Jahr"))
        #expect(try page(["de_DE"], "--storefront", "DEU").contains("79,99\u{A0}€/Jahr"))
        let german = PreviewShop.text.replacing("\"_storefront\": \"USA\"", with: "\"_storefront\": \"DEU\"")
        #expect(try page(["de_DE"], of: german).contains("79,99\u{A0}€/Jahr"))
    }

    @Test("A plan is compared with shorter ones of its level, and with every shorter one where no level has two plans")
    func savings() throws {
        #expect(try page(["en_US"]).contains("$79.99 instead of $95.88"))
        let other = PreviewShop.text.replacing("\"P1M\", \"introductoryOffer\"", with: "\"P1Y\", \"introductoryOffer\"")
        let page = try page(["en_US"], of: other)
        #expect(!page.contains("Best value") && !page.contains("instead of"))
    }

    @Test("Errors in the file are reported, and the page shows what is sound")
    func errors() throws {
        try withFile(PreviewShop.text.replacing("\"79.99\"", with: "\"\"")) { path in
            let out = path + ".html"
            let result = run(["preview", path, "--locale=en_US", "--html=\(out)"])
            #expect(result.status == 1 && result.complained.count == 1)
            let page = try String(contentsOfFile: out, encoding: .utf8)
            #expect(page.contains("One Month") && !page.contains("One Year"))
        }
    }

    @Test("A page does not replace the file that it is made from")
    func ownInput() throws {
        try withFile(PreviewShop.text) { path in
            let result = run(["preview", path, "--locale", "en_US", "--html", path])
            #expect(result.status == 64)
            #expect((try? String(contentsOfFile: path, encoding: .utf8)) == PreviewShop.text)
        }
    }

    @Test("A file that cannot be read, and a page that cannot be written, have status 1")
    func files() throws {
        let missing = run(["preview", "/no/such/file.storekit", "--locale", "en_US", "--html", "/no/such/page.html"])
        #expect(missing.status == 1 && missing.complained.first?.hasPrefix("/no/such/file.storekit: error: ") == true)
        let unwritable = try withFile(PreviewShop.text) {
            run(["preview", $0, "--locale", "en_US", "--html", "/no/such/page.html"])
        }
        #expect(unwritable.status == 1)
        #expect(unwritable.complained.first?.hasPrefix("/no/such/page.html: error: ") == true)
        let empty = try page(["en_US"], of: #"{ "products": [], "subscriptionGroups": [], "settings": {} }"#)
        #expect(empty.contains("The file sells nothing."))
    }

    @Test(
        "Options that make no sense have status 64, and the usage",
        arguments: [
            (["--locale", "en_US"], "--html is missing"), (["--html", "a"], "--locale is missing"),
            (["--html"], "--html needs a value"), (["--html", "--locale", "de"], "--html needs a value"),
            (["--html=", "--locale", "de"], "--html needs a value"),
            (["--html", "a", "--html", "b", "--locale", "de"], "--html is given twice"),
            (["--html", "a", "--locale", "de,"], "“” is not a locale"),
            (["--html", "a", "--locale", "german"], "“german” is not a locale"),
            (["--html", "a", "--locale", "dé_DE"], "“dé_DE” is not a locale"),
            (["--html", "a", "--locale", "de_QQ"], "“de_QQ” is not a locale"),
            (["--html", "a", "--locale", "de", "--storefront", "usa"], "“usa” is no storefront"),
            (["--html", "a", "--locale", "de", "--storefront", "ZZZ"], "“ZZZ” is no storefront"),
            (["--html", "a", "--locale", "de", "--dark"], "There is no option “--dark”"),
            (["--html", "a", "--locale", "de", "more"], "It takes FILE."),
        ]
    )
    func misuse(options: [String], message: String) {
        let result = run(["preview", "Shop.storekit"] + options)
        #expect(result.status == 64 && result.printed.isEmpty && result.complained.count == 1)
        #expect(result.complained.first?.hasPrefix("iapctl preview: \(message)") == true)
        #expect(result.complained.first?.contains("usage: iapctl preview FILE") == true)
    }

    @Test(
        "A browser shows every text, from right to left where due, fits a phone, and loads nothing",
        .enabled(if: Browser.installed != nil, "Chromium is not installed")
    )
    func rendered() throws {
        let browser = try #require(Browser.installed)
        // The page has no script; a copy gets one that measures how the page was laid out.
        let measuring = """
            <script>
            const column = name => document.getElementById(name).closest(".column");
            const style = (name, choice) => getComputedStyle(column(name).querySelector(choice));
            const all = choice => Array.from(document.querySelectorAll(choice));
            const results = {
              direction: ["en_US", "ar_EG"].map(name => style(name, ".price").direction),
              language: ["en_US", "de_DE", "ar_EG", "ja_JP"].map(name => column(name).querySelector(".screen").lang),
              struck: style("en_US", "s").textDecorationLine,
              cut: all(".title").filter(title => title.scrollWidth > title.clientWidth).map(title => title.innerText),
              scrolls: document.documentElement.scrollWidth > innerWidth,
              loaded: performance.getEntriesByType("resource").length,
              texts: Object.fromEntries(all(".column").map(one => [one.querySelector("h2").id,
                all(".column *").filter(each => one.contains(each) && each.children.length == 0)
                  .map(each => each.textContent)])),
            };
            // Columns are level where they stand side by side.
            document.querySelector("main").style.width = "1480px";
            results.level = ["en_US", "ja_JP"].map(name =>
              column(name).querySelector(".restore").getBoundingClientRect().top);
            const output = document.createElement("pre");
            output.id = "results";
            output.textContent = btoa(unescape(encodeURIComponent(JSON.stringify(results))));
            document.body.append(output);
            </script></body>
            """
        let page = try page(locales).replacing("</body>", with: measuring)
        let document = try withFile(page) { path in
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            let copy = folder.appendingPathComponent("page.html")
            try FileManager.default.moveItem(at: URL(fileURLWithPath: path), to: copy)
            return try browser.document(of: copy, width: 500, profile: folder.appendingPathComponent("profile"))
        }
        let encoded = try #require(document.firstMatch(of: /<pre id="results">([^<]+)<\/pre>/)?.1)
        let results = try JSONDecoder().decode(Results.self, from: try #require(Data(base64Encoded: String(encoded))))

        #expect(results.direction == ["ltr", "rtl"])
        #expect(results.language == ["en", "de", "ar", "ja"])
        #expect(results.struck == "line-through")
        #expect(results.cut.contains("Ein sehr großer Beutel voller Goldmünzen") && !results.cut.contains("One Year"))
        try #require(results.level.count == 2)
        #expect(abs(results.level[0] - results.level[1]) < 1)
        #expect(!results.scrolls)
        #expect(results.loaded == 0)

        let expected = [
            "en_US": [
                "Subscriptions", "Film Pass", "Best value", "One Year", "All films", "$79.99/year", "$95.88",
                "$79.99 instead of $95.88", "Save 16%", "$6.67/month", "1 week free, then $79.99/year", "Try for Free",
                "Renews yearly for $79.99 until cancelled", "$1.99 per month for 3 months, then $7.99", "Subscribe",
                "Does not renew", "Premium for good", "$12.99", "One-time payment", "Bag of Coins", "$0.99", "Buy",
                "<b>Ten</b> \"coins\" & 'more'", "Restore Purchases", "Waiting for approval", "no localization",
            ],
            "de_DE": [
                "Abos", "Filmpass", "Ein Jahr", "79,99 $/Jahr", "95,88 $", "16 % sparen", "Kostenlos testen",
                "1 Woche kostenlos, danach 79,99 $/Jahr", "Summer Pass", "names from en_US", "title cut off", "Kaufen",
            ],
            "ar_EG": ["سنة", "شهر واحد", "كيس نقود", "Film Pass", "names from en_US"],
            "ja_JP": ["1年", "$79.99/年", "16%お得", "無料で試す", "1か月", "購入を復元", "Bag of Coins"],
        ]
        for (locale, texts) in expected {
            let shown = try #require(results.texts[locale]).map { $0.replacing("\u{A0}", with: " ") }
            for text in texts { #expect(shown.contains(text), "\(locale) lacks “\(text)”") }
        }
    }

    private struct Results: Decodable {
        let direction: [String]
        let language: [String]
        let struck: String
        let cut: [String]
        let level: [Double]
        let scrolls: Bool
        let loaded: Int
        let texts: [String: [String]]
    }
}
