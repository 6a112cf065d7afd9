/// A message to the customer that is no error.
public enum PaywallNotice: Hashable, Sendable, CaseIterable {
    case restored
    case nothingToRestore
}
