import { expect, test } from "@jest/globals";
import { codeFacts } from "../../src/references/code-facts.ts";
import { tellingLines } from "../../src/references/telling-lines.ts";

const filler = (lines: number): string => "    wind = wind + 1\n".repeat(lines);
const kites = `def record(kite, diary):\n    diary.add(kite)\n    return diary\n`;
const sky = `def fly(wind):\n${filler(90)}    return diary.record(kite)\n`;

test.each([
  ["the definition that says most of it", `${sky}\n${kites}`, { from: 94, to: 96 }],
  ["nothing where a file can be read at a glance", kites, undefined],
  ["nothing where only a long definition says it", sky, undefined],
  ["nothing where one word alone is said", `${sky}\n${kites.replace(/kite|record/g, "x")}`, undefined],
  [
    "the shorter one of two that say the same",
    `${sky}\n${kites.replace("    return", "\n\n    return")}\n${kites}`,
    { from: 100, to: 102 },
  ],
])("where to begin to read: %s", async (_, text, expected) => {
  const { definitions } = await codeFacts("sky.py", text);
  expect(tellingLines("Diary: record kites", text, definitions)).toEqual(expected);
});
