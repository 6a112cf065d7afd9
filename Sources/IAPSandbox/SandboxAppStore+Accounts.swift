/// Who is signed in.
extension SandboxAppStore {
    /// The account that is signed in on a device, by the name that it was first used under; `nil` when nobody is.
    public func account(device: String = SandboxAppStore.defaultDevice) -> String? {
        peek { $0.account(on: device) }
    }
}
