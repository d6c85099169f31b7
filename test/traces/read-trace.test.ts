import { describe, expect, test } from "@jest/globals";
import { readTrace } from "../../src/traces/read-trace.ts";
import type { ExecutionTrace } from "../../src/traces/trace.ts";
import { timeOf } from "../helpers/time-of.ts";

/** `main(load(parse) save)`: calls as they nest, with places where these are known. */
function nesting({ walk }: ExecutionTrace): string {
  let text = "";
  let depth = 0;
  walk({
    enter: ({ name, path, line }) => {
      text += `${text === "" || text.endsWith("(") ? "" : " "}${name}${path === undefined ? "" : `@${path}:${line}`}(`;
      depth++;
    },
    leave: () => {
      text = text.endsWith("(") ? text.slice(0, -1) : `${text})`;
      depth--;
    },
  });
  expect(depth).toBe(0);
  return text;
}

const frames = [
  { name: "main", file: "/app/a.py", line: 1 },
  { name: "load", file: "b.py", line: 7 },
  { name: "native" },
];
const speedscope = (...profiles: readonly object[]) =>
  JSON.stringify({
    $schema: "https://www.speedscope.app/file-format-schema.json",
    shared: { frames },
    profiles,
  });
const cpuProfile = (
  ...nodes: readonly (readonly [name: string, url: string, line: number, ...children: number[]])[]
) =>
  JSON.stringify({
    nodes: nodes.map(([functionName, url, lineNumber, ...children], at) => ({
      ...{ id: at + 1, callFrame: { functionName, scriptId: "0", url, lineNumber, columnNumber: 0 } },
      ...(children.length > 0 && { children }),
    })),
    ...{ startTime: 0, endTime: 9, samples: [], timeDeltas: [] },
  });
const events = (
  ...of: readonly (readonly [ph: string, name: string, ts: number, dur?: number, tid?: number])[]
) =>
  JSON.stringify({
    traceEvents: of.map(([ph, name, ts, dur, tid = 1]) => ({ ph, name, ts, dur, pid: 1, tid })),
  });

describe("a trace", () => {
  test.each<[what: string, text: string, nested: string]>([
    [
      "speedscope, every call",
      speedscope({
        type: "evented",
        events: [
          { type: "O", frame: 0, at: 0 },
          { type: "O", frame: 1, at: 1 },
          { type: "C", frame: 1, at: 2 },
          { type: "O", frame: 2, at: 3 },
          { type: "C", frame: 2, at: 4 },
          { type: "C", frame: 0, at: 5 },
        ],
      }),
      "main@/app/a.py:1(load@b.py:7 native)",
    ],
    [
      "speedscope, cut off in the middle",
      speedscope({
        type: "evented",
        events: [
          { type: "C", frame: 1 },
          { type: "O", frame: 0 },
          { type: "O", frame: 9 },
        ],
      }),
      "main@/app/a.py:1",
    ],
    [
      "speedscope, samples of two threads",
      speedscope(
        {
          type: "sampled",
          samples: [
            [0, 1],
            [0, 9],
          ],
        },
        { type: "sampled", samples: [[2], "?", null] },
      ),
      "main@/app/a.py:1(load@b.py:7) main@/app/a.py:1 native",
    ],
    [
      "V8's CPU profile",
      cpuProfile(
        ["(root)", "", -1, 2],
        ["", "file:///app/a.js", 0, 3, 4],
        ["load", "file:///app/b.js", 9],
        ["save", "webpack://shop/./src/c.ts", 4],
      ),
      "(root)(@/app/a.js:1(load@/app/b.js:10 save@src/c.ts:5))",
    ],
    [
      "V8's CPU profile whose child is its parent",
      cpuProfile(["(root)", "", -1, 2], ["a", "a.js", 0, 1, 2]),
      "(root)(a@a.js:1)",
    ],
    [
      "VizTracer's events, not in their order",
      events(
        ["X", "Cart.total (/app/cart.py:12)", 2, 3],
        ["M", "process_name", 0],
        ["X", "main (/app/a.py:3)", 1, 9],
        ["X", "add_tax (/app/cart.py:30)", 3, 1],
        ["X", "builtins.print", 6, 1],
      ),
      "main@/app/a.py:3(Cart.total@/app/cart.py:12(add_tax@/app/cart.py:30) builtins.print)",
    ],
    [
      "events of begin and end, of two threads",
      events(
        ["B", "a", 1],
        ["B", "c", 2, 0, 2],
        ["B", "b", 3],
        ["E", "", 4],
        ["E", "", 5],
        ["E", "", 6, 0, 2],
        ["E", "", 7],
      ),
      "a(b) c",
    ],
    ["an array of events", JSON.stringify([{ ph: "X", name: "a", ts: 1, dur: 1 }]), "a"],
    ["events that follow one another", events(["X", "a", 1, 2], ["X", "b", 3, 2]), "a b"],
    [
      "folded stacks of py-spy",
      "<module> (app.py:9);load (shop/load.py:3) 12\n<module> (app.py:9);save (C:\\shop\\save.py:4) 1\n",
      "<module>@app.py:9(load@shop/load.py:3) <module>@app.py:9(save@C:/shop/save.py:4)",
    ],
    [
      "folded stacks of names alone",
      "java.lang.Thread.run;com.acme.Cart.total_[j] 3\r\njava.lang.Thread.run 1\r\n",
      "java.lang.Thread.run(com.acme.Cart.total_[j]) java.lang.Thread.run",
    ],
  ])("%s", (_what, text, nested) => {
    expect(nesting(readTrace(text, "run.json"))).toBe(nested);
    // Whoever walks it a second time hears the same.
    const trace = readTrace(text, "run.json");
    expect(nesting(trace)).toBe(nesting(trace));
  });

  test.each([
    ["nothing", ""],
    ["a text", "Once upon a time; there was 1\ncart."],
    ["no stack of two", "main 12\n"],
    ["JSON that is cut off", speedscope().slice(0, -2)],
    ["other JSON", '{"name": "shop", "profiles": 3}'],
    ["an empty list", "[]"],
    ["numbers", "[1, 2]"],
    ["a profile without frames of calls", '{"nodes": [null]}'],
  ])("is none: %s", (_what, text) => {
    expect(() => readTrace(text, "run.json")).toThrow("run.json is no execution trace that can be read.");
  });

  test("of V8 has each function once, below whatever callers it stands", () => {
    const twice = cpuProfile(
      ["(root)", "", -1, 2, 3],
      ["a", "a.js", 0, 4],
      ["b", "a.js", 5, 5],
      ["c", "a.js", 9],
      ["c", "a.js", 9],
    );
    expect(readTrace(twice, "run").frames.map(({ name }) => name)).toEqual(["(root)", "a", "b", "c"]);
    expect(nesting(readTrace(twice, "run"))).toBe("(root)(a@a.js:1(c@a.js:10) b@a.js:6(c@a.js:10))");
  });

  /** What JSON can write, and no text can be made of. */
  const nothing = { toString: 1, valueOf: 1 };
  test.each<[string, string, string]>([
    [
      "speedscope",
      speedscope(
        {
          type: "evented",
          events: [
            { type: "O", frame: nothing },
            { type: "O", frame: "length" },
          ],
        },
        { type: "sampled", samples: [[nothing, "length", 0, 1]] },
      ),
      "main@/app/a.py:1(load@b.py:7)",
    ],
    [
      "Chrome trace events",
      JSON.stringify([
        { ph: "X", name: nothing, ts: 1, dur: 2, pid: nothing, tid: nothing },
        { ph: "X", name: "main", ts: 4, dur: 2, pid: nothing, tid: nothing },
      ]),
      "main",
    ],
  ])("of %s with values of other types is read as far as it goes", (_what, text, nested) => {
    expect(nesting(readTrace(text, "run"))).toBe(nested);
  });

  test("of stacks with a run of blanks is refused in time", async () => {
    const milliseconds = await timeOf(() =>
      expect(() => readTrace(`a;b 1\n${`a${" ".repeat(90_000)}x\n`.repeat(10)}`, "run")).toThrow(
        "no execution",
      ),
    );
    expect(milliseconds).toBeLessThan(1000);
  });

  test("that is deep, long or odd is read in linear time", () => {
    const deep = Array.from({ length: 50_000 }, (_, at) => [`f${at}`, "a.js", at, at + 2] as const);
    let [depth, deepest] = [0, 0];
    readTrace(cpuProfile(...deep), "deep").walk({
      enter: () => {
        deepest = Math.max(deepest, ++depth);
      },
      leave: () => depth--,
    });
    expect([depth, deepest]).toEqual([0, 50_000]);
    const names = ["(".repeat(900), `${"a (".repeat(300)}b.py:1)`, " ".repeat(900)].join(";");
    expect(readTrace(`${`${names} 1\n`.repeat(3_000)}`, "odd").frames).toHaveLength(3);
    expect(() => readTrace("a ".repeat(2_000_000), "long")).toThrow("no execution trace");
  });
});
