import { describe, expect, test } from "@jest/globals";
import { namesDependencies, readDependencies } from "../../src/dependencies/read-dependencies.ts";
import { check, said } from "./said.ts";

const packageJson = (sections: object): string => JSON.stringify({ name: "shop", ...sections });

describe("npm", () => {
  check(
    "sections, aliases and places that are no registry",
    {
      "package.json": packageJson({
        dependencies: {
          zod: "^4.1.0",
          old: "npm:lodash@^4.17.0",
          mine: "workspace:*",
          fork: "someone/fork#main",
          any: "*",
        },
        devDependencies: { jest: "30.0.1", zod: "^3.0.0" },
        peerDependencies: { react: ">=18" },
      }),
    },
    ["npm:any", "npm:jest 30.0.1 @30.0.1 dev", "npm:lodash ^4.17.0", "npm:react >=18", "npm:zod ^4.1.0"],
  );
  check(
    "git repositories, folders and archives, however they are written",
    {
      "package.json": packageJson({
        dependencies: {
          ...{ a: "git@github.com:acme/x.git", b: "gitlab:u/r", c: "bitbucket:u/r", d: "gist:1234" },
          ...{ e: "./libs/x", f: "~/x", g: "../x", h: "x.tgz", i: ".\\\\libs", j: "jsr:^1.0.0", k: "u/r#v1" },
          ...{ l: "git+ssh://git@acme.dev/x.git#semver:^1", m: "https://acme.dev/x.tgz", n: "link:../x" },
          ...{
            tagged: "next",
            both: "^1.0.0 || >=3 <4",
            from: "1.0.0 - 1.2.0",
            exact: "=1.2.3",
            cross: "1.x",
          },
        },
      }),
    },
    [
      ...["npm:both ^1.0.0 || >=3 <4", "npm:cross 1.x", "npm:exact =1.2.3 @1.2.3"],
      ...["npm:from 1.0.0 - 1.2.0", "npm:tagged next"],
    ],
  );
  const withCatalogs = packageJson({
    dependencies: { zod: "catalog:", react: "catalog:react17", lost: "catalog:nowhere", old: "catalog:" },
    devDependencies: { jest: "catalog:default", kit: "catalog:" },
  });
  check(
    "catalogs of pnpm; one that is not known leaves it to the lock file",
    {
      "apps/web/package.json": withCatalogs,
      "pnpm-workspace.yaml": `packages: [apps/*]\ncatalog:\n  zod: ^4.1.0\n  jest: ^30.0.0\n  old: npm:lodash@^4.17.0\n  kit: git@git.acme.dev:kit.git\n  next: ^15.0.0\ncatalogs:\n  react17:\n    react: ^17.0.2\n`,
      "pnpm-lock.yaml": `importers:\n  apps/web:\n    dependencies:\n      lost:\n        specifier: catalog:nowhere\n        version: 2.0.1\n`,
    },
    [
      ...["npm:jest ^30.0.0 dev", "npm:lodash ^4.17.0", "npm:lost @2.0.1", "npm:next ^15.0.0"],
      ...["npm:react ^17.0.2", "npm:zod ^4.1.0"],
    ],
  );
  check("without the list the names are known all the same", { "package.json": withCatalogs }, [
    ...["npm:jest dev", "npm:kit dev", "npm:lost", "npm:old", "npm:react", "npm:zod"],
  ]);
  check(
    "Yarn's ranges with the registry's name before them, and patched packages",
    {
      "package.json": packageJson({
        dependencies: {
          ...{ berry: "npm:^3.0.0", exact: "npm:3.1.0", new: "npm:latest", alias: "npm:@scope/real@2" },
          lodash: "patch:lodash@npm%3A4.17.21#~/.yarn/patches/lodash-npm-4.17.21.patch",
          "@scope/kit": "patch:@scope/kit@^1.0.0#./kit.patch",
          mine: "patch:mine@workspace:packages/mine#./mine.patch",
        },
      }),
    },
    [
      ...["npm:@scope/kit ^1.0.0", "npm:@scope/real 2", "npm:berry ^3.0.0", "npm:exact 3.1.0 @3.1.0"],
      ...["npm:lodash 4.17.21 @4.17.21", "npm:new latest"],
    ],
  );
  const manifest = packageJson({ dependencies: { zod: "^4.1.0", "@octokit/core": "^7.0.0" } });
  const locked = ["npm:@octokit/core ^7.0.0 @7.0.6", "npm:zod ^4.1.0 @4.1.5"];
  check(
    "package-lock.json takes what stands at the top, not what others brought",
    {
      "package.json": manifest,
      "package-lock.json": JSON.stringify({
        packages: {
          "": { name: "shop" },
          "node_modules/zod": { version: "4.1.5" },
          "node_modules/@octokit/core": { version: "7.0.6" },
          "node_modules/old/node_modules/zod": { version: "3.2.1" },
        },
      }),
    },
    locked,
  );
  check(
    "the lock file of npm 6",
    {
      "package.json": manifest,
      "package-lock.json": JSON.stringify({
        dependencies: { zod: { version: "4.1.5" }, "@octokit/core": { version: "7.0.6" } },
      }),
    },
    locked,
  );
  check(
    "yarn.lock of Yarn 1: the version of our major",
    {
      "package.json": manifest,
      "yarn.lock": `# yarn lockfile v1\n\n"@octokit/core@^7.0.0", "@octokit/core@^7.0.2":\n  version "7.0.6"\n\nzod@^3.2.0:\n  version "3.9.9"\n\nzod@^4.1.0:\n  version "4.1.5"\n  dependencies:\n    version "9.9.9"\n`,
    },
    locked,
  );
  check(
    "yarn.lock of later Yarns",
    {
      "package.json": manifest,
      "yarn.lock": `__metadata:\n  version: 8\n\n"@octokit/core@npm:^7.0.0":\n  version: 7.0.6\n\n"shop@workspace:.":\n  version: 0.0.0-use.local\n\n"zod@npm:^4.1.0":\n  version: 4.1.5\n`,
    },
    locked,
  );
  check(
    "pnpm-lock.yaml with importers and peers in the version",
    {
      "package.json": manifest,
      "pnpm-lock.yaml": `lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      '@octokit/core':\n        specifier: ^7.0.0\n        version: 7.0.6(encoding@0.1.13)\n      zod:\n        specifier: ^4.1.0\n        version: 4.1.5\n\npackages:\n\n  zod@9.9.9:\n    resolution: {integrity: x}\n`,
    },
    locked,
  );
  check(
    "parts of one repository are no dependencies of each other",
    {
      "package.json": packageJson({ dependencies: { "@shop/cart": "^1.0.0", zod: "^4.0.0" } }),
      "packages/cart/package.json": JSON.stringify({ name: "@shop/cart", dependencies: { zod: "^4.0.0" } }),
    },
    ["npm:zod ^4.0.0"],
  );
});

describe("Python", () => {
  check(
    "requirements: options, hashes, markers, addresses and comments",
    {
      "requirements.txt": `# ours\n-r other.txt\n--index-url https://example.org/simple\nrequests[socks]==2.32.3 ; python_version >= "3.8" \\\n    --hash=sha256:abc\nPyYAML >= 6, < 7  # yaml\ngit+https://example.org/x.git\n-e .\n./local\nname @ https://example.org/name.whl\nattrs\n`,
      "requirements-dev.txt": "pytest~=8.0\n",
    },
    ["pypi:PyYAML >=6,<7", "pypi:attrs", "pypi:pytest ~=8.0 dev", "pypi:requests ==2.32.3 @2.32.3"],
  );
  check(
    "a folder of requirements, as Django's projects have it",
    {
      "requirements/base.txt": "django>=5\n",
      "requirements/dev.txt": "-r base.txt\nipdb\n",
      "api/requirements/test.in": "-r ./base.txt\n-c constraints.txt\npytest\n",
      "requirements/production.txt": "-r base.txt\ngunicorn==23.0.0\n",
      "requirements/constraints.txt": "sqlparse==0.5.0\n",
    },
    ["pypi:django >=5", "pypi:gunicorn ==23.0.0 @23.0.0", "pypi:ipdb dev", "pypi:pytest dev"],
  );
  check(
    "pyproject.toml: standard tables, groups, and a lock file in another spelling",
    {
      "pyproject.toml": `[project]\nname = "shop"\ndependencies = ["Typing_Extensions>=4.0; python_version < '3.11'", "httpx[http2]>=0.27,<1"]\n[project.optional-dependencies]\ntests = ["pytest>=8"]\nyaml = ["PyYAML"]\nall = ["shop[yaml]"]\n[dependency-groups]\ndev = ["ruff==0.6.1", {include-group = "x"}]\n`,
      "uv.lock": `[[package]]\nname = "typing-extensions"\nversion = "4.12.2"\n[[package]]\nname = "httpx"\nversion = "0.28.1"\n`,
    },
    [
      "pypi:PyYAML",
      "pypi:Typing_Extensions >=4.0 @4.12.2",
      "pypi:httpx >=0.27,<1 @0.28.1",
      "pypi:pytest >=8 dev",
      "pypi:ruff ==0.6.1 @0.6.1 dev",
    ],
  );
  check(
    "Poetry",
    {
      "pyproject.toml": `[tool.poetry]\nname = "shop"\n[tool.poetry.dependencies]\npython = "^3.11"\nclick = "^8.1"\nsqlalchemy = {version = "~2.0", extras = ["asyncio"]}\nlocal = {path = "../x"}\n[tool.poetry.group.dev.dependencies]\nmypy = "*"\n`,
      "poetry.lock": `[[package]]\nname = "click"\nversion = "8.1.7"\n`,
    },
    ["pypi:click ^8.1 @8.1.7", "pypi:mypy dev", "pypi:sqlalchemy ~2.0"],
  );
  check(
    "uv's own sources; an index that is public is none",
    {
      "pyproject.toml": `[project]\ndependencies = ["acme-kit>=1", "Acme_UI", "acme-web", "torch>=2", "acme-x", "click", "acme-url @ https://acme.dev/x.whl"]\n[tool.uv.sources]\nacme_kit = { git = "https://git.acme.dev/kit" }\nacme-ui = { workspace = true }\nacme-web = [{ path = "../web", marker = "sys_platform == 'linux'" }]\ntorch = { index = "pytorch" }\nacme-x = { index = "acme" }\n[[tool.uv.index]]\nname = "pytorch"\nurl = "https://download.pytorch.org/whl/cpu"\n`,
    },
    ["pypi:click", "pypi:torch >=2"],
  );
  check(
    "Poetry's repositories and folders, also with a version",
    {
      "pyproject.toml": `[tool.poetry.dependencies]\na = {git = "https://git.acme.dev/a.git", version = "^1"}\nb = {path = "../b", version = "1"}\nc = {url = "https://acme.dev/c.whl", version = "1"}\nd = [{version = "^1", python = "<3.9"}, {git = "https://git.acme.dev/d.git"}]\nclick = [{version = "^7", python = "<3.9"}, {version = "^8"}]\n`,
    },
    ["pypi:click ^7"],
  );
  check(
    "Pipfile",
    {
      Pipfile: `[packages]\nflask = "==3.0.0"\n[dev-packages]\nblack = "*"\n`,
      "Pipfile.lock": JSON.stringify({ default: { flask: { version: "==3.0.3" } }, develop: {} }),
    },
    ["pypi:black dev", "pypi:flask ==3.0.0 @3.0.3"],
  );
});

describe("other ecosystems", () => {
  check(
    "go.mod leaves out what only dependencies need, and its own modules",
    {
      "go.mod": `module example.org/shop\n\ngo 1.22\n\nrequire github.com/spf13/cobra v1.8.1\n\nrequire (\n\tgithub.com/golang-jwt/jwt/v5 v5.2.1\n\tgolang.org/x/sys v0.20.0 // indirect\n\texample.org/shop/sub v0.0.0\n)\n\nreplace example.org/shop/sub => ./sub\n`,
      "sub/go.mod": "module example.org/shop/sub\n",
    },
    ["go:github.com/golang-jwt/jwt/v5 v5.2.1 @v5.2.1", "go:github.com/spf13/cobra v1.8.1 @v1.8.1"],
  );
  check(
    "Cargo: renamed crates, targets, workspaces, several locked versions of one crate",
    {
      "Cargo.toml": `[package]\nname = "shop"\n[dependencies]\nserde = { version = "1.0", features = ["derive"] }\nold-rand = { package = "rand", version = "0.8" }\nmine = { path = "../mine" }\ntokio = "1"\n[target.'cfg(unix)'.dependencies]\nnix = "0.29"\n[dev-dependencies]\ntempfile = "3"\n`,
      "Cargo.lock": `[[package]]\nname = "rand"\nversion = "0.9.1"\n[[package]]\nname = "rand"\nversion = "0.8.5"\n[[package]]\nname = "serde"\nversion = "1.0.210"\n`,
    },
    [
      "crates:nix 0.29",
      "crates:rand 0.8 @0.8.5",
      "crates:serde 1.0 @1.0.210",
      "crates:tempfile 3 dev",
      "crates:tokio 1",
    ],
  );
  check(
    "Cargo: repositories, folders and other registries, also with a version",
    {
      "Cargo.toml": `[dependencies]\na = { git = "https://git.acme.dev/a", version = "1" }\nb = { registry = "acme", version = "1" }\nc = { path = "../c", version = "1" }\nd = { registry-index = "sparse+https://acme.dev/", version = "1" }\nserde = { registry = "crates-io", version = "1" }\n[workspace.dependencies]\ne = { git = "https://git.acme.dev/e" , version = "1"}\n`,
    },
    ["crates:serde 1"],
  );
  check(
    "Cargo: what a workspace lists is for tests where only tests take it",
    {
      "Cargo.toml": `[workspace]\nmembers = ["api"]\n[workspace.dependencies]\nserde = "1.0.100"\nproptest = "1.5"\nold-rand = { package = "rand", version = "0.8" }\nkit = { git = "https://git.acme.dev/kit" }\ncc = "1.1"\nspare = "2"\n`,
      "api/Cargo.toml": `[dependencies]\nserde.workspace = true\nold-rand = { workspace = true, optional = true }\nkit.workspace = true\n[dev-dependencies]\nproptest.workspace = true\n[build-dependencies]\ncc = { workspace = true }\n`,
    },
    [
      ...["crates:cc 1.1 dev", "crates:proptest 1.5 dev", "crates:rand 0.8", "crates:serde 1.0.100"],
      "crates:spare 2",
    ],
  );
  check(
    "pom.xml: properties, managed versions, and the project's own modules",
    {
      "pom.xml": `<?xml version="1.0"?><project><groupId>org.shop</groupId><artifactId>shop</artifactId><version>1.0</version><properties><gson.version>2.11.0</gson.version></properties><dependencyManagement><dependencies><dependency><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId><version>2.0.13</version></dependency></dependencies></dependencyManagement><dependencies><dependency><groupId>com.google.code.gson</groupId><artifactId>gson</artifactId><version>\${gson.version}</version></dependency><dependency><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId></dependency><dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>\${unknown}</version><scope>test</scope></dependency><dependency><groupId>\${project.groupId}</groupId><artifactId>cart</artifactId><version>\${project.version}</version></dependency></dependencies></project>`,
      "cart/pom.xml": `<project><parent><groupId>org.shop</groupId><artifactId>shop</artifactId></parent><artifactId>cart</artifactId></project>`,
    },
    [
      "maven:com.google.code.gson:gson 2.11.0 @2.11.0",
      "maven:org.junit.jupiter:junit-jupiter dev",
      "maven:org.slf4j:slf4j-api 2.0.13 @2.0.13",
    ],
  );
  check(
    "Gemfile with groups, and its lock file",
    {
      Gemfile: `source "https://rubygems.org"\n# gem "ghost"\ngem "rails", "~> 7.1", ">= 7.1.2"\ngem 'mine', path: "../mine"\ngroup :development, :test do\n  if ENV["CI"]\n    gem "rspec"\n  end\nend\ngem "puma"\n`,
      "Gemfile.lock": `GEM\n  specs:\n    puma (6.4.2-java)\n    rails (7.1.3)\n      rack (>= 3)\n    rack (3.1.0)\n`,
      "shop.gemspec": `Gem::Specification.new do |s|\n  s.add_dependency "faraday", ">= 2", "< 3"\n  s.add_development_dependency("rake")\nend\n`,
    },
    [
      "rubygems:faraday >= 2, < 3",
      "rubygems:puma @6.4.2",
      "rubygems:rails ~> 7.1, >= 7.1.2 @7.1.3",
      "rubygems:rake dev",
      "rubygems:rspec dev",
    ],
  );
  check(
    "Gemfile with blocks and options for repositories and folders",
    {
      Gemfile: `source "https://rubygems.org" do\n  gem "rails"\nend\ngit_source(:acme) { |name| "https://git.acme.dev/#{name}" }\ngit "https://git.acme.dev/kit.git" do\n  group :test do\n    gem "kit"\n  end\n  gem "kit-ui"\nend\npath "components" do\n  gem "cart"\nend\ngem "a", "~> 1", # theirs\n  git: "https://git.acme.dev/a.git"\ngem "b", :gitlab => "acme/b"\ngem "c", acme: "acme/c"\ngem "d", source: "https://gems.acme.dev"\ngem "e", source: "https://rubygems.org"\ngem "puma",\n  "~> 6",\n  require: false\n`,
    },
    ["rubygems:e", "rubygems:puma ~> 6", "rubygems:rails"],
  );
  check(
    "composer.json",
    {
      "composer.json": JSON.stringify({
        name: "shop/shop",
        require: { php: ">=8.1", "ext-json": "*", "guzzlehttp/guzzle": "^7.8" },
        "require-dev": { "phpunit/phpunit": "^11" },
      }),
      "composer.lock": JSON.stringify({
        packages: [{ name: "guzzlehttp/guzzle", version: "7.9.2" }],
        "packages-dev": [{ name: "phpunit/phpunit", version: "v11.0.1" }],
      }),
    },
    ["packagist:guzzlehttp/guzzle ^7.8 @7.9.2", "packagist:phpunit/phpunit ^11 @11.0.1 dev"],
  );
  test("composer.lock says which namespaces a package fills", () => {
    const autoload = {
      "psr-4": { "Illuminate\\": "src/Illuminate/", "": "src/" },
      "psr-0": { Old_: "lib/" },
    };
    const { dependencies } = readDependencies([
      ["composer.json", JSON.stringify({ require: { "Laravel/framework": "^12", "psr/log": "^3" } })],
      [
        "composer.lock",
        JSON.stringify({
          packages: [
            { name: "laravel/framework", version: "v12.0.1", autoload },
            { name: "psr/log", version: "3.0.0", autoload: { classmap: ["src/"] } },
          ],
        }),
      ],
    ]);
    expect(dependencies.map(({ name, namespaces }) => [name, namespaces])).toEqual([
      ["Laravel/framework", ["Illuminate", "Old_"]],
      ["psr/log", undefined],
    ]);
  });
  check(
    ".NET: attributes, elements, central versions and the old form",
    {
      "Shop.csproj": `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><PackageReference Include="Newtonsoft.Json " Version="13.0.3" /><PackageReference Include="Serilog"><Version>[4.0.0]</Version></PackageReference><PackageReference Include="StyleCop" Version="1.1.118" PrivateAssets="all" /><PackageReference Include="Central" /></ItemGroup></Project>`,
      "Directory.Packages.props": `<Project><ItemGroup><PackageVersion Include="Central" Version="2.3.4" /></ItemGroup></Project>`,
      "old/packages.config": `<packages><package id="NUnit" version="3.14.0" developmentDependency="true" /></packages>`,
    },
    [
      "nuget:Central 2.3.4 @2.3.4",
      "nuget:NUnit 3.14.0 @3.14.0 dev",
      "nuget:Newtonsoft.Json 13.0.3 @13.0.3",
      "nuget:Serilog [4.0.0] @4.0.0",
      "nuget:StyleCop 1.1.118 @1.1.118 dev",
    ],
  );
});

describe("versions in one list, and comments", () => {
  check(
    ".NET: the list says versions, the projects say what they are for",
    {
      "Directory.Packages.props": `<Project><ItemGroup><PackageVersion Include="xunit" Version="2.9.0" /><PackageVersion Include="Dapper" Version="2.1.0" /><PackageVersion Include="Polly" Version="8.0.0" /><GlobalPackageReference Include="StyleCop.Analyzers" Version="1.1.118" /></ItemGroup></Project>`,
      "Shop.csproj": `<Project><ItemGroup><PackageReference Include="XUnit" PrivateAssets="all" /><PackageReference Include="Dapper" /><PackageReference Include="Polly" VersionOverride="7.2.4" /></ItemGroup></Project>`,
    },
    [
      "nuget:Dapper 2.1.0 @2.1.0",
      "nuget:Polly 7.2.4 @7.2.4",
      "nuget:StyleCop.Analyzers 1.1.118 @1.1.118 dev",
      "nuget:xunit 2.9.0 @2.9.0 dev",
    ],
  );
  check(
    "Gemfile: a comment behind what opens a group",
    { Gemfile: `group :test do # for CI\n  gem "rspec"\nend # test\ngem "puma"\n` },
    ["rubygems:puma", "rubygems:rspec dev"],
  );
  check(
    "go.mod: comments are no modules",
    {
      "go.mod": `require (\n\t// v2 breaks us\n\tgithub.com/a/b v1.8.1 // v3 too\n\t//github.com/c/d v1.0.0\n)\n`,
    },
    ["go:github.com/a/b v1.8.1 @v1.8.1"],
  );
});

describe("strangers' files", () => {
  const notes = (files: Readonly<Record<string, string>>) => readDependencies(Object.entries(files)).notes;
  test.each([
    ["JSON that breaks off", "package.json", '{"dependencies": {'],
    ["TOML that is none", "Cargo.toml", "[dependencies\nserde = 1"],
    ["aliases that grow", "pnpm-lock.yaml", "importers:\n  a: &a [x]\n  b: [*a, *a]\n"],
    ["JSON of another shape is just empty", "composer.json", "[1, 2]"],
  ])("%s: the other files count", (what, path, text) => {
    const files = { [path]: text, "go.mod": "require example.org/x v1.0.0\n" };
    expect(said(files)).toEqual(["go:example.org/x v1.0.0 @v1.0.0"]);
    const expected = what.includes("empty")
      ? []
      : [{ path, message: expect.stringMatching(/^cannot be read: ./) }];
    expect(notes(files)).toEqual(expected);
  });
  test("a byte order mark is read over, as package managers do", () => {
    const mark = "\uFEFF";
    const files = {
      "package.json": `${mark}{"name":"shop","dependencies":{"zod":"^4","shop":"1"}}`,
      "package-lock.json": `${mark}{"packages":{"node_modules/zod":{"version":"4.1.5"}}}`,
      "composer.json": `${mark}{"require":{"a/b":"^1"}}`,
      "api/requirements.txt": `${mark}click\n`,
      "Cargo.toml": `${mark}[dependencies]\nserde = "1"\n`,
      Gemfile: `${mark}gem "rack"\n`,
    };
    expect(notes(files)).toEqual([]);
    expect(said(files)).toEqual([
      ...["crates:serde 1", "npm:zod ^4 @4.1.5", "packagist:a/b ^1", "pypi:click", "rubygems:rack"],
    ]);
  });
  test.each([
    ["go.mod", "\n", /^$/],
    ["pnpm-workspace.yaml", "{}", /characters of YAML/],
    ["pnpm-workspace.yaml", "%", /characters of YAML/],
  ])("a %s of many %j is read in no time, or not at all", (path, part, told) => {
    const [note] = notes({ [path]: part.repeat(900_000 / part.length) });
    expect(note?.message ?? "").toMatch(told);
  });
  test("a manifest of a million characters is not read", () =>
    expect(notes({ "package.json": " ".repeat(1_000_001) })).toEqual([
      { path: "package.json", message: expect.stringContaining("is not read") },
    ]));
  test.each([
    ["package.json", true],
    ["apps/web/package.json", true],
    ["node_modules/zod/package.json", false],
    ["test/fixtures/package.json", false],
    ["examples/basic/go.mod", false],
    ["docs/requirements.txt", true],
    ["pnpm-workspace.yaml", true],
    ["requirements/base.txt", true],
    ["requirements/README.md", false],
    ["notes/base.txt", false],
    ["src/package.ts", false],
  ])("%s counts: %s", (path, expected) => expect(namesDependencies(path)).toBe(expected));
});
