import { expect, test } from "@jest/globals";
import { findRuleOnModels } from "../../src/context/rules-on-models.ts";
import type { TreeEntry } from "../../src/workspace/workspace.ts";

const ruleIn = (files: Readonly<Record<string, string>>) =>
  findRuleOnModels({
    entries: new Map(Object.keys(files).map((path) => [path, { path } as TreeEntry])),
    read: async (path) => files[path],
  });

test.each<[string, Record<string, string>, string | undefined]>([
  [
    "a section",
    { ".github/CONTRIBUTING.md": "# Rules\n\n## Use of AI\nWe do not accept it." },
    ".github/CONTRIBUTING.md:3",
  ],
  [
    "a page of its own first",
    { "CONTRIBUTING.md": "All use of AI is told.", "AI_POLICY.md": "# AI Policy" },
    "AI_POLICY.md:1",
  ],
  [
    "a box of the template",
    { ".github/pull_request_template.md": "- [ ] I disclosed what an LLM wrote" },
    ".github/pull_request_template.md:1",
  ],
  [
    "nothing else",
    { "CONTRIBUTING.md": "Run the tests.\nUse `main`; the AIR format is ours.", "README.md": "Use of AI" },
    undefined,
  ],
  ["a name alone", { "CONTRIBUTING.md": "Talk to the AI team." }, undefined],
  ["no pages", {}, undefined],
])("%s", async (_, files, expected) => {
  const rule = await ruleIn(files);
  expect(rule && `${rule.path}:${rule.line}`).toBe(expected);
});
