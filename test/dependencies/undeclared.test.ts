import { describe, expect, test } from "@jest/globals";
import { undeclaredImports } from "../../src/dependencies/undeclared.ts";

type Files = Readonly<Record<string, string>>;

/** What a change begins to import without a declaration: `path:line ecosystem:name`, with `!` where that is certain. */
async function check(standing: Files, change: Files, expected: readonly string[]): Promise<void> {
  const entries = new Map(
    Object.keys(standing).map((path) => [path, { path, mode: "100644", hash: "0", size: 1 }]),
  );
  const readMany = async (paths: readonly string[]) =>
    new Map(paths.flatMap((path) => (standing[path] === undefined ? [] : [[path, standing[path]]])));
  const changes = Object.entries(change).map(([path, after]) => ({ path, before: standing[path], after }));
  const found = await undeclaredImports(changes, {
    workspace: { entries, readMany },
    mentioning: () => Object.keys(standing),
  });
  expect(
    found.map(
      ({ path, line, ecosystem, name, certain }) =>
        `${path}:${line} ${ecosystem}:${name}${certain ? "!" : ""}`,
    ),
  ).toEqual(expected);
}

const node = { "package.json": '{ "name": "@acme/shop", "dependencies": { "zod": "^4" } }' };

describe("JavaScript and TypeScript", () => {
  const rows: readonly (readonly [what: string, code: string, expected: readonly string[]])[] = [
    ["a name that a model made up", 'import pad from "left-padder";\n', ["src/a.ts:1 npm:left-padder!"]],
    ["a typo of a declared one", 'import { z } from "zood";\n', ["src/a.ts:1 npm:zood!"]],
    ["a subpath", '\nimport x from "fast-utils/deep/x.js";\n', ["src/a.ts:2 npm:fast-utils!"]],
    ["a scope", 'import x from "@acme-tools/kit/x";\n', ["src/a.ts:1 npm:@acme-tools/kit!"]],
    ["require", 'const x = require("cjs-lib");\n', ["src/a.ts:1 npm:cjs-lib!"]],
    ["a dynamic import", 'export const x = () => import("dyn-lib");\n', ["src/a.ts:1 npm:dyn-lib!"]],
    ["for its effects", 'import "side-effects";\n', ["src/a.ts:1 npm:side-effects!"]],
    ["passed on", 'export * from "re-export";\n', ["src/a.ts:1 npm:re-export!"]],
    ["a type", 'import type { T } from "some-types";\n', ["src/a.ts:1 npm:some-types!"]],
    ["each once", 'import a from "aa-bb";\nimport b from "aa-bb/c";\n', ["src/a.ts:1 npm:aa-bb!"]],
    ["declared", 'import { z } from "zod/v4";\n', []],
    ["by Deno's name", 'import x from "npm:left-padder@^1/x.js";\n', ["src/a.ts:1 npm:left-padder"]],
    ["of the other registry", 'import x from "jsr:@made/up@1";\n', ["src/a.ts:1 jsr:@made/up"]],
    ["declared, by Deno's name", 'import { z } from "npm:zod@4";\n', []],
    ["Node's own", 'import fs from "node:fs";\nimport { readFile } from "fs/promises";\n', []],
    [
      "relative, alias by form, address",
      'import "./b";\nimport "#in";\nimport "@/c";\nimport "https://x.y/z.js";\n',
      [],
    ],
    ["the project itself", 'import x from "@acme/shop";\n', []],
    ["a folder of the project", 'import x from "components/button";\n', []],
    ["what another file imports", 'import x from "hoisted";\n', []],
  ]; // prettier-ignore
  test.each(rows)("%s", (_, code, expected) =>
    check(
      { ...node, "src/components/button.ts": "export default 1;\n", "src/b.ts": 'import "hoisted";\n' },
      { "src/a.ts": code },
      expected,
    ),
  );

  test("an import that stood there is not the change's", () =>
    check({ ...node, "a.js": 'import "old-one";\n' }, { "a.js": 'import "old-one";\nf();\n' }, []));
  test("an alias of a tool, and types of a declared package", () =>
    check(
      {
        "package.json":
          '{ "devDependencies": { "@types/vscode": "1", "alias": "npm:real@1", "ui": "workspace:*" } }',
        "web/tsconfig.json": '{ "compilerOptions": { "paths": { "@app/*": ["src/*"] } } }',
      },
      { "a.ts": 'import "vscode";\nimport "@app/x/y";\nimport "alias";\nimport "ui/button";\n' },
      [],
    )); // prettier-ignore
  test("declared by the very change", () =>
    check(
      node,
      { "package.json": '{ "dependencies": { "zod": "^4", "hono": "4" } }', "a.ts": 'import "hono";\n' },
      [],
    ));
  test("without a manifest, and in a sample, nothing is certain", async () => {
    await check({}, { "a.js": 'import "x-y";\n' }, ["a.js:1 npm:x-y"]);
    await check(node, { "examples/a.js": 'import "x-y";\n' }, ["examples/a.js:1 npm:x-y"]);
  });
});

describe("other languages", () => {
  const rows: readonly (readonly [
    what: string,
    standing: Files,
    change: Files,
    expected: readonly string[],
  ])[] = [
    [
      "Python: made up, declared under another name, the language's, relative, local",
      { "requirements.txt": "PyYAML==6\npython-dateutil\n", "shop/money.py": "" },
      {
        "shop/a.py":
          "import os, sys\nimport yaml\nfrom dateutil import tz\nfrom . import b\nfrom shop.money import c\nimport fast_money\nfrom huggingface_cli import run\n",
      },
      ["shop/a.py:6 pypi:fast_money", "shop/a.py:7 pypi:huggingface_cli"],
    ],
    [
      "a script that names its packages itself",
      { "requirements.txt": "" },
      {
        "a.py":
          '# /// script\n# dependencies = ["PyYAML", "rich"]\n# ///\nimport yaml, rich.table, made_up\n',
      },
      ["a.py:4 pypi:made_up"],
    ],
    [
      "a notebook",
      { "requirements.txt": "" },
      { "a.ipynb": JSON.stringify({ cells: [{ cell_type: "code", source: ["import pandaz\n"] }] }) },
      ["a.ipynb:1 pypi:pandaz"],
    ],
    [
      "Go: only what a module of go.mod brings",
      {
        "go.mod":
          "module acme.dev/shop\n\nrequire github.com/x/yaml v1.2.0\nrequire (\n\tgithub.com/x/slog v0.1.0 // indirect\n)\n",
      },
      {
        "a.go":
          'package a\n\nimport (\n\t"fmt"\n\t"acme.dev/shop/money"\n\t"github.com/x/yaml/ast"\n\t"github.com/x/yamll"\n\t"github.com/x/slog/deep"\n\t_ "github.com/evil/init"\n)\n',
      },
      ["a.go:7 go:github.com/x/yamll!", "a.go:9 go:github.com/evil/init!"],
    ],
    [
      "Rust",
      {
        "Cargo.toml":
          '[package]\nname = "shop"\n[dependencies]\nserde_json = "1"\nown = { path = "../own" }\n',
        "src/money.rs": "",
      },
      {
        "src/a.rs":
          "use std::io;\nuse crate::x;\nuse serde_json::Value;\nuse own::y;\nuse money::z;\nuse seerde::de;\n",
      },
      ["src/a.rs:6 crates:seerde"],
    ],
    [
      "Ruby",
      { Gemfile: 'gem "sinatra"\n' },
      { "a.rb": 'require "json"\nrequire "sinatra/base"\nrequire_relative "b"\nrequire "sinatra_turbo"\n' },
      ["a.rb:4 rubygems:sinatra_turbo"],
    ],
    [
      "Java",
      {
        "pom.xml":
          "<project><dependencies><dependency><groupId>com.google.code.gson</groupId><artifactId>gson</artifactId></dependency></dependencies></project>",
        "src/main/java/dev/acme/B.java": "package dev.acme;\n",
      },
      {
        "src/main/java/dev/acme/A.java":
          "import java.util.List;\nimport com.google.gson.Gson;\nimport dev.acme.B;\nimport io.evil.Tool;\nclass A {}\n",
      },
      ["src/main/java/dev/acme/A.java:4 maven:io.evil"],
    ],
    [
      "PHP",
      {
        "composer.json": '{ "require": { "guzzlehttp/guzzle": "7" } }',
        "src/B.php": "<?php\nnamespace App\\X;\n",
      },
      { "src/A.php": "<?php\nuse GuzzleHttp\\Client;\nuse App\\X\\B;\nuse Evil\\Kit\\Run;\n" },
      ["src/A.php:4 packagist:Evil"],
    ],
    [
      "C#",
      {
        "A.csproj":
          '<Project><ItemGroup><PackageReference Include="Dapper" Version="2" /></ItemGroup></Project>',
      },
      {
        "A.cs": "using System.Linq;\nusing Dapper;\nusing EvilKit.Run;\nnamespace Shop { class A {} }\n",
        "B.cs": "using Shop;\n",
      },
      ["A.cs:3 nuget:EvilKit"],
    ],
  ]; // prettier-ignore
  test.each(rows)("%s", (_, standing, change, expected) => check(standing, change, expected));
});

test("a file that is gone, is no code, or does not parse says nothing", () =>
  check(node, { "a.txt": 'import "x-y"', "b.cob": "COPY x.", "package.json": "{" }, []));
