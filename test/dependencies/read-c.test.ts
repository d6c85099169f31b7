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

describe("Meson", () => {
  const meson = {
    "meson.build": `project('app', 'cpp')
threads = dependency('threads')
glib = dependency('glib-2.0', version : '>= 2.66')
fmt = dependency('fmt', version: ['>=9', '<12'], fallback: ['fmt', 'fmt_dep'])
curl_dep = dependency('libcurl', required: get_option('curl').disable_auto_if(x)) # dependency('old')
gen = dependency('wayland-scanner', native: true)
tool = dependency('flatc', native: true)
lua = dependency('lua' + suffix)
own_dep = declare_dependency(include_directories: inc)
meson.override_dependency('app', own_dep)
`,
    "test/meson.build": "gtest = dependency('gtest', version: '1.14.0')\ndependency('catch2-with-main')\n",
    "subprojects/fmt.wrap": `[wrap-file]
directory = fmt-11.0.2
source_url = https://github.com/fmtlib/fmt/archive/11.0.2.tar.gz
wrapdb_version = 11.0.2-1

[provide]
fmt = fmt_dep
`,
    "subprojects/curl.wrap": `[wrap-file]
directory = curl-8.5.0
source_url = https://curl.se/download/curl-8.5.0.tar.xz
patch_url = https://wrapdb.mesonbuild.com/v2/curl_8.5.0-1/get_patch
[provide]
libcurl = curl_dep
`,
    "subprojects/tip.wrap": "[wrap-git]\nurl = https://github.com/acme/tip.git\nrevision = main\n",
    "subprojects/kit.wrap": "[wrap-git]\nurl = https://git.acme.dev/kit.git\nrevision = v1.0\n",
  };
  check("what it asks for, and what it fetches in which version", meson, [
    "cpp:catch2-with-main dev",
    "cpp:flatc dev",
    "cpp:fmt 11.0.2 @11.0.2",
    "cpp:glib-2.0 >=2.66",
    "cpp:gtest 1.14.0 @1.14.0 dev",
    "cpp:libcurl 8.5.0 @8.5.0",
    "cpp:tip",
  ]);
  test("where it fetches from is a home, or the project's own business", () => {
    const { dependencies, elsewhere } = readDependencies(Object.entries(meson));
    expect(dependencies.flatMap(({ name, home }) => (home ? `${name} ${home}` : []))).toEqual([
      "fmt https://github.com/fmtlib/fmt",
      "tip https://github.com/acme/tip",
    ]);
    expect(elsewhere.map(({ name }) => name)).toEqual(["kit"]);
  });
});

describe("Bazel", () => {
  const bazel = {
    "MODULE.bazel": `module(name = "app", version = "1.0.0")
bazel_dep(name = "rules_cc", version = "0.2.22")
bazel_dep(name = "abseil-cpp", version = "20260526.0")
bazel_dep(name = "eigen", version = "3.4.0.bcr.3")
bazel_dep(name = "google_benchmark", version = "1.9.5", dev_dependency = True)
# bazel_dep(name = "old", version = "1.0")
bazel_dep(name = "fmt")
git_override(module_name = "fmt", remote = "https://github.com/fmtlib/fmt.git", tag = "11.0.2")
maven.install(
    artifacts = ["com.google.guava:guava:33.0.0-jre"],
    repositories = ["https://repo1.maven.org/maven2"],
)
`,
    WORKSPACE: `http_archive(
    name = "com_github_gabime_spdlog",
    urls = ["https://github.com/gabime/spdlog/archive/v1.14.1.zip"],
)
http_archive(name = "rules_java", url = "https://github.com/bazelbuild/rules_java/releases/download/7.6.5/rules_java-7.6.5.tar.gz")
git_repository(name = "tip", remote = "git@git.acme.dev:tip.git", commit = "d3f449f")
new_git_repository(name = "ebur", remote = "https://github.com/google/loudness_ebur128.git", commit = "e9e73147637db60dc742cba8a611a37dd72b14b5")
`,
  };
  check("modules and what is fetched, without what builds need", bazel, [
    "cpp:abseil-cpp 20260526.0 @20260526.0",
    "cpp:eigen 3.4.0 @3.4.0",
    "cpp:fmt 11.0.2 @11.0.2",
    "cpp:google_benchmark 1.9.5 @1.9.5 dev",
    "cpp:loudness_ebur128",
    "cpp:spdlog 1.14.1 @1.14.1",
    "maven:com.google.guava:guava 33.0.0-jre @33.0.0-jre",
  ]);
});

test("submodules are packages without a version, and what not everybody can reach is the project's own business", () => {
  const files = {
    ".gitmodules": `[submodule "lib/fmt"]
	path = lib/fmt
	url = https://github.com/fmtlib/fmt.git
	branch = master
[submodule "tests/googletest"]
	path = tests/googletest
	url = "https://github.com/google/googletest/"
[submodule "kit"]
	path = kit
	url = git@github.com:acme/kit.git
[submodule "near"]
	path = near
	url = ../near.git
`,
    "CMakeLists.txt": "find_package(fmt 9.1)",
  };
  expect(said(files)).toEqual(["cpp:fmt >=9.1", "cpp:googletest dev"]);
  const { dependencies, elsewhere } = readDependencies(Object.entries(files));
  expect(dependencies).toMatchObject([
    { home: "https://github.com/fmtlib/fmt" },
    {
      home: "https://github.com/google/googletest",
      decidedBy: "the commit of the submodule tests/googletest",
    },
  ]);
  expect(elsewhere.map(({ name }) => name)).toEqual(["kit", "near"]);
});
