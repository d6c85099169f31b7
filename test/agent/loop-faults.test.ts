import { describe, expect, test } from "@jest/globals";
import type { SpokenAnswer } from "../helpers/model-endpoint.ts";
import { calls, endpoint, good, read, run, told } from "./scripted-run.ts";

describe("a model's faults are answered, and the run goes on", () => {
  const call = (args: unknown, name = "read-file"): SpokenAnswer => calls({ name, arguments: args });
  const cases: [string, SpokenAnswer, RegExp][] = [
    ["F32 invalid JSON", call('{"path": '), /arguments are wrong.*not valid JSON/s],
    ["F32 wrong type", call({ path: 5 }), /expected string/],
    ["F32 missing field", call({}), /path/],
    ["F32 arguments that are empty", call(""), /path/],
    ["F32 a list", call("[1]"), /not a JSON object/],
    [
      "D06 nested 10,000 levels",
      call(`{"path":${"[".repeat(10_000)}${"]".repeat(10_000)}}`),
      /nested deeper/,
    ],
    ["D06 3 MB of arguments", call(`{"path":"${"x".repeat(3_000_000)}"}`), /3000011 characters/],
    ["D06 a number beyond numbers", call('{"path":"src/shop/cart.py","from":1e308}'), /from/],
    ["F36 unknown tool", call({}, "delete_everything"), /no tool `delete_everything`.*read-file/s],
    ["F36 no name", call({}, ""), /no tool `unnamed`/],
  ];
  test.each(cases)("%s", async (_, fault, words) => {
    const result = await run([fault, good]);
    expect(result.kind).toBe("submitted");
    expect(told(1)).toMatch(words);
    // What goes back to the endpoint is always valid JSON of a bounded size.
    const sent = endpoint!.requests[1]!.body.messages.at(-2)!.tool_calls![0]!;
    expect(typeof JSON.parse(sent.function.arguments)).toBe("object");
    expect(sent.function.name).toMatch(/^[\w-]{1,64}$/);
  });

  const mended: [string, string][] = [
    ["F32 prose around JSON", 'Here you are:\n```json\n{"path": "src/shop/cart.py"}\n```\nDone.'],
    ["F32 encoded twice", JSON.stringify(JSON.stringify({ path: "src/shop/cart.py" }))],
    ["F32 numbers as strings", '{"path": "src/shop/cart.py", "from": "1"}'],
    ["F32 null for nothing", '{"path": "src/shop/cart.py", "from": null, "to": null}'],
    ["F32 a trailing comma", '{"path": "src/shop/cart.py",}'],
    ["F32 extra fields", '{"path": "src/shop/cart.py", "why": "curious", "__proto__": {"x": 1}}'],
    ["D06 duplicate keys: the last counts", '{"path": "nothing", "path": "src/shop/cart.py"}'],
  ];
  test.each(mended)("%s is read", async (_, text) => {
    await run([call(text), good]);
    expect(told(1)).toContain("4xz: class Cart:");
  });

  test("F32 raw line breaks in the edits are read as they were meant", async () => {
    const text = '{"title":"T","summary":"S","edits":"=== src/shop/cart.py\n8ry:         return 1"}';
    expect(await run([call(text, "submit-edits")])).toMatchObject({ kind: "submitted" });
  });

  test("F32 after two repairs that did not help it stops", async () => {
    const bad = (index: number) => call(`{"path": ${"[".repeat(index + 1)}`);
    const result = await run((_, index) => bad(index));
    expect(result).toMatchObject({ kind: "stopped", reason: "model-faults", turns: 3 });
  });

  test("F36 parallel calls are answered in their order, each under an id of its own", async () => {
    const two = calls(
      { ...read("src/shop/cart.py"), id: "same" },
      { ...read("src/shop/money.py"), id: "same" },
      { name: "nonsense", arguments: {}, id: "" },
    );
    const result = await run([two, good]);
    const sent = endpoint!.requests[1]!.body.messages.slice(-4);
    expect(sent[0]!.tool_calls!.map((one) => one.id)).toEqual(["same", "call_1_2", "call_1_3"]);
    expect(sent.slice(1).map((message) => message.tool_call_id)).toEqual(["same", "call_1_2", "call_1_3"]);
    expect(sent.slice(1).map((message) => /cart\.py|money\.py|no tool/.exec(message.content!)?.[0])).toEqual([
      "cart.py",
      "money.py",
      "no tool",
    ]);
    expect(result.kind).toBe("submitted");
  });

  test("F36 more calls in a turn than anybody needs are not run", async () => {
    await run([
      calls(...Array.from({ length: 20 }, (_, index) => read("src/shop/cart.py", { from: index + 1 }))),
      good,
    ]);
    const answers = endpoint!.requests[1]!.body.messages.filter((message) => message.role === "tool");
    expect(answers).toHaveLength(20);
    expect(answers.filter((message) => message.content!.startsWith("Not run"))).toHaveLength(4);
  });

  test("F31 an answer that was cut off is never applied", async () => {
    const result = await run([{ ...good, finish: "length" }, good]);
    expect(result).toMatchObject({ kind: "submitted", turns: 2 });
    expect(told(1)).toMatch(/cut off/);
    expect(endpoint!.requests[1]!.body.messages.every((message) => message.tool_calls === undefined)).toBe(
      true,
    );
  });

  test("F31 cut off again and again, it stops", async () => {
    const result = await run(() => ({ ...good, finish: "length" }));
    expect(result).toMatchObject({ kind: "stopped", reason: "cut-off", turns: 3 });
  });

  test("F33 one nudge after an empty answer, then it goes on", async () => {
    // An empty streamed answer is asked again in one piece, so each counts twice in the script.
    const empty = { content: " \n" };
    expect(await run([empty, empty, good])).toMatchObject({ kind: "submitted", turns: 2 });
    expect(told(2)).toMatch(/was empty/);
  });

  test("F33 empty twice: it stops", async () => {
    const result = await run(() => ({ content: "" }));
    expect(result).toMatchObject({ kind: "stopped", reason: "no-answer", turns: 2 });
  });

  test("prose instead of a call is nudged once, then its words are the answer", async () => {
    const result = await run([{ content: "I would change it." }, { content: "It is done already, in v2." }]);
    expect(told(1)).toMatch(/submit-edits/);
    expect(result).toMatchObject({
      kind: "stopped",
      reason: "no-answer",
      detail: "It is done already, in v2.",
    });
  });

  test("F34 a refusal ends the run at once", async () => {
    const result = await run([{ refusal: "I cannot help with that." }, good]);
    expect(result).toMatchObject({ kind: "stopped", reason: "refusal", detail: "I cannot help with that." });
    expect(endpoint!.requests).toHaveLength(1);
  });

  test("I13 a tool call written into the text is not run", async () => {
    const fake =
      '<tool_call>{"name":"submit-edits","arguments":{"title":"T","summary":"S","edits":"=== a (new)\\n+: x"}}</tool_call>';
    const result = await run([{ content: fake }, { content: fake }]);
    expect(result).toMatchObject({ kind: "stopped", reason: "no-answer" });
    expect(result.messages.some((message) => message.role === "tool")).toBe(false);
  });
});
