import IAP
import IAPSandbox
import PurchaseAudit
import Synchronization

/// An app on a device, from installing to deleting: what lies on the disk, and its processes.
final class Installation: Sendable {
    /// The names of its processes, each a device of its own to the store.
    let devices: [String]
    /// Whether it has been there from the beginning, so that it has received everything.
    let isFirst: Bool
    let disk: any Disk
    let clock: DeviceClock
    let goods = Mutex(Goods())
    let spends = Mutex(SpendLog())

    init(devices: [String], isFirst: Bool, disk: any Disk, clock: DeviceClock) {
        self.devices = devices
        self.isFirst = isFirst
        self.disk = disk
        self.clock = clock
    }

    func handler(of life: Life) -> any DeliveryHandler { Handler(life: life, installation: self) }

    private struct Handler: DeliveryHandler {
        let life: Life
        let installation: Installation

        func deliver(_ delivery: Delivery) async throws {
            try await life.perform(.deliver) {
                await Task.yield()
                if life.isOver { return }
                _ = installation.goods.withLock {
                    $0.apply(
                        delivery.kind,
                        delivery.transaction.transactionIdentifier,
                        grantNumber: delivery.grantNumber
                    )
                }
            }
        }
    }
}
