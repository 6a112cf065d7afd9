/// Something that a customer is told and that is no error.
public enum PaywallNotice: Hashable, Sendable, CaseIterable {
    case restored
    case nothingToRestore
}
