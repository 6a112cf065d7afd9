/// The names in an app's declarations. Logs a warning, once a name, when the app asks for a name that none of them has:
/// most often, it is misspelled.
///
/// An app that declares nothing gets no warnings.
final class DeclaredNames: Sendable {
    enum Kind: String {
        case product
        case credit = "unit of credit"
        case entitlement
        case group = "subscription group"
    }

    private struct Name: Hashable {
        let kind: Kind
        let text: String
    }

    private let declared: [Kind: Set<String>]
    private let log: IAPLogEvent.Handler
    private let reported = Locked<Set<Name>>([])

    init(of products: DeclaredProducts, log: @escaping IAPLogEvent.Handler) {
        self.log = log
        let declarations = products.declarations
        declared =
            declarations.isEmpty
            ? [:]
            : [
                .product: Set(declarations.map(\.productIdentifier)),
                .credit: Set(declarations.compactMap(\.credit?.unit)),
                .entitlement: Set(products.entitlements.keys),
                .group: Set(declarations.compactMap(\.subscriptionGroupIdentifier)),
            ]
    }

    /// Logs a warning for a name that is not declared. It is called with names that led to no answer, so that asking
    /// for what the customer has costs nothing.
    func check(_ text: String, _ kind: Kind) {
        guard let names = declared[kind], !names.contains(text) else { return }
        guard reported.withLock({ $0.insert(Name(kind: kind, text: text)).inserted }) else { return }
        let advice = text.nearest(in: names).map { "Did you mean “\($0)”?" } ?? "Declare it where the store is opened."
        log(IAPLogEvent(.warning, "No declared product has the \(kind.rawValue) “\(text)”. \(advice)"))
    }
}
