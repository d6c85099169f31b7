import { describe, expect, test } from "@jest/globals";
import { readDependencies } from "../../src/dependencies/read-dependencies.ts";
import { check, said } from "./said.ts";

describe("Conan", () => {
  check(
    "requirements, tools and ranges; those of a user are elsewhere, options are none",
    {
      "conanfile.txt": `[requires]
fmt/10.2.1
zlib/[>=1.2.11 <2] # newest
acme-kit/1.0@acme/stable
boost/1.84.0@_/_
[tool_requires]
cmake/3.28.1
[options]
fmt/*:shared=True
`,
      "lib/conanfile.py": `class Lib(ConanFile):
    name = "lib"
    requires = ("spdlog/1.14.1", "nlohmann_json/3.11.3")
    # requires = "old/1.0"
    def requirements(self):
        self.requires("openssl/[~3.2]", transitive_headers=True)
        self.requires(f"icu/{self.icu_version}")
        self.requires(
            "pugixml/1.14"
        )
        self.requires("lz4/1.9.4", override=True)
        self.requires("opengl/system")
        self.test_requires("gtest/1.14.0")
`,
    },
    [
      "cpp:boost 1.84.0 @1.84.0",
      "cpp:cmake 3.28.1 @3.28.1 dev",
      "cpp:fmt 10.2.1 @10.2.1",
      "cpp:gtest 1.14.0 @1.14.0 dev",
      "cpp:icu",
      "cpp:nlohmann_json 3.11.3 @3.11.3",
      "cpp:openssl ~3.2",
      "cpp:pugixml 1.14 @1.14",
      "cpp:spdlog 1.14.1 @1.14.1",
      "cpp:zlib >=1.2.11 <2",
    ],
  );
  check(
    "the lock file says the version, of both forms",
    {
      "conanfile.txt": "[requires]\nzlib/[>=1.2.11 <2]\nfmt/[^10]\n",
      "conan.lock":
        '{"version":"0.5","requires":["zlib/1.3.1#f52e/17057","fmt/10.2.1#65/1"],"build_requires":[]}',
      "old/conanfile.txt": "[requires]\nlz4/[*]\n",
      "old/conan.lock": '{"graph_lock":{"nodes":{"0":{"ref":"lz4/1.9.4#0"}}}}',
    },
    ["cpp:fmt ^10 @10.2.1", "cpp:lz4 * @1.9.4", "cpp:zlib >=1.2.11 <2 @1.3.1"],
  );
});

test("a version that is said exactly counts before one that is the least", () =>
  expect(
    said({ "a/CMakeLists.txt": "find_package(Boost 1.36)", "conanfile.txt": "[requires]\nboost/1.79.0\n" }),
  ).toEqual(["cpp:Boost 1.79.0 @1.79.0"]));

describe("vcpkg", () => {
  check(
    "features, tools of the machine and overrides; the baseline's versions stay empty, one name is written in many ways",
    {
      "vcpkg.json": JSON.stringify({
        name: "app",
        "builtin-baseline": "c82f74667287d3dc386bce81e44964370c91a289",
        dependencies: [
          "zlib",
          { name: "fmt", "version>=": "10.1.0#2" },
          { name: "protobuf", host: true },
          "nlohmann-json",
          "vcpkg-cmake",
        ],
        features: { tests: { description: "", dependencies: ["catch2"] } },
        overrides: [{ name: "nlohmann-json", version: "3.11.3#1" }],
      }),
      "CMakeLists.txt": "project(App)\nfind_package(nlohmann_json REQUIRED)\nfind_package(app)\n",
    },
    ["cpp:catch2", "cpp:fmt >=10.1.0", "cpp:nlohmann-json 3.11.3 @3.11.3", "cpp:protobuf dev", "cpp:zlib"],
  );
});

describe("CMake", () => {
  const cmake = {
    "CMakeLists.txt": `cmake_minimum_required(VERSION 3.20)
project(app LANGUAGES CXX)
set(SPDLOG_VERSION "1.14.1")
find_package(Threads REQUIRED)
find_package(Boost 1.83 REQUIRED COMPONENTS json) # find_package(Comment)
find_package(unofficial-sqlite3 CONFIG)
find_package(Qt\${QT_MAJOR} REQUIRED)
#[[ find_package(Block) ]]
include(FetchContent)
FetchContent_Declare(
  fmt
  GIT_REPOSITORY https://github.com/fmtlib/fmt.git
  GIT_TAG        10.2.1 # release
)
FetchContent_Declare(json URL https://github.com/nlohmann/json/releases/download/v3.11.3/json.tar.xz)
FetchContent_Declare(tip GIT_REPOSITORY https://github.com/acme/tip GIT_TAG 9b7e37d3b1f2e4a5c6d7e8f9a0b1c2d3e4f5a6b7)
FetchContent_Declare(kit GIT_REPOSITORY git@git.acme.dev:kit.git GIT_TAG v1.0.0)
ExternalProject_Add(curl GIT_REPOSITORY "https://github.com/curl/curl" GIT_TAG curl-8_5_0)
FetchContent_Declare(mine SOURCE_DIR \${CMAKE_SOURCE_DIR}/mine)
`,
    "cmake/cpm.cmake": `CPMAddPackage("gh:gabime/spdlog@\${SPDLOG_VERSION}")
CPMAddPackage("https://github.com/CLIUtils/CLI11#v2.4.1")
CPMAddPackage(NAME lz4 GITHUB_REPOSITORY lz4/lz4 VERSION 1.9.4 GIT_TAG v1.9.4)
CPMAddPackage(URI "gh:catchorg/Catch2@3.5.2" OPTIONS "A ON")
`,
  };
  check("what a finder needs is not the project's need", { "cmake/FindPng.cmake": "find_package(ZLIB)" }, []);
  check("packages that it finds, those that it fetches, and the version that a tag says", cmake, [
    "cpp:Boost >=1.83",
    "cpp:CLI11 2.4.1 @2.4.1",
    "cpp:Catch2 3.5.2 @3.5.2 dev",
    "cpp:curl 8.5.0 @8.5.0",
    "cpp:fmt 10.2.1 @10.2.1",
    "cpp:json 3.11.3 @3.11.3",
    "cpp:lz4 1.9.4 @1.9.4",
    "cpp:spdlog 1.14.1 @1.14.1",
    "cpp:sqlite3",
    "cpp:tip",
  ]);
  test("where it fetches from is a package's home, or the project's own business", () => {
    const { dependencies, elsewhere } = readDependencies(Object.entries(cmake));
    const homes = dependencies.flatMap(({ name, home }) => (home ? `${name} ${home}` : []));
    expect(homes).toEqual([
      "CLI11 https://github.com/CLIUtils/CLI11",
      "Catch2 https://github.com/catchorg/Catch2",
      "curl https://github.com/curl/curl",
      "fmt https://github.com/fmtlib/fmt",
      "json https://github.com/nlohmann/json",
      "lz4 https://github.com/lz4/lz4",
      "spdlog https://github.com/gabime/spdlog",
      "tip https://github.com/acme/tip",
    ]);
    expect(elsewhere.map(({ name }) => name)).toEqual(["kit"]);
  });
});
