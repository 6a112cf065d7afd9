public import IAP

// What a customer does.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension PaywallModel {
    /// Buys a product, and returns once it is delivered, waits for somebody else, or is cancelled.
    ///
    /// Does nothing for an item that is loading, purchasing, pending or owned, such as for a double tap; see
    /// ``PaywallItem/canBuy``.
    ///
    /// - Parameter quantity: 1 to 10; 1 for what can be owned once.
    /// - Returns: `nil` when nothing was bought; ``error`` says why if there is something to say.
    @discardableResult
    public func buy(
        _ identifier: ProductIdentifier,
        quantity: Int = 1,
        options: PurchaseOptions = PurchaseOptions()
    ) async -> PurchaseResult? {
        if let item = item(identifier) {
            // Why an item is not available is the store's to say.
            guard item.canBuy || item.state == .unavailable else { return nil }
        }
        begin(.buying(identifier))
        guard let product = products.response?.product(identifier) else {
            show(
                IAPError(
                    .productNotAvailable,
                    "This paywall has no product \(identifier). Name it in productIdentifiers, and load first.",
                    productIdentifier: identifier
                ),
                of: .buying(identifier)
            )
            return nil
        }
        var options = options
        if options.offer == nil, let offer = offer(of: product), offer.type == .winBack {
            // It is what the item promised, and comes only to who asks for it.
            options.offer = offer.id.map(Payment.Offer.winBack)
        }
        buying.insert(identifier)
        // Before the answer, which a refusal may overtake.
        awaited.insert(identifier)
        defer { buying.remove(identifier) }
        do {
            let result = try await store.purchase(product, quantity: quantity, options: options)
            switch result {
            case .pending: break
            case .purchased, .cancelled: awaited.remove(identifier)
            }
            return result
        } catch {
            awaited.remove(identifier)
            show(error, of: .buying(identifier))
            return nil
        }
    }

    /// Brings back what the customer bought earlier. The customer may have to sign in: call it for a tap on “Restore”.
    ///
    /// ``notice`` tells whether there was something. Does nothing while it runs.
    public func restore() async {
        guard !isRestoring else { return }
        begin(.restoring)
        isRestoring = true
        defer { isRestoring = false }
        do {
            let notice: PaywallNotice = try await store.restorePurchases().isEmpty ? .nothingToRestore : .restored
            told = PaywallMessage(content: .notice(notice), origin: .restoring)
        } catch {
            show(error, of: .restoring)
        }
    }

    /// Forgets the ``error`` or the ``notice``, whichever there is: the later one replaces the earlier.
    ///
    /// A notice goes by itself when something is begun; an error, when what failed is tried again.
    public func dismiss() {
        told = nil
    }

    func begin(_ origin: PaywallMessage.Origin) {
        if told?.isOver(whenBeginning: origin) == true { dismiss() }
    }

    func show(_ error: any Error, of origin: PaywallMessage.Origin) {
        if error is CancellationError { return }
        let error = IAPError(wrapping: error, as: .unknown)
        if error.code != .paymentCancelled { told = PaywallMessage(content: .error(error), origin: origin) }
    }
}
