// Every other file of this module is compiled on Apple platforms alone, behind `#if canImport(Darwin)`: they are where
// Apple's StoreKit is. `canImport(StoreKit)` would not do, because on Linux a package may have a module of that name.
// Importing this module elsewhere is harmless, so that an app need not guard the import.
