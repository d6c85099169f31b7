/** What a run remembers of its tools: definitions taken, uses, and that it was objected to once. */
import { expect, test } from "@jest/globals";
import { createSubmitEdits } from "../../src/agent/tools/submit-edits.ts";
import { checkChanges } from "../../src/checks/gate.ts";
import type { Step } from "../../src/step.ts";
import { calls, endpoint, good, plainStep, read, run, told, tools, wrongLine } from "./scripted-run.ts";
import { workspace } from "./small-repository.ts";

const cents = "src/shop/money.py#round_cents";
const total = "src/shop/cart.py#Cart.total";
const take = calls({ name: "graph-reason", arguments: { id: total, take: [cents] } });

const objecting = [
  ...tools.filter(({ name }) => name !== "submit-edits"),
  createSubmitEdits(
    workspace,
    (changes) => checkChanges(changes, { entries: workspace.entries } as Parameters<typeof checkChanges>[1]),
    async () => [{ kind: "reuse/not-said", message: "You say nothing of round_cents." }],
  ),
];

test("what the model takes joins the run's record, and a resumed run has it too", async () => {
  const records = new Map<string, string>();
  const recorded: Step = async (name, work) => {
    const value = await work(new AbortController().signal);
    records.set(name, JSON.stringify(value));
    return value;
  };
  const first = await run([take, good], { step: recorded });
  expect(first.taken).toMatchObject([{ anchor: total, relation: "calls", node: cents }]);
  await endpoint?.close();
  const again = await run([], { step: async (name) => JSON.parse(records.get(name)!) });
  expect(again.taken).toEqual(first.taken);
  expect(again.uses).toEqual(first.uses);
});

test("uses are counted by tool: calls, those that could not be run, tokens of the answers", async () => {
  const strange = { name: "rm <b>", arguments: {} };
  const { uses } = await run([
    calls(read("src/shop/cart.py"), read("src/shop/money.py"), strange),
    take,
    good,
  ]);
  expect(uses).toEqual([
    { tool: "read-file", calls: 2, faults: 0, tokens: expect.any(Number) },
    { tool: "unknown tool", calls: 1, faults: 1, tokens: expect.any(Number) },
    { tool: "graph-reason", calls: 1, faults: 0, tokens: expect.any(Number) },
    { tool: "submit-edits", calls: 1, faults: 0, tokens: expect.any(Number) },
  ]);
  expect(uses[0]!.tokens).toBeGreaterThan(100);
});

test("an objection goes back once and is no refused hand-in; the second time it is passed over", async () => {
  const script = [wrongLine, good, wrongLine, good];
  const result = await run(script, { tools: objecting, step: plainStep });
  expect(told(2)).toMatch(/Refused[\s\S]*You say nothing of round_cents/);
  expect(result).toMatchObject({ kind: "submitted", turns: 4, changes: [{ path: "src/shop/cart.py" }] });
});

test("a run that is stopped after an objection keeps what was handed in", async () => {
  const result = await run([good, { content: "No." }, { content: "No." }], { tools: objecting });
  expect(result).toMatchObject({ kind: "stopped", partial: { changes: [{ path: "src/shop/cart.py" }] } });
});
