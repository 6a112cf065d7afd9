import Foundation
import IAPCore
@testable import IAPPaymentQueue
import IAPPersistence
import Testing

@Suite("The life cycle of a transaction")
struct TransactionLifecycleTests {
    typealias State = TransactionLifecycle.State
    typealias Event = TransactionLifecycle.Event
    typealias Effect = TransactionLifecycle.Effect

    // MARK: What the table is made of

    private static let error = IAPError(.storageFailed, "The disk is full.")
    private static let cancelled = IAPError(.paymentCancelled, "Cancelled.")
    private static let interruption = IAPError(.purchaseInterrupted, "Sign in.")
    private static let date = Date(timeIntervalSince1970: 1_735_689_600)

    private static func make(
        _ state: PaymentTransactionState,
        _ type: ProductType = .consumable,
        error: IAPError? = nil,
        signedAfter seconds: TimeInterval? = nil,
        isRevoked: Bool = false
    ) -> PaymentTransaction {
        // The identifier and the quantity are valid.
        guard let payment = try? Payment(productIdentifier: coins) else { preconditionFailure("no payment") }
        var transaction = PaymentTransaction(
            transactionIdentifier: "1",
            transactionState: state,
            payment: payment,
            productType: type,
            transactionDate: date
        )
        transaction.error = error
        transaction.signedDate = seconds.map { date + $0 }
        transaction.revocationDate = isRevoked ? date : nil
        return transaction
    }

    private static func record(
        _ transaction: PaymentTransaction = purchased,
        isDelivered: Bool = true,
        isRevoked: Bool = false,
        isRevocationDelivered: Bool = false
    ) -> RecordedTransaction {
        RecordedTransaction(
            transaction: transaction,
            credits: [],
            recordedDate: date,
            isDelivered: isDelivered,
            isRevoked: isRevoked,
            isRevocationDelivered: isRevocationDelivered
        )
    }

    private static let purchased = make(.purchased)
    private static let revoked = make(.purchased, isRevoked: true)
    private static let failed = make(.failed, error: error)
    private static let restoredConsumable = make(.restored)
    private static let done = record()
    private static let open = record(isDelivered: false)
    private static let revokedRecord = record(isRevoked: true)
    private static let settledRecord = record(isRevoked: true, isRevocationDelivered: true)
    private static let pending: PaymentTransaction = {
        var pending = make(.failed, error: interruption)
        pending.transactionState = .deferred
        return pending
    }()
    private static let keptFailure: PaymentTransaction = {
        var failure = purchased
        failure.error = error
        return failure
    }()
    private static let revokedAnswer = Effect.endRequest(
        .failure(
            IAPError(
                .productNotAvailable,
                "The store answered with a purchase that it has revoked. Let the customer buy again.",
                productIdentifier: coins,
                transactionIdentifier: "1"
            )
        ),
        sending: nil,
        always: false
    )

    private static func warnsOfFailure(_ error: IAPError) -> Effect {
        .warn("The store says that 1 failed, which was paid. \(error)")
    }

    /// What a state makes of an event that it waits for.
    struct Row: Sendable, CustomTestStringConvertible {
        var transaction = purchased
        let state: State
        let event: Event
        let next: State
        let effects: [Effect]
        var deliversPurchases = true
        var sendsKnown = false

        var testDescription: String { "\(state) on \(event)" }
    }

    // The tables are made when they are asked for: the leak check cannot follow the tagged pointers of the effects in a
    // global.

    private static var unpaid: [Row] {
        [
            Row(
                transaction: make(.purchasing),
                state: .received,
                event: .received(.init()),
                next: .purchasing,
                effects: [.send(.updated(make(.purchasing)))]
            ),
            Row(
                transaction: make(.purchasing),
                state: .received,
                event: .received(.init(record: done, isRequestOpen: true)),
                next: .purchasing,
                effects: [.send(.updated(make(.purchasing)))]
            ),
            Row(
                transaction: make(.purchasing),
                state: .received,
                event: .received(.init(record: done)),
                next: .ended,
                effects: [.drop]
            ),
            Row(
                transaction: make(.purchasing),
                state: .received,
                event: .received(.init(hasRequestEnded: true)),
                next: .ended,
                effects: [.drop]
            ),
            Row(
                transaction: make(.deferred),
                state: .received,
                event: .received(.init()),
                next: .deferred,
                effects: [.suspendRequest(make(.deferred))]
            ),
            Row(
                transaction: make(.deferred),
                state: .received,
                event: .received(.init(record: done, isRequestOpen: true)),
                next: .ended,
                effects: [.drop]
            ),
            Row(
                transaction: failed,
                state: .received,
                event: .received(.init()),
                next: .finishing(.failed),
                effects: [.finish]
            ),
            Row(
                transaction: make(.failed, error: interruption),
                state: .received,
                event: .received(.init()),
                next: .finishing(.interrupted(isLate: false)),
                effects: [.finish]
            ),
            Row(
                transaction: failed,
                state: .received,
                event: .received(.init(record: done)),
                next: .finishing(.failedAfterPayment(purchased)),
                effects: [warnsOfFailure(error), .finish]
            ),
            Row(
                transaction: failed,
                state: .received,
                event: .received(.init(record: open)),
                next: .ended,
                effects: [
                    warnsOfFailure(error), .reinsert(purchased),
                    .endRequest(.failure(error), sending: .failed(failed), always: false),
                ]
            ),
            Row(
                transaction: failed,
                state: .received,
                event: .received(.init(kept: purchased)),
                next: .ended,
                effects: [
                    warnsOfFailure(error), .reinsert(purchased),
                    .endRequest(.failure(error), sending: .failed(failed), always: false),
                ]
            ),
            // A newer revision than the ledger's waits to be recorded.
            Row(
                transaction: failed,
                state: .received,
                event: .received(.init(record: done, kept: reinstatement)),
                next: .ended,
                effects: [
                    warnsOfFailure(error), .reinsert(reinstatement),
                    .endRequest(.failure(error), sending: .failed(failed), always: false),
                ]
            ),
        ]
    }

    private static let reinstatement = make(.purchased, signedAfter: 20)
    private static let earlierRevocation = record(make(.purchased, signedAfter: 10), isRevoked: true)

    private static var paid: [Row] {
        [
            Row(state: .received, event: .received(.init()), next: .verifying, effects: [.verify]),
            Row(state: .verifying, event: .verified(nil), next: .recording, effects: [.record(nil)]),
            Row(state: .verifying, event: .verified(done), next: .recording, effects: [.record(done)]),
            Row(
                transaction: revoked,
                state: .verifying,
                event: .verified(done),
                next: .recordingRevocation,
                effects: [.recordRevocation]
            ),
            Row(
                transaction: restoredConsumable,
                state: .verifying,
                event: .verified(done),
                next: .finishing(.restoredConsumable),
                effects: [.warn("The store restored \(coins), a consumable. It grants nothing."), .finish]
            ),
            Row(
                transaction: restoredConsumable,
                state: .verifying,
                event: .verified(nil),
                next: .ended,
                effects: [
                    .warn("The store restored \(coins), a consumable. It grants nothing."),
                    .answer(isNew: false, isSent: false),
                ]
            ),
            Row(
                transaction: reinstatement,
                state: .verifying,
                event: .verified(earlierRevocation),
                next: .revokingBeforeReinstating,
                effects: [.deliverRevocation(earlierRevocation, of: earlierRevocation.transaction)]
            ),
            Row(
                transaction: reinstatement,
                state: .verifying,
                event: .verified(earlierRevocation),
                next: .recording,
                effects: [.record(earlierRevocation)],
                deliversPurchases: false
            ),
            Row(
                transaction: reinstatement,
                state: .revokingBeforeReinstating,
                event: .revocationDelivered(settledRecord),
                next: .recording,
                effects: [.send(.revoked(settledRecord)), .record(settledRecord)]
            ),
            Row(
                state: .recording,
                event: .recorded(open, isNew: true, hasChanged: false),
                next: .delivering(hasChanged: false),
                effects: [.deliver(open, isNew: true)]
            ),
            Row(
                state: .recording,
                event: .recorded(open, isNew: true, hasChanged: false),
                next: .finishing(.granted(isNew: true, hasChanged: false)),
                effects: [.finish],
                deliversPurchases: false
            ),
            Row(
                state: .recording,
                event: .recorded(done, isNew: false, hasChanged: true),
                next: .finishing(.granted(isNew: false, hasChanged: true)),
                effects: [.finish]
            ),
            Row(
                state: .recording,
                event: .recorded(settledRecord, isNew: false, hasChanged: false),
                next: .finishing(.revoked(nil)),
                effects: [.finish]
            ),
            Row(
                state: .delivering(hasChanged: false),
                event: .delivered(done),
                next: .finishing(.granted(isNew: true, hasChanged: false)),
                effects: [.finish]
            ),
            Row(
                state: .delivering(hasChanged: true),
                event: .delivered(nil),
                next: .finishing(.granted(isNew: true, hasChanged: true)),
                effects: [.finish]
            ),
            Row(
                state: .delivering(hasChanged: false),
                event: .delivered(settledRecord),
                next: .revokingAfterDelivery(hasChanged: false),
                effects: [.deliverRevocation(settledRecord, of: settledRecord.transaction)]
            ),
            Row(
                state: .revokingAfterDelivery(hasChanged: false),
                event: .revocationDelivered(settledRecord),
                next: .finishing(.granted(isNew: true, hasChanged: false)),
                effects: [.finish]
            ),
            Row(
                transaction: revoked,
                state: .recordingRevocation,
                event: .revocationRecorded(revokedRecord, isNew: true),
                next: .deliveringRevocation,
                effects: [.deliverRevocation(revokedRecord, of: revoked)]
            ),
            Row(
                transaction: revoked,
                state: .recordingRevocation,
                event: .revocationRecorded(settledRecord, isNew: true),
                next: .finishing(.revoked(settledRecord)),
                effects: [.finish]
            ),
            Row(
                transaction: revoked,
                state: .recordingRevocation,
                event: .revocationRecorded(settledRecord, isNew: false),
                next: .finishing(.revoked(nil)),
                effects: [.finish]
            ),
            Row(
                transaction: revoked,
                state: .recordingRevocation,
                event: .revocationRecorded(revokedRecord, isNew: true),
                next: .finishing(.revoked(revokedRecord)),
                effects: [.finish],
                deliversPurchases: false
            ),
            Row(
                transaction: revoked,
                state: .deliveringRevocation,
                event: .revocationDelivered(settledRecord),
                next: .finishing(.revoked(settledRecord)),
                effects: [.finish]
            ),
        ]
    }

    private static var failures: [Row] {
        steps.map { state in
            Row(
                state: state,
                event: .stepFailed(error),
                next: .kept(error),
                effects: [.keep, .endRequest(.failure(error), sending: .failed(keptFailure), always: true)]
            )
        }
    }

    private static var ends: [Row] {
        [
            end(.granted(isNew: true, hasChanged: true), [.answer(isNew: true, isSent: true)]),
            end(.granted(isNew: false, hasChanged: false), [.answer(isNew: false, isSent: false)]),
            end(.granted(isNew: false, hasChanged: false), [.answer(isNew: false, isSent: true)], sendsKnown: true),
            end(
                .granted(isNew: false, hasChanged: true),
                [.answer(isNew: false, isSent: false), .send(.changed(purchased))]
            ),
            end(.restoredConsumable, [.answer(isNew: false, isSent: false)], restoredConsumable),
            end(.revoked(nil), [revokedAnswer]),
            end(.revoked(nil), [revokedAnswer], revoked),
            end(.revoked(settledRecord), [.send(.revoked(settledRecord)), revokedAnswer], revoked),
            end(.failed, [.endRequest(.failure(error), sending: .failed(failed), always: true)], failed),
            end(
                .failed,
                [.endRequest(.success(.cancelled), sending: .failed(make(.failed, error: cancelled)), always: true)],
                make(.failed, error: cancelled)
            ),
            end(.interrupted(isLate: false), [.suspendRequest(pending)], make(.failed, error: interruption)),
            end(.interrupted(isLate: true), [.drop], make(.failed, error: interruption)),
        ].flatMap { $0 } + [
            Row(
                transaction: failed,
                state: .finishing(.failedAfterPayment(purchased)),
                event: .finished(true),
                next: .ended,
                effects: [.drop, .endRequest(.failure(error), sending: .failed(failed), always: false)]
            ),
            Row(
                transaction: failed,
                state: .finishing(.failedAfterPayment(purchased)),
                event: .finished(false),
                next: .ended,
                effects: [.reinsert(purchased), .endRequest(.failure(error), sending: .failed(failed), always: false)]
            ),
        ]
    }

    /// An end, with the transaction finished and without.
    private static func end(
        _ outcome: TransactionLifecycle.Outcome,
        _ effects: [Effect],
        _ transaction: PaymentTransaction = purchased,
        sendsKnown: Bool = false
    ) -> [Row] {
        [(Event.finished(true), [Effect.leave]), (.finished(false), [])].map { event, leave in
            Row(
                transaction: transaction,
                state: .finishing(outcome),
                event: event,
                next: .ended,
                effects: effects + leave,
                sendsKnown: sendsKnown
            )
        }
    }

    private static let steps: [State] = [
        .verifying, .revokingBeforeReinstating, .recording, .delivering(hasChanged: false),
        .revokingAfterDelivery(hasChanged: false), .recordingRevocation, .deliveringRevocation,
    ]

    static var table: [Row] { unpaid + paid + failures + ends }

    // MARK: The table

    @Test("A state that waits for an event moves on, with these effects", arguments: table)
    func moves(row: Row) {
        var lifecycle = TransactionLifecycle(
            of: row.transaction,
            in: row.state,
            deliversPurchases: row.deliversPurchases,
            sendsKnown: row.sendsKnown
        )
        let effects = lifecycle.handle(row.event)
        #expect(lifecycle.state == row.next)
        #expect(effects == row.effects)
    }

    @Test("A state that does not wait for an event ignores it")
    func ignores() {
        let states = Set(Self.table.map(\.state)).union([.purchasing, .deferred, .kept(Self.error), .ended])
        let events = Set(Self.table.map(\.event))
        // A state waits for a kind of event, whatever comes with it.
        func kind(_ event: Event) -> Substring { "\(event)".prefix { $0 != "(" } }
        func kind(_ state: State) -> Substring { "\(state)".prefix { $0 != "(" } }
        let awaited = Set(Self.table.map { "\(kind($0.state)) \(kind($0.event))" })
        for state in states {
            for event in events where !awaited.contains("\(kind(state)) \(kind(event))") {
                var lifecycle = TransactionLifecycle(of: Self.purchased, in: state)
                #expect(lifecycle.handle(event).isEmpty, "\(state) on \(event)")
                #expect(lifecycle.state == state)
            }
        }
    }

    @Test("The last effect of an event is the only step")
    func oneStep() {
        for row in Self.table {
            #expect(row.effects.dropLast().allSatisfy { !$0.isStep }, "\(row.testDescription)")
        }
    }

    @Test("A failure without a reason gets one")
    func reason() {
        #expect(TransactionLifecycle(of: Self.make(.failed)).transaction.error?.code == .unknown)
    }
}

extension TransactionLifecycle.Effect {
    fileprivate var isStep: Bool {
        switch self {
        case .verify, .record, .recordRevocation, .deliver, .deliverRevocation, .finish: true
        default: false
        }
    }
}
