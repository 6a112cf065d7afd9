// swift-tools-version: 6.2
import PackageDescription

let notApple: [Platform] = [.linux, .android, .windows, .wasi]

let package = Package(
    name: "swift-iap",
    defaultLocalization: "en",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "IAP", targets: ["IAP"]),
        .library(name: "IAPPaywall", targets: ["IAPPaywall"]),
        .library(name: "IAPCore", targets: ["IAPCore"]),
        .library(name: "IAPCatalog", targets: ["IAPCatalog"]),
        .library(name: "IAPStoreKitFile", targets: ["IAPStoreKitFile"]),
        .library(name: "IAPPaymentQueue", targets: ["IAPPaymentQueue"]),
        .library(name: "IAPPersistence", targets: ["IAPPersistence"]),
        .library(name: "IAPPresentation", targets: ["IAPPresentation"]),
        .library(name: "IAPSandbox", targets: ["IAPSandbox"]),
        .library(name: "IAPStoreKit", targets: ["IAPStoreKit"]),
        .library(name: "IAPTesting", targets: ["IAPTesting"]),
        .library(name: "IAPSQLite", targets: ["IAPSQLite"]),
        .library(name: "IAPOpenSSL", targets: ["IAPOpenSSL"]),
        .executable(name: "CoinShop", targets: ["CoinShop"]),
        .executable(name: "StreamingPlans", targets: ["StreamingPlans"]),
        .executable(name: "iapctl", targets: ["iapctl"]),
    ],
    traits: [
        .trait(name: "SQLite", description: "SQLiteStorage of IAPSQLite. Needs libsqlite3 (Debian: libsqlite3-dev)."),
        .trait(
            name: "OpenSSL",
            description: "OpenSSLAuthenticator of IAPOpenSSL. Needs libcrypto (Debian: libssl-dev)."
        ),
    ],
    targets: [
        .target(name: "IAPCore"),

        .target(name: "IAPCatalog", dependencies: ["IAPCore"]),
        .target(name: "IAPStoreKitFile", dependencies: ["IAPCore"]),
        .target(
            name: "IAPPersistence",
            dependencies: ["IAPCore", .target(name: "CStatx", condition: .when(platforms: [.linux]))]
        ),
        .systemLibrary(name: "CStatx"),
        .target(
            name: "IAPPresentation",
            dependencies: ["IAPCore"],
            linkerSettings: [
                // Periods and ranges come from the ICU that Foundation brings along; Apple's platforms do not open
                // theirs.
                .linkedLibrary("_FoundationICU", .when(platforms: [.linux, .android, .windows, .wasi]))
            ]
        ),

        .target(name: "IAPPaymentQueue", dependencies: ["IAPCore", "IAPPersistence"]),

        .target(
            name: "IAP",
            dependencies: ["IAPCore", "IAPCatalog", "IAPPersistence", "IAPPaymentQueue"]
        ),
        .target(name: "IAPPaywall", dependencies: ["IAP", "IAPPresentation"]),
        .target(name: "IAPSandbox", dependencies: ["IAPCore", "IAPStoreKitFile", "IAPPresentation"]),
        .target(name: "IAPStoreKit", dependencies: ["IAPCore"]),
        .target(name: "IAPTesting", dependencies: ["IAPCore", "IAPPersistence"]),

        // Empty without their traits. Apple's platforms bring SQLite along.
        .target(
            name: "IAPSQLite",
            dependencies: [
                "IAPCore", "IAPPersistence",
                .target(name: "CSQLite", condition: .when(platforms: notApple, traits: ["SQLite"])),
            ]
        ),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "IAPOpenSSL",
            dependencies: [
                "IAPCore", "IAPPersistence",
                .target(name: "COpenSSL", condition: .when(traits: ["OpenSSL"])),
            ]
        ),
        .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),

        .executableTarget(
            name: "iapctl",
            dependencies: ["IAPCore", "IAPStoreKitFile", "IAPPresentation", "IAPSandbox"]
        ),
        // The samples use what a customer's app can use: no `package` access.
        .target(name: "SampleTerminal", path: "Samples/Terminal", packageAccess: false),
        .target(
            name: "SampleShop",
            dependencies: ["IAP", "IAPPaywall", "IAPSandbox", "SampleTerminal"],
            path: "Samples/Shop",
            packageAccess: false
        ),
        .executableTarget(
            name: "CoinShop",
            dependencies: ["IAP", "IAPPresentation", "IAPSandbox", "SampleShop", "SampleTerminal"],
            path: "Samples/CoinShop",
            resources: [.embedInCode("Shop.storekit")],
            packageAccess: false
        ),
        .executableTarget(
            name: "StreamingPlans",
            dependencies: ["IAP", "IAPPaywall", "IAPSandbox", "SampleShop", "SampleTerminal"],
            path: "Samples/StreamingPlans",
            exclude: ["Timelines"],
            resources: [.embedInCode("Plans.storekit")],
            packageAccess: false
        ),

        .target(
            name: "PurchaseAudit",
            dependencies: ["IAPCore", "IAPPersistence", "IAPStoreKitFile", "IAPPaymentQueue"],
            path: "Tests/PurchaseAudit"
        ),
        .executableTarget(
            name: "Simulation",
            dependencies: [
                "IAPCore", "IAPPersistence", "IAPPaymentQueue", "IAPSandbox", "IAPStoreKitFile", "IAPTesting",
                "PurchaseAudit",
            ],
            path: "Tests/Simulation"
        ),
        .executableTarget(
            name: "Kills",
            dependencies: ["IAP", "IAPCore", "IAPPaymentQueue", "IAPSandbox", "PurchaseAudit"],
            path: "Tests/Kills"
        ),

        .testTarget(name: "IAPCoreTests", dependencies: ["IAPCore"]),
        .testTarget(
            name: "IAPPersistenceTests",
            dependencies: ["IAPCore", "IAPPersistence", "IAPTesting"],
            exclude: ["Fixtures"]
        ),
        .testTarget(name: "IAPTestingTests", dependencies: ["IAPCore", "IAPPersistence", "IAPTesting"]),
        .testTarget(
            name: "IAPSQLiteTests",
            dependencies: [
                "IAPCore", "IAPPersistence", "IAPSQLite", "IAPTesting",
                .target(name: "CSQLite", condition: .when(platforms: notApple, traits: ["SQLite"])),
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(name: "IAPOpenSSLTests", dependencies: ["IAPCore", "IAPPersistence", "IAPOpenSSL"]),
        .testTarget(name: "IAPPaymentQueueTests", dependencies: ["IAPCore", "IAPPersistence", "IAPPaymentQueue"]),
        .testTarget(name: "IAPTests", dependencies: ["IAP", "IAPPaywall", "IAPSandbox", "IAPTesting"]),
        .testTarget(
            name: "IAPPresentationTests",
            dependencies: ["IAPCore", "IAPPresentation"],
            resources: [.copy("Fixtures")]
        ),
        .testTarget(name: "IAPSandboxTests", dependencies: ["IAPSandbox", "IAPStoreKitFile", "IAPCore", "IAPTesting"]),
        .testTarget(name: "IAPCatalogTests", dependencies: ["IAPCore", "IAPCatalog"]),
        .testTarget(
            name: "IAPStoreKitFileTests",
            dependencies: ["IAPCore", "IAPStoreKitFile"],
            resources: [.copy("Fixtures")]
        ),
        .testTarget(name: "iapctlTests", dependencies: ["iapctl", "IAPStoreKitFile"]),
        .testTarget(name: "SamplesTests", dependencies: ["CoinShop", "SampleShop", "StreamingPlans"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
