import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "@jest/globals";
import { applyAnswer } from "../../src/edits/apply.ts";
import { fileHeader, numberLines } from "../../src/edits/number.ts";

const page = readFileSync(resolve(import.meta.dirname, "../../docs/edit-format.md"), "utf8");
const before = "import math\n\ndef area(r):\n    return 3.14 * r * r\n";

test("the worked example shows the file as the model sees it", () => {
  expect(page).toContain(`\`\`\`\n${fileHeader("src/area.py", before)}\n${numberLines(before)}\n\`\`\``);
});

test("the worked example does what the page says", () => {
  const answer = /````\n(```\n.*?\n```)\n````/s.exec(page)![1]!;
  expect(applyAnswer(answer, new Map([["src/area.py", before]]))).toEqual({
    complaints: [],
    moved: [],
    changes: [
      {
        path: "src/area.py",
        before,
        after:
          'import math\n\ndef area(r):\n    if r < 0:\n        raise ValueError("negative radius")\n    return math.pi * r * r\n',
      },
      {
        path: "tests/test_area.py",
        before: undefined,
        after: "from src.area import area\n\ndef test_zero():\n    assert area(0) == 0\n",
      },
    ],
  });
});

test("every kind of complaint is on the page", () => {
  const sources = ["answer-complaints", "file-complaints", "place-complaints", "overlaps", "splice"].map(
    (name) => readFileSync(resolve(import.meta.dirname, `../../src/edits/${name}.ts`), "utf8"),
  );
  const kinds = [...new Set([...sources.join("").matchAll(/"(edit\/[a-z-]+)"/g)].map((match) => match[1]!))];
  expect(kinds.length).toBeGreaterThan(15);
  expect(kinds.filter((kind) => kind !== "edit/more" && !page.includes(`\`${kind}\``))).toEqual([]);
});
