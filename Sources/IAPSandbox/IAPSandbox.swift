// A simulated store is made from product definitions, or from a file that has them.
@_exported public import IAPStoreKitFile
