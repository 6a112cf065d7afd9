import Foundation
import IAPStoreKitFile
import IAPCore

extension Command {
    static let lint = Command(
        name: "lint",
        parameters: "FILE…",
        summary: "Reports errors and warnings in StoreKit configuration files. Status 1: there are errors.",
        arity: 1...Int.max
    ) { arguments, console in
        var status = ExitStatus.success
        for path in arguments.parameters {
            do {
                let file = try StoreKitFile(contentsOf: URL(fileURLWithPath: path))
                for diagnostic in file.diagnostics {
                    console.print(diagnostic.line(in: path))
                    if diagnostic.severity == .error { status = .failure }
                }
            } catch {
                console.print(errorLine(error, in: path))
                status = .failure
            }
        }
        return status
    }

    /// An error in the form of a compiler's.
    static func errorLine(_ error: any Error, in path: String) -> String {
        guard let error = error as? IAPError else { return line(path, nil, nil, "error", "\(error)") }
        return line(path, error.place?.line, error.place?.column, "error", error.message)
    }

    fileprivate static func line(_ path: String, _ line: Int?, _ column: Int?, _ severity: String, _ text: String)
        -> String
    {
        let place = [path, line.map(String.init), column.map(String.init)].compactMap { $0 }.joined(separator: ":")
        // A file's texts may contain line breaks and a terminal's control sequences; a diagnostic is one line.
        let plain = String(text.map { $0.isNewline ? " " : $0 }).withShortQuotations
        return "\(place): \(severity): \(plain)".printable
    }
}

extension String {
    /// The text with each quotation shortened, since an identifier may have any length.
    fileprivate var withShortQuotations: String {
        let parts = split(separator: "“", omittingEmptySubsequences: false)
        let quotations = parts.dropFirst().map { part -> String in
            guard let end = part.firstIndex(of: "”") else { return "“" + part }
            return String(part[..<end]).quoted + part[part.index(after: end)...]
        }
        return (parts.prefix(1).map(String.init) + quotations).joined()
    }
}

extension StoreKitFile.Diagnostic {
    /// `file:line:column: severity: message [path]`, in the form of a compiler's.
    func line(in path: String) -> String {
        Command.line(path, line, column, severity.rawValue, "\(message) [\(self.path)]")
    }
}
