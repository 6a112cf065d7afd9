import Foundation
import IAP
import Synchronization

/// The clock of a device, which its owner may have set wrong.
final class DeviceClock: StoreClock {
    private let base: any StoreClock
    private let offset = Mutex<TimeInterval>(0)

    init(_ base: any StoreClock) {
        self.base = base
    }

    var now: Date { base.now.addingTimeInterval(offset.withLock { $0 }) }

    func set(wrongBy interval: TimeInterval) {
        offset.withLock { $0 = interval }
    }

    func sleep(until date: Date) async throws {
        try await base.sleep(until: date.addingTimeInterval(-offset.withLock { $0 }))
    }
}
