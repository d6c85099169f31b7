import { expect, test } from "@jest/globals";
import { notInstalled } from "../../src/jobs/change/not-installed.ts";
import type { FileChange } from "../../src/source/file.ts";

/** What a test command prints where a package that a change asks for is not there. */
const npm: FileChange = {
  path: "package.json",
  before: '{ "dependencies": { "react": "^19" } }',
  after: '{ "dependencies": { "react": "^19", "zod": "^4" } }',
};
const pypi = { path: "requirements.txt", before: "httpx\n", after: "httpx\nPyYAML==6\n" };
const go = {
  path: "go.mod",
  before: "module x\n",
  after: "module x\n\nrequire github.com/spf13/cobra v1.9.1\n",
};
const crates = { path: "Cargo.toml", before: "[dependencies]\n", after: '[dependencies]\ntiny-kit = "1"\n' };
const gems = { path: "Gemfile", before: "", after: 'gem "rack-attack", "~> 6"\n' };
const php = {
  path: "composer.json",
  before: '{"require":{}}',
  after: '{"require":{"monolog/monolog":"^3"}}',
};
const java = {
  path: "build.gradle",
  before: "",
  after: "dependencies {\n  api 'org.jsoup:jsoup:1.21.1'\n}\n",
};
const net = {
  path: "App.csproj",
  before: "<Project/>",
  after: '<Project><ItemGroup><PackageReference Include="Polly" Version="8" /></ItemGroup></Project>',
};

test.each<[FileChange, string, string]>([
  [npm, "    Cannot find module 'zod' from 'src/a.ts'", "npm:zod"],
  [
    npm,
    "src/a.ts(1,19): error TS2307: Cannot find module 'zod/v4' or its corresponding type declarations.",
    "npm:zod",
  ],
  [npm, 'Error: Failed to resolve import "zod" from "src/a.ts". Does the file exist?', "npm:zod"],
  [
    npm,
    "npm error `npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync.",
    "npm:zod",
  ],
  [
    npm,
    "npm error request to https://example.com/zod failed, reason: getaddrinfo ENOTFOUND example.com",
    "npm:zod",
  ],
  [pypi, "E   ModuleNotFoundError: No module named 'yaml'", "pypi:PyYAML"],
  [pypi, "ERROR: No matching distribution found for PyYAML==6", "pypi:PyYAML"],
  [pypi, "error: The lockfile at `uv.lock` needs to be updated, but `--locked` was provided.", "pypi:PyYAML"],
  [
    go,
    "a.go:3:8: no required module provides package github.com/spf13/cobra; to add it:",
    "go:github.com/spf13/cobra",
  ],
  [
    go,
    "a.go:3:8: missing go.sum entry for module providing package github.com/spf13/cobra (imported by x)",
    "go:github.com/spf13/cobra",
  ],
  [crates, "error[E0432]: unresolved import `tiny_kit`", "crates:tiny-kit"],
  [
    crates,
    "error[E0433]: failed to resolve: use of unresolved module or unlinked crate `tiny_kit`",
    "crates:tiny-kit",
  ],
  [
    crates,
    "error: the lock file /x/Cargo.lock needs to be updated but --locked was passed to prevent this",
    "crates:tiny-kit",
  ],
  [gems, "Could not find rack-attack-6.7.0 in locally installed gems", "rubygems:rack-attack"],
  [gems, "Could not find gem 'rack-attack (~> 6)' in locally installed gems.", "rubygems:rack-attack"],
  [php, 'Error: Class "Monolog\\Logger" not found', "packagist:monolog/monolog"],
  [php, '- Required package "monolog/monolog" is not present in the lock file.', "packagist:monolog/monolog"],
  [java, "a/B.java:3: error: package org.jsoup does not exist", "maven:org.jsoup:jsoup"],
  [java, "> Could not resolve org.jsoup:jsoup:1.21.1.", "maven:org.jsoup:jsoup"],
  [
    java,
    "> No cached version of org.jsoup:jsoup:1.21.1 available for offline mode.",
    "maven:org.jsoup:jsoup",
  ],
  [net, "error NU1101: Unable to find package Polly. No packages exist with this id", "nuget:Polly"],
  [net, "A.cs(1,7): error CS0246: The type or namespace name 'Polly' could not be found", "nuget:Polly"],
])("%#: %j, %s", (change, line, expected) => {
  expect(notInstalled([change], `running\n${line}\n1 failed\n`)).toEqual({
    ...{ packages: [expected], line: line.trim() },
  });
  // Without the package it is a failure like others.
  expect(notInstalled([], line)).toBeUndefined();
});

test.each<[FileChange, string]>([
  [npm, "Cannot find module './zod-schema' from 'src/a.ts'"],
  [npm, "Cannot find module 'lodash' from 'src/a.ts'"],
  [npm, "expected 1 to equal 2"],
  [pypi, "E   ModuleNotFoundError: No module named 'shop.totals'"],
  [{ ...npm, before: npm.after }, "Cannot find module 'zod' from 'src/a.ts'"],
])("is another failure: %#", (change, line) => {
  expect(notInstalled([change], line)).toBeUndefined();
});

test("another version of a package is asked for as well", () => {
  const before = '{ "dependencies": { "zod": "^3" } }';
  const after = '{ "dependencies": { "zod": "^4" } }';
  const said = "Error: Cannot find module 'zod/v4'";
  expect(notInstalled([{ path: "package.json", before, after }], said)?.packages).toEqual(["npm:zod"]);
});

test("long lines are read in time", () => {
  const line = `${"go.sum ".repeat(20_000)}\n${"lock file ".repeat(20_000)}\n`.repeat(5);
  expect(notInstalled([npm], line)).toBeUndefined();
});
