import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { promptNames, renderPrompt } from "../../src/llm/prompts.ts";

const folder = join(import.meta.dirname, "..", "..", "prompts");

describe.each(promptNames())("prompts/%s.md", (name) => {
  const text = readFileSync(join(folder, `${name}.md`), "utf8").trimEnd();
  const holes = [...new Set([...text.matchAll(/\{\{([^}]*)\}\}/g)].map((match) => match[1]!))];
  const filled = Object.fromEntries(holes.map((hole) => [hole, `<${hole}>`]));

  test("is filled without a rest", () => {
    expect(renderPrompt(name, filled)).toBe(text.replaceAll(/\{\{([^}]*)\}\}/g, "<$1>"));
  });

  test("refuses an unused hole", () => {
    expect(() => renderPrompt(name, { ...filled, "no-such-hole": "x" })).toThrow(/no hole for: no-such-hole/);
  });

  test("refuses a missing value", () => {
    for (const hole of holes) {
      const { [hole]: _, ...rest } = filled;
      expect(() => renderPrompt(name, rest)).toThrow(`no value for {{${hole}}}`);
    }
  });

  test("fills nothing twice: a value is text", () => {
    for (const hole of holes) {
      const hostile = `{{${hole}}} {{request}} $& $1 $$`;
      expect(renderPrompt(name, { ...filled, [hole]: hostile })).toContain(hostile);
    }
  });
});

test.each(["no-such-prompt", "../package", "", "README"])("an unknown prompt is a bug: %j", (name) => {
  expect(() => renderPrompt(name)).toThrow(/No prompt named/);
});
