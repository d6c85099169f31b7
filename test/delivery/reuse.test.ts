import { expect, test } from "@jest/globals";
import type { ChangedDefinition } from "../../src/delivery/changed.ts";
import { type ReuseFacts, reuseLedger } from "../../src/delivery/reuse.ts";
import type { ReuseDecision } from "../../src/delivery/submission.ts";
import { graphOf, type NodeRow } from "../helpers/graph-of.ts";

const rows: NodeRow[] = [
  ["a.py#used", 1, 3],
  ["a.py#other", 5, 7],
  ["b.py#far", 1, 3],
];
const before = graphOf(rows);
const after = graphOf([...rows, ["a.py#added", 9, 11]], [["a.py#added", "Call", "a.py#used"]]);
const place = { webUrl: undefined, owner: "o", name: "n", commit: "c" };
const added: ChangedDefinition = { node: after.node("a.py#added")!, kind: "new" };
const facts: ReuseFacts = {
  changed: [added],
  context: {
    passages: [
      {
        ...{ path: "a.py", startLine: 1, endLine: 20, kind: "body", route: [] },
        ...{ score: 1, tokens: 1, text: "" },
      },
    ],
  },
  ...{ taken: [], nearest: [] },
};
const ledger = (said: readonly Partial<ReuseDecision>[], more: Partial<ReuseFacts> = {}): string =>
  reuseLedger(
    said.map((one) => ({ definition: "a.py#used", decision: "reused", reason: "", ...one }) as ReuseDecision),
    { ...facts, ...more },
    { before, after },
    place,
  );

test.each<[Partial<ReuseDecision>, string]>([
  [{}, "- `a.py#used` is reused (checked: used by `a.py#added`)"],
  [{ definition: "a.py#other", reason: "Same *shape*." }, "- `a.py#other` is reused: Same *shape*."],
  [{ definition: "a.py#other", decision: "followed" }, "- `a.py#other` is followed as a model"],
  [{ decision: "not-reused" }, "- `a.py#used` is not reused (but `a.py#added` uses it)"],
  [{ definition: "b.py#far" }, "- `b.py#far` is reused (the model was not shown it)"],
  [{ definition: "x#y" }, "- `x#y` (not found) is reused"],
])("%j is told as %s", (said, expected) => expect(ledger([said])).toBe(expected));

test("what was taken, or is nearest, and is neither used nor spoken of is told", () => {
  const near = (requirement: string, id: string) => ({
    requirement,
    definitions: [{ id, signature: "", words: [] }],
  });
  const more = { taken: ["a.py#other"], nearest: [near("R1", "a.py#used"), near("R2", "b.py#far")] };
  const silent = [
    "- `a.py#other` was taken by the model; the model says nothing of it",
    "- `b.py#far` is the nearest to R2; the model says nothing of it",
  ];
  expect(ledger([], more)).toBe(silent.join("\n"));
  expect(ledger([{ definition: "b.py#far", decision: "not-reused" }], more)).not.toMatch(/nearest to R2/);
  expect(ledger([], { ...more, changed: [{ ...added, kind: "changed" }] })).toBe("");
});

test("what was changed counts as reused", () => {
  const changed: ChangedDefinition = { node: after.node("a.py#other")!, kind: "changed" };
  expect(ledger([{ definition: "a.py#other" }], { changed: [changed] })).toMatch(/checked: changed here/);
});
