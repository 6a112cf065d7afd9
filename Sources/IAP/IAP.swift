// An app imports IAP and has the whole SDK, but for the store that it chooses: IAPStoreKit or IAPSandbox.
@_exported public import IAPCatalog
@_exported public import IAPCore
@_exported public import IAPPaymentQueue
@_exported public import IAPPersistence
