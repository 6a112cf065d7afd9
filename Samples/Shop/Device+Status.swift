import Foundation
import IAP
import IAPSandbox
import SampleTerminal

/// The screen between commands.
extension Device {
    /// The app's labels, then the settings of the App Store where they are unusual.
    var status: [String] {
        var lines = app.labels + app.simulatorLabels(of: appStore)
        if appStore.account() != SandboxAppStore.defaultAccount {
            lines.append("ACCOUNT: \(appStore.account()?.printable ?? "nobody")")
        }
        let pending = pendingPurchases.map { title(of: $0.productIdentifier) }
        if !pending.isEmpty { lines.append("WAITING FOR APPROVAL: \(pending.joined(separator: ", "))") }
        if appStore.askToBuyEnabled { lines.append("ASK TO BUY: on") }
        if appStore.failTransactionsEnabled { lines.append("PURCHASES FAIL: \(appStore.failureError.rawValue)") }
        return lines
    }

    /// The blocks of the screen, the most important one first.
    public func blocks() async -> [[String]] {
        let (style, columns) = (console.style, console.size.columns)
        let title = " \(type(of: app).name) "
        let date = isRealTime ? appStore.clock.now.ISO8601Format() : appStore.clock.now.day
        let subtitle =
            ["  simulated App Store, \(date)", "  \(date)"]
            .first { title.columns + $0.columns <= columns } ?? ""
        let labels = status.flatMap { line in
            let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
            let value = parts.count == 2 ? parts[1] : ""
            return "  \(style(parts[0] + ":", .quiet)) \(style(value, Self.role(of: value)))"
                .wrapped(to: columns, indent: 4)
        }
        let table = ProductTable(rows: await app.productRows()).lines(columns: columns - 2, style: style)
        return [
            [style(title, .title) + style(subtitle, .quiet), ""] + labels,
            (table.isEmpty ? ["The store sells nothing now."] : table).map { "  " + $0 },
        ]
    }

    /// Whether a value means that the customer has something, or no longer has it.
    private static func role(of value: String) -> Style.Role {
        let words = Set(value.split(separator: " ").map(String.init))
        if !words.isDisjoint(with: ["PURCHASED", "subscribed"]) { return .good }
        if !words.isDisjoint(with: ["expired", "revoked", "inBillingRetryPeriod", "inGracePeriod"]) { return .bad }
        return .strong
    }
}
