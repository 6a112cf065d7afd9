/// An app's declarations, checked, in the forms that the parts of the SDK need.
struct DeclaredProducts: Sendable {
    let declarations: [ProductDeclaration]
    /// What one unit of a product grants.
    let credits: [ProductIdentifier: Credit]
    /// The products any of which unlocks an entitlement.
    let entitlements: [String: Set<ProductIdentifier>]

    var types: [ProductIdentifier: ProductType] { byIdentifier(\.type) }
    var nonRenewingPeriods: [ProductIdentifier: ProductSubscriptionPeriod] { byIdentifier(\.period) }

    /// - Parameter credits: What products grant that are not declared.
    /// - Throws: ``IAPError`` with code `catalogInvalid` for a product that is declared twice or an empty name, and
    ///   with code `invalidAmount` for a credit that is too large to buy ten of.
    init(_ declarations: [ProductDeclaration], credits: [ProductIdentifier: Credit] = [:]) throws {
        var products: Set<ProductIdentifier> = []
        var entitlements: [String: Set<ProductIdentifier>] = [:]
        for declaration in declarations {
            let product = declaration.productIdentifier
            guard !product.isEmpty, declaration.subscriptionGroupIdentifier != "",
                !declaration.entitlements.contains("")
            else {
                throw IAPError(
                    .catalogInvalid,
                    "The declaration of “\(product)” has an empty name. Name the product, its group and what it unlocks.",
                    productIdentifier: product
                )
            }
            guard products.insert(product).inserted else {
                throw IAPError(
                    .catalogInvalid,
                    "\(product) is declared twice. Keep one declaration, with all that the product grants and unlocks.",
                    productIdentifier: product
                )
            }
            for name in declaration.entitlements { entitlements[name, default: []].insert(product) }
        }
        if let product = products.first(where: { credits[$0] != nil }) {
            throw IAPError(
                .catalogInvalid,
                "\(product) is declared, and `credits` has it as well. State what it grants only in its declaration.",
                productIdentifier: product
            )
        }
        self.declarations = declarations
        self.entitlements = entitlements
        self.credits = declarations.reduce(into: credits) { $0[$1.productIdentifier] = $1.credit }
        try Self.check(self.credits)
    }

    private static func check(_ credits: [ProductIdentifier: Credit]) throws {
        for (product, credit) in credits {
            // A quantity is 10 at most.
            guard credit.amount <= Credit.largestAmount / 10 else {
                throw IAPError(
                    .invalidAmount,
                    "\(credit.amount) \(credit.unit) for one \(product) is too much to buy ten of. Grant less.",
                    productIdentifier: product
                )
            }
        }
    }

    private func byIdentifier<Value>(_ value: (ProductDeclaration) -> Value?) -> [ProductIdentifier: Value] {
        Dictionary(
            uniqueKeysWithValues: declarations.compactMap { declaration in
                value(declaration).map { (declaration.productIdentifier, $0) }
            }
        )
    }
}
