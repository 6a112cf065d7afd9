import IAPCore
import IAPSandbox

/// Who plays a part in a scenario, and who shares with whom.
struct ScenarioAccounts: Sendable {
    /// Whose turn it is.
    private(set) var current = SandboxAppStore.defaultAccount
    /// As they were first written, by what tells them apart: capitals make no difference.
    private var names = [SandboxAppStore.defaultAccount: SandboxAppStore.defaultAccount]
    private var members: [String: [String]] = [:]

    /// - Throws: ``IAPError`` with code `scriptInvalid` when there are too many accounts for a picture.
    mutating func turn(to name: String) throws {
        current = try known(name)
    }

    /// Notes that the account shares with a member.
    ///
    /// - Returns: The member's name.
    /// - Throws: ``IAPError`` with code `scriptInvalid` when it does already, or cannot.
    mutating func share(with name: String) throws -> String {
        let member = try known(name)
        guard member != current else {
            throw IAPError(.scriptInvalid, "An account does not share with itself. Name another account.")
        }
        let family = members[current] ?? []
        guard !family.contains(member) else {
            throw IAPError(.scriptInvalid, "\(member.quoted) shares already. Leave this line out.")
        }
        guard family.count < 5 else {
            throw IAPError(
                .scriptInvalid,
                "Five members share already, and no more can. Write “family stop” and one of \(family.quotedChoice) before."
            )
        }
        members[current] = family + [member]
        return member
    }

    /// Notes that a member shares no more.
    ///
    /// - Returns: The member's name.
    /// - Throws: ``IAPError`` with code `scriptInvalid` for who does not share.
    mutating func stop(_ name: String) throws -> String {
        let member = names[name.lowercased()] ?? name
        let family = members[current] ?? []
        guard family.contains(member) else {
            throw IAPError(
                .scriptInvalid,
                "\(current.quoted) does not share with \(member.quoted). "
                    + (family.isEmpty
                        ? "Write “family share NAME” first, or “account NAME” to speak of another family."
                        : "It shares with \(family.quotedList).")
            )
        }
        members[current] = family.filter { $0 != member }
        return member
    }

    private mutating func known(_ name: String) throws -> String {
        let key = name.lowercased()
        if let known = names[key] { return known }
        guard names.count <= 1000 else {
            throw IAPError(.scriptInvalid, "More than 1,000 accounts are too many for a picture. Take some out.")
        }
        names[key] = name
        return name
    }
}
