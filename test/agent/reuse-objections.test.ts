import { describe, expect, test } from "@jest/globals";
import { reuseObjections } from "../../src/agent/tools/reuse-objections.ts";
import type { Nearest } from "../../src/context/nearest.ts";
import type { Submission } from "../../src/delivery/submission.ts";

const near = (id: string) => ({ id, signature: "", words: ["slug"] });
const nearest: readonly Nearest[] = [
  { requirement: "R1", definitions: [near("src/text.py#slugify"), near("src/text.py#Text.dash")] },
];
const before = "def slugify(text):\n    return text\n";
const added = `${before}\n\ndef url_name(text):\n    return text.lower()\n`;
const submission: Submission = {
  ...{ title: "t", summary: "s", edits: "e", assumptions: [], reuse: [] },
  requirements: [{ id: "R1", requirement: "", status: "done", where: ["src/text.py#url_name"], note: "" }],
};
const object = async (more: Partial<Submission>, after = added): Promise<readonly string[]> => {
  const changes = [{ path: "src/text.py", before, after }];
  const complaints = await reuseObjections({ ...submission, ...more }, changes, nearest);
  return complaints.map(({ message }) => message);
};
const requirement = (more: object) => ({ requirements: [{ ...submission.requirements[0]!, ...more }] });

describe("a hand-in that adds a definition and does not say what became of the nearest", () => {
  test("is objected to, with names and the cure", async () => {
    const [message] = await object({});
    expect(message).toMatch(
      /You add url_name and say nothing .* src\/text\.py#slugify, src\/text\.py#Text\.dash\. Use one of them .* `reuse`/,
    );
  });
  test("is objected to where only something far away is spoken of", async () => {
    const reuse = [{ definition: "src/other.py#thing", decision: "not-reused", reason: "" }] as const;
    expect(await object({ reuse })).toHaveLength(1);
  });
  test("is objected to where the ledger names the file alone", async () => {
    expect(await object(requirement({ where: ["src/text.py"] }))).toHaveLength(1);
  });

  const passed: [string, Partial<Submission>, after?: string][] = [
    [
      "one of them is spoken of",
      { reuse: [{ definition: "src/text.py#Text.dash", decision: "followed", reason: "" }] },
    ],
    [
      "one of them is changed for it",
      requirement({ where: ["src/text.py#url_name", "src/text.py#slugify"] }),
    ],
    ["one of them is called", {}, added.replace("text.lower()", "slugify(text)")],
    [
      "one of them is written anew",
      {},
      added.replace("def slugify(text):\n    return text", "def slugify(text):\n    return url_name(text)"),
    ],
    [
      "a neighbour is spoken of",
      { reuse: [{ definition: "src/text.py#clean", decision: "followed", reason: "" }] },
    ],
    [
      "something else is said to be used, and is",
      { reuse: [{ definition: "src/case.py#lower", decision: "reused", reason: "" }] },
    ],
    [
      "nothing is added",
      requirement({ where: ["src/text.py#slugify"] }),
      before.replace("text\n", "text.strip()\n"),
    ],
    ["the requirement is not done", requirement({ status: "not-done" })],
    ["it fulfils another requirement", requirement({ id: "R2" })],
  ];
  test.each(passed.map(([why, more, after = added]) => [why, more, after] as const))(
    "is not objected to where %s",
    async (_, more, after) => expect(await object(more, after)).toEqual([]),
  );
});

test("a file of an unknown language, or a deleted one, is no reason", async () => {
  const changes = [
    { path: "src/text.py", before, after: undefined },
    { path: "a.zzz", before: undefined, after: "def url_name(): x\n" },
  ];
  expect(
    await reuseObjections(
      { ...submission, ...requirement({ where: ["a.zzz", "src/text.py"] }) },
      changes,
      nearest,
    ),
  ).toEqual([]);
});
