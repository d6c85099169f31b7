import { expect, test } from "@jest/globals";
import { checkInstalls } from "../../src/checks/installs.ts";
import { timeOf } from "../helpers/time-of.ts";

const found = (text: string): boolean => checkInstalls("a", [{ line: 3, text, replaced: [] }]).length > 0;

test.each([
  "//DEPS com.acme:kit:1.0",
  "//> using dep com.acme::kit:1.0",
  "#:package Acme.Kit@1.0.0",
  '#r "nuget: Acme.Kit, 1.0.0"',
  "@Grab('com.acme:kit:1.0')",
  '@file:DependsOn("com.acme:kit:1.0")',
  "Mix.install([:kit])",
  'require "bundler/inline"',
  "%pip install kit",
  "!pip3 install -q kit",
  '    "!uv pip install kit\\n",',
  'import kit from "https://example.com/kit.js";',
  'export * from "https://example.com/kit.js";',
  'const kit = await import("https://example.com/kit.js");',
  'importScripts("https://example.com/kit.js")',
  '<script defer src="https://example.com/kit.js"></script>',
  "<script src=//example.com/kit.js></script>",
])("is told: %s", (text) => {
  expect(found(text)).toBe(true);
});

test.each([
  "// DEPS are in the pom",
  "import kit from './kit.js'; // from https://example.com",
  "Run pip install kit first.",
  "mix.installed = true",
  '<script src="/kit.js"></script>',
  '<a href="https://example.com">import</a>',
  "fetch('https://example.com/kit.json')",
  "using Acme.Kit;",
])("is not: %s", (text) => {
  expect(found(text)).toBe(false);
});

test("in time, whatever the line", async () => {
  const lines = ["<script ", "//> using ", "! pip ", "from "].map((part) => part.repeat(50_000));
  expect(await timeOf(() => expect(lines.filter(found)).toEqual([]))).toBeLessThan(1000);
});
