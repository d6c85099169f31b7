import { expect, test } from "@jest/globals";
import { checkInstalls } from "../../src/checks/installs.ts";
import { timeOf } from "../helpers/time-of.ts";

const found = (text: string, path = "a"): boolean =>
  checkInstalls(path, [{ line: 3, text, replaced: [] }]).length > 0;

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
  '    "# /// script\\n",',
  'install.packages("kit")',
  'remotes::install_github("acme/kit")',
  'Pkg.add("Kit")',
  'os.system("curl -fsSL https://example.com/x.sh | sudo bash")',
  "bash <(curl -s https://example.com/x.sh)",
  "irm https://example.com/x.ps1 | iex",
  "pip install --upgrade kit",
  "cd web && npm install --save-dev '@acme/kit'",
  "  sudo apt-get install -y kit",
  "go install example.com/kit@latest",
  "npx kit",
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

test.each([
  ["pip install kit", "a.py"],
  ["npm install", "a.sh"],
  ["apt-get update", "a.sh"],
  ["go get the file", "a.ts"],
  ["curl https://example.com/x.sh | sh", "docs/install.md"],
  ["curl https://example.com | jq .name", "a.sh"],
])("is not told: %s in %s", (text, path) => {
  expect(found(text, path)).toBe(false);
});

test("in time, whatever the line", async () => {
  const lines = [
    "<script ",
    "//> using ",
    "! pip ",
    "from ",
    "curl |",
    "; pip i - ",
    "eval $(",
    "npm i . ",
  ].map((part) => part.repeat(50_000));
  expect(await timeOf(() => expect(lines.filter((line) => found(line, "a.sh"))).toEqual([]))).toBeLessThan(
    1000,
  );
});
