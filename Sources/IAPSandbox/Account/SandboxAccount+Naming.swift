import Foundation

extension SandboxAccount {
    /// What distinguishes its name from others. As with the addresses of Apple's accounts, capitals make no difference;
    /// everything else does, so that `tester+1@example.com` is a customer of its own.
    var key: String { Self.key(of: name) }

    private static func key(of name: String) -> String { name.lowercased() }

    /// As transactions name it: 18 digits, always the same for the same name.
    ///
    /// Apple's are as long, and the same for a customer's every device and purchase
    /// (https://developer.apple.com/documentation/storekit/apptransaction/apptransactionid).
    var appTransactionIdentifier: String {
        // FNV-1a, since Swift's own hashes differ from launch to launch.
        let hash = key.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return String(700_000_000_000_000_000 + hash % 100_000_000_000_000_000)
    }
}
