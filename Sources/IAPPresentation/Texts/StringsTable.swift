import Foundation

/// Reads an app's strings tables.
enum StringsTable {
    /// The texts of a table by language; empty when the bundle has no such table.
    static func texts(of table: String, in bundle: Bundle) -> [String: [String: String]] {
        // `developmentLocalization` traps on Linux when a bundle does not name one.
        let development = bundle.infoDictionary?["CFBundleDevelopmentRegion"] as? String ?? "en"
        var result: [String: [String: String]] = [:]
        if let path = bundle.path(forResource: table, ofType: "strings"), folder(of: path).pathExtension != "lproj" {
            result[development] = texts(atPath: path)
        }
        for language in bundle.localizations {
            // Where the language has no such table, the bundle answers with another one's.
            guard
                let path = bundle.path(
                    forResource: table,
                    ofType: "strings",
                    inDirectory: nil,
                    forLocalization: language
                ),
                folder(of: path).lastPathComponent == "\(language).lproj"
            else { continue }
            result[language == "Base" ? development : language] = texts(atPath: path)
        }
        return result
    }

    private static func folder(of path: String) -> URL {
        URL(fileURLWithPath: path).deletingLastPathComponent()
    }

    private static func texts(atPath path: String) -> [String: String]? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: String]
    }
}
