public import IAP

// The customer's actions.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension PaywallModel {
    /// Buys a product, and returns once it is delivered, pending or cancelled.
    ///
    /// Does nothing for an item that is loading, purchasing, pending or owned, such as for a double tap; see
    /// ``PaywallItem/canBuy``.
    ///
    /// - Parameter quantity: 1 to 10; 1 for what can be owned once.
    /// - Returns: `nil` when nothing was bought; ``error`` then says why, unless the item could not be bought.
    @discardableResult
    public func buy(
        _ identifier: ProductIdentifier,
        quantity: Int = 1,
        options: PurchaseOptions = PurchaseOptions()
    ) async -> PurchaseResult? {
        if let item = item(identifier) {
            // For an item that is not available, the purchase fails with the reason.
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
            // The item shows this offer, and the store grants it only if the payment asks for it.
            options.offer = offer.id.map(Payment.Offer.winBack)
        }
        buying.insert(identifier)
        // Before the purchase, since the event that it was declined may come before its result.
        awaited.insert(identifier)
        delivered.remove(identifier)
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
            if delivered.contains(identifier) { return nil }
            show(error, of: .buying(identifier))
            return nil
        }
    }

    /// Restores what the customer bought earlier. The customer may have to sign in: call it for a tap on “Restore”.
    ///
    /// ``notice`` says whether there was something to restore. Does nothing while a restore runs.
    public func restore() async {
        guard !isRestoring else { return }
        begin(.restoring)
        isRestoring = true
        defer { isRestoring = false }
        do {
            let notice: PaywallNotice = try await store.restorePurchases().isEmpty ? .nothingToRestore : .restored
            currentMessage = .notice(notice)
        } catch {
            show(error, of: .restoring)
        }
    }

    /// Dismisses the ``error`` or the ``notice``.
    ///
    /// A notice also goes when the customer begins something else; an error, when the failed action is tried again.
    public func dismiss() {
        currentMessage = nil
    }

    func begin(_ action: PaywallMessage.Action) {
        if currentMessage?.isOver(whenBeginning: action) == true { dismiss() }
    }

    func show(_ error: any Error, of action: PaywallMessage.Action) {
        if error is CancellationError { return }
        let error = IAPError(wrapping: error, as: .unknown)
        guard error.code != .paymentCancelled else { return }
        currentMessage = .error(error, of: action)
    }
}
