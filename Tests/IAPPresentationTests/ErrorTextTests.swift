import Foundation
import IAPCore
import IAPPresentation
import Testing

@Suite struct ErrorTextTests {
    static let customerCodes: [IAPError.Code] = [
        .paymentNotAllowed, .productNotAvailable, .networkError, .timedOut, .unknown, .ineligibleForOffer,
        .purchaseInterrupted, .purchaseDeclined, .privacyAcknowledgementRequired, .insufficientBalance,
        .verificationFailed, .verificationUnavailable, .deliveryFailed, .storageFailed, .alreadyDelivered,
    ]
    static let general = "Something went wrong. Try again later."

    @Test("An error that is meant for customers has a sentence of its own", arguments: customerCodes)
    func customer(code: IAPError.Code) throws {
        let error = IAPError(code, "For developers: $.products[0]")
        #expect(error.isMeantForCustomer)
        let text = try #require(error.errorDescription)
        #expect(text != Self.general && text.hasSuffix("."))
        #expect(!text.contains("developers"))
        #expect(error.localizedDescription == text)
    }

    @Test("Room on the device is asked for when there is none, and for nothing else", arguments: ["en", "de", "ja"])
    func storageFull(language: String) {
        func text(_ cause: (any Error)?) -> String {
            let error = IAPError(.storageFailed, "", underlying: cause)
            return ErrorFormat(locale: Locale(identifier: language)).text(for: error)
        }
        let full = text(POSIXError(.ENOSPC))
        #expect(text(IAPError(.storageFailed, "", underlying: CocoaError(.fileWriteOutOfSpace))) == full)
        for code in [POSIXErrorCode.EACCES, .EPERM, .EROFS, .EISDIR, .EIO] {
            #expect(text(POSIXError(code)) == text(nil) && text(nil) != full)
        }
        if language == "en" { #expect(full.contains("Make room") && !text(nil).contains("room")) }
    }

    @Test("No two of these sentences are the same")
    func different() {
        #expect(Set(Self.customerCodes.map { IAPError($0, "").errorDescription }).count == Self.customerCodes.count)
    }

    @Test(
        "A mistake in the app is no reading for customers; developers read it in the message",
        arguments: [
            .invalidQuantity, .catalogInvalid, .clientInvalid, IAPError.Code(rawValue: "of a later version"),
        ]
    )
    func developer(code: IAPError.Code) {
        let error = IAPError(code, "Ask for 1 to 10.")
        #expect(error.errorDescription == Self.general)
        #expect(error.description.contains("Ask for 1 to 10."))
    }

    @Test("An app's own strings table replaces the sentences")
    func ownTable() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).bundle")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let table = #""error.networkError" = "Kein Netz."; "error.general" = "Etwas ging schief.";"#
        try Data(table.utf8).write(to: folder.appendingPathComponent("IAPTexts.strings"))
        let bundle = try #require(Bundle(url: folder))

        let format = ErrorFormat(locale: Locale(identifier: "en_US"), catalog: TextCatalog(bundle: bundle))
        #expect(format.text(for: IAPError(.networkError, "")) == "Kein Netz.")
        #expect(format.text(for: IAPError(.invalidQuantity, "")) == "Etwas ging schief.")
        #expect(format.text(for: IAPError(.purchaseDeclined, "")) == "The purchase was not approved.")
    }
}
