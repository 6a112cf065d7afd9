@main
struct Kills {
    static func main() {}
}
