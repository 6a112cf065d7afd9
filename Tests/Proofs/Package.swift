// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that apps that depend on the SDK neither see nor build it. It uses the SDK as an app does.
let package = Package(
    name: "Proofs",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-iap", path: "../..")],
    targets: [
        .target(
            name: "PurchaseAudit",
            dependencies: [
                .product(name: "IAP", package: "swift-iap"),
                .product(name: "IAPStoreKitFile", package: "swift-iap"),
            ]
        ),
        .executableTarget(
            name: "Kills",
            dependencies: [
                "PurchaseAudit",
                .product(name: "IAP", package: "swift-iap"),
                .product(name: "IAPSandbox", package: "swift-iap"),
            ]
        ),
        .executableTarget(
            name: "Simulation",
            dependencies: [
                "PurchaseAudit",
                .product(name: "IAP", package: "swift-iap"),
                .product(name: "IAPSandbox", package: "swift-iap"),
                .product(name: "IAPTesting", package: "swift-iap"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
