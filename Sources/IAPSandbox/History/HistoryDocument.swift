/// The first line of a history's file.
struct HistoryDocument: Codable {
    static let format = "swift-iap sandbox history"
    /// Goes up when an earlier version of the SDK would read the file wrongly; what it may pass over needs no new one.
    static let version = 1

    let format: String
    let version: Int
    let history: ServerHistory

    init(_ history: ServerHistory) {
        format = Self.format
        version = Self.version
        self.history = history
    }
}
