import Foundation
import Testing

/// A terminal with a program in the place of the person.
final class PseudoTerminal: Sendable {
    /// What the app has for its input and output.
    let appSide: FileHandle
    private let personSide: FileHandle
    private let texts: AsyncStream<String>

    init(columns: UInt16, rows: UInt16) throws {
        var person: Int32 = -1
        var app: Int32 = -1
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        let result = openpty(&person, &app, nil, nil, &size)
        try #require(result == 0)
        // Other tests' processes must not keep it open.
        for descriptor in [person, app] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        personSide = FileHandle(fileDescriptor: person, closeOnDealloc: true)
        appSide = FileHandle(fileDescriptor: app, closeOnDealloc: true)
        texts = SamplesTests.texts(from: personSide)
    }

    func type(_ text: String) {
        personSide.write(Data(text.utf8))
    }

    /// What is shown from now on, until it has `sign`.
    func text(until sign: String) async -> String {
        var text = ""
        for await more in texts {
            // The app has it open by now, and its end is to be seen.
            try? appSide.close()
            text += more
            if text.contains(sign) { break }
        }
        return text
    }
}
