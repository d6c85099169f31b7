import { describe, expect, test } from "@jest/globals";
import { readDependencies } from "../../src/dependencies/read-dependencies.ts";
import { timeOf } from "../helpers/time-of.ts";
import { check } from "./said.ts";

describe("Gradle", () => {
  check(
    "coordinates in one text and in parts, in both languages; comments, parts of the project and addresses are none",
    {
      "app/build.gradle.kts": `dependencies {
  api(project(":core"))
  implementation("com.google.code.gson:gson:2.14.0")
  implementation(platform("org.junit:junit-bom:5.13.3"))
  testImplementation("org.junit.jupiter:junit-jupiter")
  implementation(group = "commons-io", name = "commons-io", version = "2.21.0")
  // implementation("com.acme:old:1.0")
  /* implementation("com.acme:older:1.0") */
}
val scm = "scm:git:git://github.com/acme/app.git"
repositories { maven { url = uri("https://repo1.maven.org/maven2") } }
`,
      "core/build.gradle": `dependencies {
  compileOnly 'org.slf4j:slf4j-api:2.0.18:sources@jar',
              'org.ow2.asm:asm:9.10.1'
  testImplementation group: 'org.assertj', name: 'assertj-core', version: '3.27.7'
  annotationProcessor "org.projectlombok:lombok:1.18.30"
  compile('io.netty:netty-all:4.1.0') { exclude group: 'io.acme', module: 'none' }
}
`,
    },
    [
      "maven:com.google.code.gson:gson 2.14.0 @2.14.0",
      "maven:commons-io:commons-io 2.21.0 @2.21.0",
      "maven:io.netty:netty-all 4.1.0 @4.1.0",
      "maven:org.assertj:assertj-core 3.27.7 @3.27.7 dev",
      "maven:org.junit.jupiter:junit-jupiter dev",
      "maven:org.junit:junit-bom 5.13.3 @5.13.3",
      "maven:org.ow2.asm:asm 9.10.1 @9.10.1",
      "maven:org.projectlombok:lombok 1.18.30 @1.18.30 dev",
      "maven:org.slf4j:slf4j-api 2.0.18 @2.0.18",
    ],
  );
  check(
    "a catalog's words and versions; plugins and what a bundle says are no names",
    {
      "gradle/libs.versions.toml": `[versions]
jackson = "2.16.2"
kotest = { strictly = "5.9.1" }
[libraries]
jackson-databind = { module = "com.fasterxml.jackson.core:jackson-databind", version.ref = "jackson" }
kotest_core = { group = "io.kotest", name = "kotest-core", version.ref = "kotest" }
guava = "com.google.guava:guava:33.0.0-jre"
bom = { module = "org.acme:bom" }
[bundles]
json = ["jackson-databind"]
[plugins]
shadow = { id = "com.gradleup.shadow", version = "8.0.0" }
`,
      "build.gradle.kts": `dependencies {
  implementation(libs.jackson.databind)
  testImplementation(libs.kotest.core)
  implementation(libs.bundles.json)
  implementation(libs.nowhere)
}
`,
    },
    [
      "maven:com.fasterxml.jackson.core:jackson-databind 2.16.2 @2.16.2",
      "maven:com.google.guava:guava 33.0.0-jre @33.0.0-jre",
      "maven:io.kotest:kotest-core 5.9.1 @5.9.1 dev",
      "maven:org.acme:bom",
    ],
  );
  check(
    "versions under a name: a table, gradle.properties, a file above; one that nobody says stays open",
    {
      "gradle/dependencies.gradle": `versions += [
  jackson: "2.16.2", // newest
  caffeine: "2.9.3",
]
libs += [
  jackson: "com.fasterxml.jackson.core:jackson-databind:$versions.jackson",
  caffeine: "com.github.ben-manes.caffeine:caffeine:\${versions.caffeine}",
  scala: "com.acme:kit_$versions.baseScala:$versions.jackson",
]
`,
      "build.gradle": `ext { rxVersion = '3.1.12' }
dependencies {
  implementation libs.jackson
  testImplementation libs.caffeine
}
`,
      "gradle.properties": "okhttp.version=5.4.0\norg.gradle.jvmargs=-Xmx2g\n",
      "app/build.gradle": `dependencies {
  implementation "io.reactivex.rxjava3:rxjava:$rxVersion"
  implementation "com.squareup.okhttp3:okhttp:\${okhttp.version}"
  implementation "com.acme:open:$nowhere"
}
`,
    },
    [
      "maven:com.acme:open",
      "maven:com.fasterxml.jackson.core:jackson-databind 2.16.2 @2.16.2",
      "maven:com.github.ben-manes.caffeine:caffeine 2.9.3 @2.9.3 dev",
      "maven:com.squareup.okhttp3:okhttp 5.4.0 @5.4.0",
      "maven:io.reactivex.rxjava3:rxjava 3.1.12 @3.1.12",
    ],
  );
  check(
    "the lock file",
    {
      "build.gradle": `dependencies { implementation("org.slf4j:slf4j-api:2.+") }`,
      "gradle.lockfile":
        "# generated\norg.slf4j:slf4j-api:2.0.18=compileClasspath,runtimeClasspath\nempty=\n",
    },
    ["maven:org.slf4j:slf4j-api 2.+ @2.0.18"],
  );
});

describe("Paket", () => {
  check(
    "packages, groups, ranges, and what the lock file holds of them alone",
    {
      "paket.dependencies": `source https://api.nuget.org/v3/index.json
framework: netstandard2.0
nuget Newtonsoft.Json >= 10.0.3 redirects: force
nuget Argu
nuget Mono.Cecil ~> 0.11.1 < 1.0
nuget Serilog 3.1.1
github forki/FsUnit FsUnit.fs
group Build
  nuget FAKE < 5
`,
      "paket.lock": `NUGET
  remote: https://api.nuget.org/v3/index.json
    Argu (6.1.1)
      FSharp.Core (>= 4.3.2) - restriction: >= netstandard2.0
    Newtonsoft.Json (13.0.3) - redirects: force
`,
    },
    [
      "nuget:Argu @6.1.1",
      "nuget:FAKE < 5 dev",
      "nuget:Mono.Cecil ~> 0.11.1 < 1.0",
      "nuget:Newtonsoft.Json >= 10.0.3 @13.0.3",
      "nuget:Serilog 3.1.1 @3.1.1",
    ],
  );
});

describe("a module takes from the files above it", () => {
  check(
    "Maven: properties, versions and scopes of the parent; its own come first",
    {
      "pom.xml": `<project><groupId>com.acme</groupId><artifactId>shop</artifactId><version>9</version>
        <properties><gson.version>2.13.2</gson.version><asm.version>9.9</asm.version></properties>
        <dependencyManagement><dependencies>
          <dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId><version>33.0.0-jre</version></dependency>
          <dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version><scope>test</scope></dependency>
          <dependency><groupId>com.nobody</groupId><artifactId>needs-it</artifactId><version>1.0</version></dependency>
        </dependencies></dependencyManagement></project>`,
      "cart/pom.xml": `<project><parent><groupId>com.acme</groupId><artifactId>shop</artifactId><version>9</version></parent>
        <artifactId>cart</artifactId><properties><asm.version>9.10.1</asm.version></properties>
        <dependencies>
          <dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId></dependency>
          <dependency><groupId>junit</groupId><artifactId>junit</artifactId></dependency>
          <dependency><groupId>com.google.code.gson</groupId><artifactId>gson</artifactId><version>\${gson.version}</version></dependency>
          <dependency><groupId>org.ow2.asm</groupId><artifactId>asm</artifactId><version>\${asm.version}</version></dependency>
          <dependency><groupId>\${project.groupId}</groupId><artifactId>shop</artifactId><version>\${project.version}</version></dependency>
        </dependencies></project>`,
    },
    [
      "maven:com.google.code.gson:gson 2.13.2 @2.13.2",
      "maven:com.google.guava:guava 33.0.0-jre @33.0.0-jre",
      "maven:junit:junit 4.13.2 @4.13.2 dev",
      "maven:org.ow2.asm:asm 9.10.1 @9.10.1",
    ],
  );
  check(
    ".NET: properties and packages of Directory.Build.props",
    {
      "Directory.Build.props": `<Project><PropertyGroup><PollyVersion>8.6.0</PollyVersion></PropertyGroup>
        <ItemGroup><PackageReference Include="StyleCop.Analyzers" Version="1.2.0" PrivateAssets="all" /></ItemGroup></Project>`,
      "src/Shop.csproj": `<Project><ItemGroup><PackageReference Include="Polly" Version="$(PollyVersion)" />
        <PackageReference Include="Dapper" Version="$(Nowhere)" /></ItemGroup></Project>`,
    },
    ["nuget:Dapper", "nuget:Polly 8.6.0 @8.6.0", "nuget:StyleCop.Analyzers 1.2.0 @1.2.0 dev"],
  );
});

test("Maven: a list from elsewhere that decides a version is named, and no version is guessed", () => {
  const list = `<groupId>org.boot</groupId><artifactId>boot-dependencies</artifactId><version>\${boot}</version>`;
  const needs = (name: string): string =>
    `<dependencies><dependency><groupId>org.boot</groupId><artifactId>${name}</artifactId></dependency></dependencies>`;
  const parent = (name: string): string =>
    `<parent><groupId>com.acme</groupId><artifactId>${name}</artifactId><version>1</version></parent>`;
  const { dependencies } = readDependencies([
    [
      "pom.xml",
      `<project><groupId>com.acme</groupId><artifactId>shop</artifactId><properties><boot>3.2.0</boot></properties><dependencyManagement><dependencies><dependency>${list}<scope>import</scope></dependency></dependencies></dependencyManagement></project>`,
    ],
    ["cart/pom.xml", `<project>${parent("shop")}<artifactId>cart</artifactId>${needs("web")}</project>`],
    ["tool/pom.xml", `<project>${parent("far")}<artifactId>tool</artifactId>${needs("cli")}</project>`],
  ]);
  expect(dependencies.map(({ name, version, decidedBy }) => [name, version, decidedBy])).toEqual([
    ["org.boot:cli", undefined, "com.acme:far 1 or org.boot:boot-dependencies 3.2.0"],
    ["org.boot:web", undefined, "org.boot:boot-dependencies 3.2.0"],
  ]);
});

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  [
    "a platform in literal words, of a property, of the catalog; code's own versions are no list's",
    {
      "gradle/libs.versions.toml":
        '[libraries]\nspring-bom = "org.spring:bom:7.0"\nspring-web = { module = "org.spring.web:web" }\n',
      "build.gradle.kts": `val junit = "5.13.3"
dependencies {
  implementation(platform(libs.spring.bom))
  testImplementation(enforcedPlatform("org.junit:junit-bom:$junit"))
  // implementation(platform("org.old:bom:1"))
  implementation(libs.spring.web)
  testImplementation("org.junit.jupiter:junit-jupiter")
  implementation("com.other:kit")
  implementation("com.other:made:\${code()}")
}
`,
    },
    [
      "com.other:kit by org.spring:bom 7.0 or org.junit:junit-bom 5.13.3",
      "com.other:made",
      "org.junit.jupiter:junit-jupiter by org.junit:junit-bom 5.13.3",
      "org.spring.web:web by org.spring:bom 7.0",
    ],
  ],
  [
    "another file's platforms, of many the one of the own group",
    {
      "build.gradle": ["a", "b", "c", "d"].map((one) => `api platform('org.${one}:bom:1')\n`).join(""),
      "web/build.gradle": "dependencies {\n  api 'org.c.web:web'\n  api 'org.x:x'\n}\n",
    },
    ["org.c.web:web by org.c:bom 1", "org.x:x"],
  ],
  [
    "the list of Spring's plugins, and one that they import",
    {
      "build.gradle": `plugins {
  id 'org.springframework.boot' version '3.5.0'
  id 'io.spring.dependency-management' version '1.1.7'
}
dependencyManagement { imports { mavenBom "org.springframework.cloud:spring-cloud-dependencies:\${cloud}" } }
ext { cloud = '2025.0.0' }
dependencies { implementation 'org.postgresql:postgresql' }
`,
    },
    [
      "org.postgresql:postgresql by org.springframework.cloud:spring-cloud-dependencies 2025.0.0 or org.springframework.boot:spring-boot-dependencies 3.5.0",
    ],
  ],
  [
    "a catalog that cannot be read",
    { "gradle/libs.versions.toml": "[libraries", "build.gradle": "api 'org.x:x'\n" },
    ["org.x:x"],
  ],
])("a platform of Gradle decides a version: %s", (_name, files, expected) => {
  const { dependencies } = readDependencies(Object.entries(files));
  const open = dependencies.filter(({ range }) => range === "");
  expect(open.map(({ name, decidedBy }) => (decidedBy ? `${name} by ${decidedBy}` : name))).toEqual(expected);
});

describe("Deno", () => {
  check(
    "both registries, import maps and the lock file",
    {
      "deno.jsonc": `{
  "name": "@shop/cart", // the project itself
  "imports": {
    "@std/path": "jsr:@std/path@^1.0.0",
    "tailwind": "npm:tailwindcss@^4.1.10",
    "signals": "npm:/@preact/signals@2.5.1/hooks",
    "own": "./src/own.ts", "far": "https://deno.land/x/oak@v12/mod.ts",
  },
  /* for one folder */
  "scopes": { "./tests/": { "@std/assert": "jsr:@std/assert@1" } },
}`,
      "deno.lock": JSON.stringify({
        version: "5",
        specifiers: {
          "jsr:@std/path@1": "1.1.4",
          "npm:tailwindcss@^4.1.10": "4.1.16_postcss@8.5.6",
          "npm:@preact/signals@2.5.1": "2.5.1_preact@10.29.1",
        },
      }),
    },
    [
      "jsr:@std/assert 1",
      "jsr:@std/path ^1.0.0 @1.1.4",
      "npm:@preact/signals 2.5.1 @2.5.1",
      "npm:tailwindcss ^4.1.10 @4.1.16",
    ],
  );
});

test("a deno.jsonc that is broken is told once", () =>
  expect(readDependencies([["deno.jsonc", "{"]]).notes.map(({ path }) => path)).toEqual(["deno.jsonc"]));

describe("lock files", () => {
  check(
    "bun.lock: what stands at the top",
    {
      "package.json": JSON.stringify({ dependencies: { zod: "^3.23.8", "@hono/kit": "^2.0.0" } }),
      "bun.lock": `{
  "workspaces": { "": { "dependencies": { "zod": "^3.23.8" } } },
  "packages": {
    "@hono/kit": ["@hono/kit@2.0.12", "", {}, "sha512-x=="],

    "zod": ["zod@3.25.76", "", {}, "sha512-x=="],

    "msw/zod": ["zod@3.99.0", "", {}, "sha512-x=="],
  }
}`,
    },
    ["npm:@hono/kit ^2.0.0 @2.0.12", "npm:zod ^3.23.8 @3.25.76"],
  );
  const lock = (version: string): string =>
    `[[package]]\nname = "syn"\nversion = "${version}"\nsource = "registry"\n`;
  check(
    "the nearest one above counts, and any where none above knows it",
    {
      "Cargo.toml": '[dependencies]\nsyn = "2"\n',
      "Cargo.lock": lock("2.0.1"),
      "fuzz/Cargo.toml": '[dependencies]\nlibfuzzer-sys = "0.4"\n',
      "fuzz/Cargo.lock": `${lock("2.0.9")}\n[[package]]\nname = "libfuzzer-sys"\nversion = "0.4.7"\n`,
      "web/package.json": JSON.stringify({ dependencies: { zod: "^4" } }),
      "tools/yarn.lock": 'zod@^4:\n  version "4.1.5"\n',
    },
    ["crates:libfuzzer-sys 0.4 @0.4.7", "crates:syn 2 @2.0.1", "npm:zod ^4 @4.1.5"],
  );
});

describe("Python", () => {
  const compiled = `#
# This file is autogenerated by pip-compile with Python 3.12
#
asgiref==3.8.1 \\
    --hash=sha256:aa
    # via django
django[argon2]==5.2.17
    # via
    #   -r requirements.in
    #   django-filter
pytz==2026.1 # via -r requirements.in
sqlparse==0.5.0
    # via django
`;
  const written = { "requirements.in": "django[argon2]>=5\npytz\n", "requirements.txt": compiled };
  check("what a program compiled is the lock file of what people wrote", written, [
    "pypi:django >=5 @5.2.17",
    "pypi:pytz ==2026.1 @2026.1",
  ]);
  test("what only dependencies need is told apart", () =>
    expect(readDependencies(Object.entries(written)).indirect.map(({ name }) => name)).toEqual([
      "asgiref",
      "sqlparse",
    ]));
  check(
    "setup.py: lists that are written out, also under a name",
    {
      "setup.py": `from setuptools import setup
REQUIRES = [
    "click>=8.1,<9",  # command line
    'jinja2[async] ~= 3.1',
]
setup(
    name="shop",
    install_requires=REQUIRES + (["colorama"] if win else []),
    setup_requires=["setuptools_scm"],
    extras_require={
        "redis": ["redis>=5; python_version > '3.8'"],
        "test": ["pytest==8.0.0", "shop[redis]"],
    },
)
`,
    },
    [
      "pypi:click >=8.1,<9",
      "pypi:jinja2 ~=3.1",
      "pypi:pytest ==8.0.0 @8.0.0 dev",
      "pypi:redis >=5",
      "pypi:setuptools_scm dev",
    ],
  );
  check(
    "setup.cfg: lists below their keys, also of other tools",
    {
      "setup.cfg": `[metadata]
name = shop
description = not >= a list
[options]
packages = find:
install_requires =
    click>=8.1
    importlib-metadata; python_version < "3.8"
    # a comment
tests_require = pytest
[options.extras_require]
docs =
    sphinx==9.1.0
postgres = psycopg>=3
[flake8]
ignore =
    E501
`,
    },
    [
      "pypi:click >=8.1",
      "pypi:importlib-metadata",
      "pypi:psycopg >=3",
      "pypi:pytest dev",
      "pypi:sphinx ==9.1.0 @9.1.0 dev",
    ],
  );
});

test("Go: what is replaced comes from there", () => {
  const { dependencies, indirect, elsewhere } = readDependencies([
    [
      "go.mod",
      `module github.com/acme/shop
require (
	github.com/spf13/cobra v1.6.1
	golang.org/x/net v0.1.0 // indirect
	github.com/acme/kit v0.0.0
	// github.com/old/thing v1.0.0
	gopkg.in/yaml.v3 v3.0.0
)
require go.uber.org/zap v1.27.0
replace github.com/spf13/cobra => github.com/spf13/cobra v1.7.0
replace (
	github.com/acme/kit => ../kit
	gopkg.in/yaml.v3 v3.0.0 => git.acme.dev/yaml v3.0.9
	golang.org/x/net => golang.org/x/net v0.2.0
)
`,
    ],
  ]);
  expect(dependencies.map(({ name, version }) => `${name} ${version}`)).toEqual([
    "github.com/spf13/cobra v1.7.0",
    "go.uber.org/zap v1.27.0",
  ]);
  expect(indirect.map(({ name, version }) => `${name} ${version}`)).toEqual(["golang.org/x/net v0.2.0"]);
  expect(elsewhere.map(({ name }) => name)).toEqual(["github.com/acme/kit", "gopkg.in/yaml.v3"]);
});

describe("conda and pixi", () => {
  check(
    "an environment's packages, with those of pip; the language is none, and two lists are one",
    {
      "environment.yml": `name: app
channels: [conda-forge]
dependencies:
  - python=3.11
  - numpy=1.26
  - conda-forge::scipy>=1.11,<2
  - pandas=2.2.1=py311_0
  - xarray
  - conda-forge/label/testing::matplotlib-base>=3.6
  - https://conda.acme.dev/main::acme-kit
  - pip
  - pip:
      - httpx==0.27.0
      - -r requirements.txt
`,
      "environment.yaml": "production:\n  url: x\n",
    },
    [
      "pypi:httpx ==0.27.0 @0.27.0",
      "pypi:matplotlib >=3.6",
      "pypi:numpy ==1.26.*",
      "pypi:pandas ==2.2.1 @2.2.1",
      "pypi:scipy >=1.11,<2",
      "pypi:xarray",
    ],
  );
  check(
    "pixi's tables with its lock file, in a file of its own and in pyproject.toml",
    {
      "pixi.toml": `[workspace]
channels = ["conda-forge"]
[dependencies]
python = "3.12.*"
numpy = ">=2"
[pypi-dependencies]
httpx = { version = ">=0.27", extras = ["http2"] }
kit = { path = "../kit" }
[feature.test.dependencies]
pytest = "*"
[target.win-64.dependencies]
pywin32 = "306"
`,
      "pixi.lock": `packages:
- conda: https://conda.anaconda.org/conda-forge/linux-64/numpy-2.1.3-py312h58c1407_0.conda
  sha256: e4c1
- pypi: https://files.pythonhosted.org/packages/httpx-0.27.2-py3-none-any.whl
  name: httpx
  version: 0.27.2
`,
      "lib/pyproject.toml": '[project]\nname = "lib"\n[tool.pixi.dependencies]\nxarray = ">=2024.1"\n',
    },
    [
      "pypi:httpx >=0.27 @0.27.2",
      "pypi:numpy >=2 @2.1.3",
      "pypi:pytest dev",
      "pypi:pywin32 ==306 @306",
      "pypi:xarray >=2024.1",
    ],
  );
  check(
    "constraints say the version of what somebody needs, and need nothing",
    {
      "requirements.txt": "-c constraints.txt\nflask\n",
      "constraints.txt": "flask==3.0.3\nwerkzeug===3.0.4\n",
      Pipfile: '[packages]\nclick = "*"\n[docs]\nmkdocs = "*"\n[scripts]\nrun = "python"\n',
    },
    ["pypi:click", "pypi:flask @3.0.3", "pypi:mkdocs dev"],
  );
});

test.each<[string, string, string]>([
  ["keys of an environment", "environment.yml", `dependencies:\n${"- a=1 =\n".repeat(11_000)}`],
  ["packages of a lock file", "pixi.lock", "- conda: https://a/".repeat(50_000)],
  ["comments that are never closed", "build.gradle", "/*".repeat(400_000)],
  ["a text that is never closed", "build.gradle", `"g:a:1${"x".repeat(800_000)}`],
  ["one long word", "build.gradle", "implementation".repeat(60_000)],
  ["names in a row", "build.gradle", "a-".repeat(400_000)],
  ["blanks", "gradle.properties", `group${" ".repeat(800_000)}`],
  ["texts in texts", "deno.json", '"\\'.repeat(400_000)],
  ["commas", "deno.json", `[${", ".repeat(400_000)}`],
  ["commands that are never closed", "CMakeLists.txt", "find_package(".repeat(60_000)],
  ["comments that are never closed in CMake", "CMakeLists.txt", "#[[".repeat(250_000)],
  [
    "names that name each other",
    "a.cmake",
    `${"set(A $" + "{A}$" + "{A})\nfind_package($" + "{A})\n"}`.repeat(20_000),
  ],
  ["calls of Meson that are never closed", "meson.build", "dependency('a',(".repeat(30_000)],
  ["blanks of Meson", "meson.build", `dependency('a'${" ".repeat(800_000)}`],
  ["calls of Bazel that are never closed", "MODULE.bazel", "bazel_dep(name=".repeat(60_000)],
  ["artifacts in a row", "WORKSPACE", `"${"a:".repeat(400_000)}`],
  ["blanks of a wrap", "a.wrap", `url${" ".repeat(800_000)}`],
  ["submodules without end", ".gitmodules", "[submodule\n".repeat(80_000)],
  ["blanks of Paket", "paket.dependencies", `nuget a${" ".repeat(800_000)}b`],
  ["lists of Conan", "conanfile.py", "requires=(\n".repeat(80_000)],
  ["references in a row", "conanfile.txt", `[requires]\n${"a/[".repeat(250_000)}`],
  ["lists that are never closed", "setup.py", "install_requires=[".repeat(50_000)],
  ["extras that are never closed", "setup.py", `extras_require={${'"a":['.repeat(50_000)}`],
  [
    "a list under many names",
    "setup.py",
    `X = [${'"a",'.repeat(20_000)}]\n${"install_requires=X\n".repeat(30_000)}`,
  ],
  ["a great many packages", "requirements.txt", "a\n".repeat(200_000)],
  ["comments before a line separator", "requirements.txt", `${"\t#".repeat(400_000)}\u2028x`],
  ["options before a line separator", "requirements.txt", `${"\t-a".repeat(300_000)}\u2028x`],
  ["comments before a carriage return", "setup.cfg", `${"\t#".repeat(400_000)}\rx`],
  ["extras that no line closes", "requirements.txt", `# autogenerated by uv\n${"a[\n".repeat(300_000)}`],
  ["blocks of one line", "Gemfile", `${"do|".repeat(300_000)}x`],
  [
    "blanks behind a version",
    "requirements.txt",
    `# autogenerated by uv\na==1${" ".repeat(800_000)}\n#via b`,
  ],
  [
    "words that double each other",
    "pom.xml",
    `<project><properties>${"abcdefgh".replace(/./g, (one, at) => `<${one}>${`\${${"bcdefgh"[at] ?? "x"}}`.repeat(9000)}</${one}>`)}</properties><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>\${a}</version></dependency></dependencies></project>`,
  ],
])("%s in a file that somebody made for it take no time", async (_, path, text) => {
  expect(await timeOf(() => readDependencies([[path, text]]))).toBeLessThan(4000);
});
