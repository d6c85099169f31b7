import { describe, expect, test } from "@jest/globals";
import { checkManifests } from "../../src/checks/manifests.ts";
import { faultOfManifest } from "../../src/checks/package-entries.ts";
import { timeOf } from "../helpers/time-of.ts";

const npm = (more: object): string =>
  JSON.stringify({ name: "shop", scripts: { test: "jest" }, dependencies: { zod: "^4.0.0" }, ...more });
const cargo = (more: string): string => `[package]\nname = "shop"\n\n[dependencies]\nserde = "1"\n${more}`;
const python = (list: string, more = ""): string =>
  `[project]\nname = "shop"\ndependencies = [${list}]\n\n[build-system]\nrequires = ["hatchling"]\n${more}`;
const go = (more: string): string =>
  `module example.com/shop\n\ngo 1.24\n\nrequire (\n\tgolang.org/x/sys v0.1.0\n${more})\n`;
const gems = (more: string): string => `source "https://rubygems.org"\n\ngem "rails", "~> 8.0"\n${more}`;
const project = (more: string): string =>
  `<Project Sdk="Microsoft.NET.Sdk">\n  <ItemGroup>\n${more}  </ItemGroup>\n</Project>\n`;

describe("E04 packages of a manifest", () => {
  test.each<[string, string, string]>([
    ["package.json", npm({}), npm({ dependencies: { zod: "^4.1.0", "tiny-kit": "1.x || >=2.0.0-rc.1 <3" } })],
    ["web/package.json", npm({}), npm({ devDependencies: { vitest: "latest" } })],
    ["package.json", npm({}), npm({ dependencies: {} })],
    ["package.json", npm({}), npm({ dependencies: { zod: "^4.0.0", "@shop/ui": "workspace:*" } })],
    [
      "package.json",
      npm({ dependencies: { own: "git+ssh://git@example.com/own.git" } }),
      npm({ dependencies: {}, devDependencies: { own: "git+ssh://git@example.com/own.git" } }),
    ],
    ["composer.json", '{"require":{"php":"^8.2"}}', '{"require":{"php":"^8.2","monolog/monolog":"^3.0"}}'],
    ["Cargo.toml", cargo(""), cargo('tokio = { version = "1.40", features = ["full"], optional = true }\n')],
    ["Cargo.toml", cargo(""), cargo("[dev-dependencies]\na = '1'\n[workspace.dependencies]\nb = '2'\n")],
    ["Cargo.toml", cargo(""), cargo("a = { features = { toString = 1, valueOf = 1 } }\n")],
    [
      "pyproject.toml",
      python(""),
      python("", '[tool.poetry.dependencies]\na = { version = "^1", optional = true }\n'),
    ],
    ["Cargo.toml", cargo(""), cargo("[target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\n")],
    [
      "pyproject.toml",
      python('"httpx"'),
      python(`"anyio>=4", "httpx", 'tomli >=2,<3 ; python_version < "3.11"'`),
    ],
    [
      "pyproject.toml",
      python('"httpx"'),
      python(
        '"httpx"',
        '[dependency-groups]\ndev = ["pytest[extra]~=8.0"]\n[tool.poetry.group.x.dependencies]\na = "^1"\n',
      ),
    ],
    [
      "requirements.txt",
      "httpx==0.28\n",
      "# the client\nhttpx==0.29  # newer\nanyio[trio]>=4; python_version>='3.9'\n",
    ],
    ["requirements/test.txt", "", "pytest\n"],
    ["go.mod", go(""), go("\tgolang.org/x/text v0.20.0\n\texample.com/a/v2 v2.0.0-20250101 // indirect\n")],
    [
      "Gemfile",
      gems(""),
      gems('\ngem "rack", "~> 3.1", require: false, groups: [:test, :development] # for the server\n'),
    ],
    ["App.csproj", project(""), project('    <PackageReference Include="Polly" Version="8.5.0" />\n')],
  ])("may change: %s to %#", (path, before, after) => {
    expect(faultOfManifest({ path, before, after })).toBeUndefined();
  });

  test.each<[string, string, string]>([
    ["package.json", npm({}), npm({ scripts: { test: "jest", postinstall: "node x.js" } })],
    ["package.json", npm({}), npm({ dependencies: { zod: "https://example.com/z.tgz" } })],
    ["package.json", npm({}), npm({ dependencies: { zod: "user/zod" } })],
    ["package.json", npm({}), npm({ dependencies: { zod: "npm:other@1" } })],
    ["package.json", npm({}), npm({ dependencies: { zod: "z.tgz" } })],
    ["package.json", npm({}), npm({ dependencies: { zod: "./zod" } })],
    ["package.json", npm({}), npm({ dependencies: { zod: "file:zod" } })],
    ["package.json", npm({}), npm({ dependencies: { zod: { version: "1" } } })],
    ["package.json", npm({}), npm({ overrides: { zod: "3" } })],
    ["package.json", npm({}), npm({ bin: "x.js", dependencies: { zod: "^4.0.0" } })],
    ["package.json", npm({}), npm({ __proto__: null, prettier: "./x.mjs" })],
    ["package.json", npm({}), "{"],
    ["package.json", '{"dependencies":{"a":"1"}}', '{"dependencies":{"a":"x/y"},"dependencies":{"a":"1"}}'],
    ["package.json", npm({}), `${'{"x":'.repeat(100_000)}1${"}".repeat(100_000)}`],
    ["composer.json", '{"require":{}}', '{"require":{},"repositories":[{"type":"vcs"}]}'],
    ["composer.json", '{"require":{}}', '{"require":{},"scripts":{"post-install-cmd":"x"}}'],
    ["Cargo.toml", cargo(""), cargo('evil = { git = "https://example.com/evil" }\n')],
    ["Cargo.toml", cargo(""), cargo('evil = { version = "git+https://example.com/evil" }\n')],
    ["Cargo.toml", cargo(""), cargo('evil = { registry = "other", version = "1" }\n')],
    ["Cargo.toml", cargo(""), cargo('evil = { package = "other", version = "1" }\n')],
    ["Cargo.toml", cargo(""), cargo('evil = { version = "../evil" }\n')],
    ["Cargo.toml", cargo(""), cargo('evil = { path = "../evil" }\n')],
    ["Cargo.toml", cargo(""), cargo('[patch.crates-io]\nserde = { path = "x" }\n')],
    ["Cargo.toml", cargo(""), cargo("").replace('name = "shop"', 'name = "shop"\nbuild = "x.rs"')],
    ["pyproject.toml", python('"httpx"'), python('"httpx @ https://example.com/h.whl"')],
    ["pyproject.toml", python('"httpx"'), python('"httpx.tar.gz"')],
    ["pyproject.toml", python(""), python("").replace("hatchling", "evil")],
    ["pyproject.toml", python(""), python("", '[tool.pytest.ini_options]\naddopts = "-p evil"\n')],
    [
      "pyproject.toml",
      python(""),
      python("", '[tool.poetry.dependencies]\na = { url = "https://example.com" }\n'),
    ],
    ["requirements.txt", "", "--index-url https://example.com\n"],
    ["requirements.txt", "", "-r other.txt\n"],
    ["requirements.txt", "", "httpx==1 --global-option=x\n"],
    ["requirements.txt", "", 'httpx==1; python_version>"3" --global-option=x\n'],
    ["requirements.txt", "", "git+https://example.com/x.git\n"],
    ["requirements.txt", "", "./local\n"],
    ["requirements.txt", "", "# fast\f--index-url https://example.com\n"],
    ["requirements.txt", "", "httpx==1 # fast\x0b-r other.txt\n"],
    ["requirements.txt", "", "httpx==1 # fast\x1c./local\n"],
    ["requirements.txt", "--require-hashes\nhttpx==1\n", "httpx==1\n"],
    ["go.mod", go(""), `${go("")}\nreplace golang.org/x/sys => ../sys\n`],
    ["go.mod", go(""), go("").replace("go 1.24", "go 1.25\ntoolchain go1.99")],
    ["Gemfile", gems(""), gems('gem "rack", git: "https://example.com/rack.git"\n')],
    ["Gemfile", gems(""), gems('gem "rack", "#{`id`}"\n')],
    ["Gemfile", gems(""), gems("system('id')\n")],
    ["App.csproj", project(""), project('    <Exec Command="id" />\n')],
    ["App.csproj", project(""), project('    <PackageReference Include="A" Version="$(x)" />\n')],
    [
      "App.csproj",
      project('    <!--\n    <Exec Command="id" />\n    -->\n'),
      project('    <!--\n    -->\n    <Exec Command="id" />\n'),
    ],
    ["pom.xml", "<project/>", "<project><build/></project>"],
    ["setup.py", "x = 1\n", "x = 2\n"],
    ["build.gradle", "", "// x\n"],
  ])("may not: %s to %#", (path, before, after) => {
    expect(faultOfManifest({ path, before, after })).toMatch(/./);
  });

  test("are read in time", () => {
    const long = `${"a".repeat(99)}[${"b,".repeat(49)}]>${"1,".repeat(49)};${" ".repeat(199)}@\n`.repeat(
      2000,
    );
    expect(faultOfManifest({ path: "requirements.txt", before: "", after: long })).toMatch(/./);
  });

  test.each(["go.mod", "shop.csproj"])("a line of blanks in %s is refused in time", async (path) => {
    const after = `${" ".repeat(300_000)}x\n`;
    const milliseconds = await timeOf(() =>
      expect(faultOfManifest({ path, before: "", after })).toMatch(/is not a package/),
    );
    expect(milliseconds).toBeLessThan(3000);
  });

  test.each([
    [{}, "package.json", /may not be changed here/],
    [{ allowPackages: true }, "package-lock.json", /written by the package manager/],
    [{ allowPackages: true }, "setup.cfg", /added by a person/],
    [{ allowPackages: true }, "package.json", undefined],
    [{ allowManifests: true }, "package-lock.json", undefined],
  ])("%j: %s", (options, path, refused) => {
    const change = { path, before: npm({}), after: npm({ dependencies: { zod: "^4.2.0" } }) };
    const { complaints, findings } = checkManifests([change], options);
    expect(complaints.map(({ message }) => message)).toEqual(refused ? [expect.stringMatching(refused)] : []);
    expect(findings).toHaveLength(refused ? 0 : 1);
  });

  const script = (toml: string): string => `#!/usr/bin/env -S uv run\n# /// script\n${toml}# ///\nprint(1)\n`;
  const rich = script('# dependencies = ["rich>=13"]\n');

  /** What stands in the comments of a script that names its packages (PEP 723), with and without leave to add some. */
  test.each<[string | undefined, string | undefined, boolean, boolean]>([
    [undefined, script('# requires-python = ">=3.12"\n# dependencies = []\n'), true, true],
    [undefined, rich, false, true],
    ["print(1)\n", rich, false, true],
    [rich, `${rich}print(2)\n`, true, true],
    [rich, rich.replaceAll("\n", "\r\n"), true, true],
    [rich, script(""), true, true],
    [rich, "print(1)\n", true, true],
    [rich, undefined, true, true],
    [rich, script('# dependencies = ["rich>=13", "httpx"]\n'), false, true],
    [rich, script('# dependencies = ["rich @ https://example.com/r.whl"]\n'), false, false],
    [
      rich,
      script('# dependencies = ["rich>=13"]\n#\n# [tool.uv]\n# index-url = "https://example.com"\n'),
      false,
      false,
    ],
    [rich, `${rich}# /// script\n# dependencies = ["rich>=13"]\n# ///\n`, false, false],
    [undefined, script("# dependencies = [\n"), false, false],
    [undefined, rich.replace("# ///\nprint", "print"), false, true],
  ])("a script's own packages: %j to %j", (before, after, plainly, withLeave) => {
    for (const path of ["tools/a.py", "tools/run"]) {
      const said = (allowPackages: boolean) => checkManifests([{ path, before, after }], { allowPackages });
      expect([said(false).complaints, said(true).complaints].map(({ length }) => length === 0)).toEqual([
        plainly,
        withLeave,
      ]);
      expect(said(true).findings).toHaveLength(withLeave && !plainly ? 1 : 0);
    }
    expect(checkManifests([{ path: "a.md", before, after }], {}).complaints).toEqual([]);
  });

  test.each([
    [undefined, npm({})],
    [npm({}), undefined],
  ])("a manifest is neither made nor deleted", (before, after) => {
    expect(faultOfManifest({ path: "package.json", before, after })).toMatch(/neither made nor deleted/);
  });
});
