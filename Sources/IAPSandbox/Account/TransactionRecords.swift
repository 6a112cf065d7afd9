import IAPCore

/// An account's transactions in the order of their purchase. One is found by its identifier, and those of a product or
/// of a subscription group are, at a cost that does not grow with how many there are of others.
struct TransactionRecords: Sendable, Equatable {
    private(set) var all: [TransactionRecord] = []
    private var places: [TransactionIdentifier: Int] = [:]
    private var placesByProduct: [ProductIdentifier: [Int]] = [:]
    private var placesByGroup: [String: [Int]] = [:]

    init() {}

    subscript(identifier: TransactionIdentifier) -> TransactionRecord? {
        places[identifier].map { all[$0] }
    }

    func contains(_ identifier: TransactionIdentifier) -> Bool { places[identifier] != nil }

    /// The latest of a product's transactions that fits.
    func latest(
        of product: ProductIdentifier,
        where fits: (TransactionRecord) -> Bool
    ) -> TransactionRecord? {
        placesByProduct[product]?.last { fits(all[$0]) }.map { all[$0] }
    }

    /// The latest of a group's transactions that fits.
    func latest(
        inGroup group: String?,
        where fits: (TransactionRecord) -> Bool
    ) -> TransactionRecord? {
        group.flatMap { placesByGroup[$0] }?.last { fits(all[$0]) }.map { all[$0] }
    }

    /// Adds a transaction, or puts it in the place of the one with the same identifier.
    mutating func put(_ record: TransactionRecord) {
        if let place = places[record.id] {
            all[place] = record
        } else {
            index(record, at: all.count)
            all.append(record)
        }
    }

    mutating func change(_ identifier: TransactionIdentifier, _ body: (inout TransactionRecord) -> Void) {
        if let place = places[identifier] { body(&all[place]) }
    }

    mutating func remove(_ identifiers: Set<TransactionIdentifier>) {
        self = TransactionRecords(all.filter { !identifiers.contains($0.id) })
    }

    private init(_ records: [TransactionRecord]) {
        all = records
        for (place, record) in records.enumerated() { index(record, at: place) }
    }

    private mutating func index(_ record: TransactionRecord, at place: Int) {
        places[record.id] = place
        placesByProduct[record.transaction.productIdentifier, default: []].append(place)
        if let group = record.transaction.subscriptionGroupIdentifier {
            placesByGroup[group, default: []].append(place)
        }
    }
}

extension TransactionRecords: Codable {
    init(from decoder: any Decoder) throws {
        self.init(try [TransactionRecord](from: decoder))
    }

    func encode(to encoder: any Encoder) throws {
        try all.encode(to: encoder)
    }
}
