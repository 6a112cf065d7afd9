/// The identifier of a product in App Store Connect, such as `com.example.coins`.
///
/// Letters, digits, underscores and full stops ([App Store Connect
/// help](https://developer.apple.com/help/app-store-connect/reference/in-app-purchase-information)).
public typealias ProductIdentifier = String
