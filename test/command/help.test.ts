import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { helpText, unknownVerbText } from "../../src/command/help.ts";
import { parseCommand } from "../../src/command/parse.ts";
import { verbs } from "../../src/command/verbs.ts";

test("the help names every verb", () => {
  const text = helpText();
  for (const verb of verbs) expect(text).toContain(`\`/coderag ${verb}`);
});

test("the README names every verb", () => {
  const readme = readFileSync(join(import.meta.dirname, "..", "..", "README.md"), "utf8");
  for (const verb of verbs)
    expect(readme).toMatch(new RegExp(`/coderag (?:status \\| )?${verb}\\b|\`${verb}\``));
});

test("what the repository switched off is told apart", () => {
  const text = helpText(["search", "nothing"]);
  expect(text).not.toContain("`/coderag search");
  expect(text).toContain("Switched off in `.github/coderag.yml`: `search`.");
});

test("a word that is almost a verb is answered with that verb, any other with all of them", () => {
  expect(unknownVerbText("implemnt")).toBe(
    "`implemnt` is not a command, so nothing was done. Did you mean `/coderag implement`? `/coderag help` names them all.",
  );
  expect(unknownVerbText("make", ["fix"])).toMatch(
    /^`make` is not.*\n\n<details>(.*\n)*.*coderag implement(.*\n)*.*: `fix`\./,
  );
});

test("none of our answers is itself a command", () => {
  const answers = [helpText(), unknownVerbText("x"), unknownVerbText("/coderag implement")];
  for (const answer of answers)
    for (const line of answer.split("\n")) expect(parseCommand(line).kind).toBe("none");
});

test("a word that could be markup is not repeated", () => {
  expect(unknownVerbText("implment")).toContain("`implment`");
  expect(unknownVerbText("![x](https://example.org)")).not.toContain("example.org");
  expect(unknownVerbText("@somebody")).not.toContain("somebody");
});
