// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that apps that depend on the SDK neither see nor build it.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "swift-iap", path: "../..")],
    targets: [
        // Counts allocations and file calls of the whole process.
        .target(name: "Counters"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "Counters",
                .product(name: "IAP", package: "swift-iap"),
                .product(name: "IAPStoreKitFile", package: "swift-iap"),
                .product(name: "IAPCore", package: "swift-iap"),
                .product(name: "IAPPaymentQueue", package: "swift-iap"),
                .product(name: "IAPPersistence", package: "swift-iap"),
                .product(name: "IAPPresentation", package: "swift-iap"),
                .product(name: "IAPSandbox", package: "swift-iap"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
