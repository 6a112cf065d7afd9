import IAP
import PurchaseAudit

/// What outlives the processes of a device.
protocol Disk: Sendable {
    /// Every entry that was ever appended and kept, whether or not the ledger has been compacted since.
    var log: [LedgerEntry] { get }

    /// What the disk itself has found that should not be.
    var violation: Violation? { get }

    /// The disk as a process reaches it.
    ///
    /// - Parameter call: At which call on the disk the process is killed, if the disk has calls.
    func storage(of life: Life, dyingAtCall call: Int?) -> any RewritableLedgerStorage

    /// A process has crashed.
    func crash()

    /// Some call on it is going to fail.
    func fail(_ choice: Int)

    /// Takes back every failure that has not come yet.
    func calm()

    /// The power has gone, and every process with it.
    ///
    /// - Parameter choice: What becomes of that which is not synced.
    /// - Throws: ``Violation`` when the disk holds something else than what was kept.
    func cutPower(_ choice: Int) throws(Violation)
}
