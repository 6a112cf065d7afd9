// swift-tools-version: 6.2
import PackageDescription

// Modules stand row by row, as on the map in Documentation/Architecture.md. A module imports lower rows only, which
// .ci/layers checks. A dependency that another dependency brings along is not repeated.
let package = Package(
    name: "swift-iap",
    defaultLocalization: "en",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "IAPPaywall", targets: ["IAPPaywall"]),
        .library(name: "IAP", targets: ["IAP"]),
        .library(name: "IAPStoreKit", targets: ["IAPStoreKit"]),
        .library(name: "IAPSandbox", targets: ["IAPSandbox"]),
        .library(name: "IAPPaymentQueue", targets: ["IAPPaymentQueue"]),
        .library(name: "IAPTesting", targets: ["IAPTesting"]),
        .library(name: "IAPSQLite", targets: ["IAPSQLite"]),
        .library(name: "IAPOpenSSL", targets: ["IAPOpenSSL"]),
        .library(name: "IAPCatalog", targets: ["IAPCatalog"]),
        .library(name: "IAPPersistence", targets: ["IAPPersistence"]),
        .library(name: "IAPPresentation", targets: ["IAPPresentation"]),
        .library(name: "IAPStoreKitFile", targets: ["IAPStoreKitFile"]),
        .library(name: "IAPCore", targets: ["IAPCore"]),
        .executable(name: "iapctl", targets: ["iapctl"]),
        .executable(name: "CoinShop", targets: ["CoinShop"]),
        .executable(name: "StreamingPlans", targets: ["StreamingPlans"]),
    ],
    traits: [
        .trait(name: "SQLite", description: "SQLiteStorage of IAPSQLite. Needs libsqlite3 (Debian: libsqlite3-dev)."),
        .trait(
            name: "OpenSSL",
            description: "OpenSSLAuthenticator of IAPOpenSSL. Needs libcrypto (Debian: libssl-dev)."
        ),
    ],
    targets: [
        // Row 5: a screen's state.
        .target(name: "IAPPaywall", dependencies: ["IAP", "IAPPresentation"]),

        // Row 4: what an app imports.
        .target(name: "IAP", dependencies: ["IAPCatalog", "IAPPaymentQueue"]),
        .target(name: "IAPStoreKit", dependencies: ["IAPCore"]),

        // Row 3: the simulated store, the queue, the suites for plug-ins. The last two are empty without their traits.
        .target(name: "IAPSandbox", dependencies: ["IAPStoreKitFile", "IAPPresentation"]),
        .target(name: "IAPPaymentQueue", dependencies: ["IAPPersistence"]),
        .target(name: "IAPTesting", dependencies: ["IAPPersistence"]),
        .target(
            name: "IAPSQLite",
            dependencies: [
                "IAPPersistence", .target(name: "CSQLite", condition: .when(platforms: notApple, traits: ["SQLite"])),
            ]
        ),
        .target(
            name: "IAPOpenSSL",
            dependencies: ["IAPPersistence", .target(name: "COpenSSL", condition: .when(traits: ["OpenSSL"]))]
        ),

        // Row 2: what is for sale, what was bought, texts, Xcode's files.
        .target(name: "IAPCatalog", dependencies: ["IAPCore"]),
        .target(
            name: "IAPPersistence",
            dependencies: ["IAPCore", .target(name: "CStatx", condition: .when(platforms: [.linux]))]
        ),
        .target(
            name: "IAPPresentation",
            dependencies: ["IAPCore"],
            // Periods and ranges come from the ICU inside Foundation, which Apple's platforms do not open to packages.
            linkerSettings: [.linkedLibrary("_FoundationICU", .when(platforms: notApple))]
        ),
        .target(name: "IAPStoreKitFile", dependencies: ["IAPCore"]),

        // Row 1: the vocabulary.
        .target(name: "IAPCore"),

        // Libraries of the system.
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(name: "CStatx"),

        // Programs. The samples use what a customer's app can use: no `package` access.
        .executableTarget(name: "iapctl", dependencies: ["IAPSandbox"]),
        .executableTarget(
            name: "CoinShop",
            dependencies: ["SampleShop"],
            path: "Samples/CoinShop",
            resources: [.embedInCode("Shop.storekit")],
            packageAccess: false
        ),
        .executableTarget(
            name: "StreamingPlans",
            dependencies: ["SampleShop"],
            path: "Samples/StreamingPlans",
            exclude: ["Timelines"],
            resources: [.embedInCode("Plans.storekit")],
            packageAccess: false
        ),
        .target(
            name: "SampleShop",
            dependencies: ["IAPPaywall", "IAPSandbox", "SampleTerminal"],
            path: "Samples/Shop",
            packageAccess: false
        ),
        .target(name: "SampleTerminal", path: "Samples/Terminal", packageAccess: false),

        // Tests. Programs that try out the whole SDK are apart: Tests/Proofs, Tests/Fuzzing.
        .testTarget(name: "IAPTests", dependencies: ["IAPPaywall", "IAPSandbox", "IAPTesting"]),
        .testTarget(name: "IAPSandboxTests", dependencies: ["IAPSandbox", "IAPTesting"]),
        .testTarget(name: "IAPPaymentQueueTests", dependencies: ["IAPPaymentQueue"]),
        .testTarget(name: "IAPTestingTests", dependencies: ["IAPTesting"]),
        .testTarget(name: "IAPSQLiteTests", dependencies: ["IAPSQLite", "IAPTesting"], exclude: ["Fixtures"]),
        .testTarget(name: "IAPOpenSSLTests", dependencies: ["IAPOpenSSL"]),
        .testTarget(name: "IAPCatalogTests", dependencies: ["IAPCatalog"]),
        .testTarget(name: "IAPPersistenceTests", dependencies: ["IAPTesting"], exclude: ["Fixtures"]),
        .testTarget(name: "IAPPresentationTests", dependencies: ["IAPPresentation"], resources: [.copy("Fixtures")]),
        .testTarget(name: "IAPStoreKitFileTests", dependencies: ["IAPStoreKitFile"], resources: [.copy("Fixtures")]),
        .testTarget(name: "IAPCoreTests", dependencies: ["IAPCore"]),
        .testTarget(name: "iapctlTests", dependencies: ["iapctl"]),
        .testTarget(name: "SamplesTests", dependencies: ["CoinShop", "StreamingPlans"]),
    ],
    swiftLanguageModes: [.v6]
)

/// The platforms that are not Apple's, which bring neither SQLite nor ICU along.
var notApple: [Platform] { [.linux, .android, .windows, .wasi] }

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
