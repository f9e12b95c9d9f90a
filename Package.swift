// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
]

let package = Package(
  name: "pagewalk",
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "pagewalk", targets: ["pagewalk"]),
    .library(name: "PageWalkCore", targets: ["PageWalkCore"]),
  ],
  targets: [
    .systemLibrary(
      name: "CCurl", path: "Sources/PageWalkCore/CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .target(
      name: "PageWalkCore", dependencies: ["CCurl"], exclude: ["CCurl"], swiftSettings: settings),
    .executableTarget(name: "pagewalk", dependencies: ["PageWalkCore"], swiftSettings: settings),

    .target(
      name: "LoopbackServer", path: "examples/LoopbackServer", swiftSettings: settings),
    .executableTarget(
      name: "demo-server", dependencies: ["LoopbackServer", "PageWalkCore"],
      path: "examples/demo-server",
      swiftSettings: settings),
    .executableTarget(
      name: "export-csv", dependencies: ["PageWalkCore"], path: "examples/export-csv",
      swiftSettings: settings),

    .executableTarget(
      name: "torture", dependencies: ["LoopbackServer"], path: "Tests/Torture",
      swiftSettings: settings),

    .testTarget(
      name: "PageWalkCoreTests",
      dependencies: ["PageWalkCore", "pagewalk", "LoopbackServer", "demo-server", "export-csv"],
      exclude: ["Cases", "Fixtures"], swiftSettings: settings),
  ]
)

// The fuzzer is linked with libFuzzer, by the flags of Fuzz/run.
if Context.environment["PAGEWALK_FUZZ"] != nil {
  package.products.append(.executable(name: "fuzz", targets: ["fuzz"]))
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["PageWalkCore", "CCurl"], path: "Fuzz",
      exclude: ["run", "Seeds"],
      swiftSettings: settings))
}

// Under the thread sanitizer, what waits for a lock has to be seen.
if Context.environment["PAGEWALK_SANITIZE"] == "thread" {
  package.targets.append(
    .target(name: "MutexInSight", path: "Tests/Sanitizers", swiftSettings: settings))
  for target in package.targets where target.name == "PageWalkCore" {
    target.dependencies.append("MutexInSight")
  }
}
