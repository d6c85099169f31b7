import { describe, expect, test } from "@jest/globals";
import { diffAnchors } from "../../src/context/diff-anchors.ts";
import { touchedDefinitions, viewDiff } from "../../src/context/diff-view.ts";
import { afterLicence } from "../../src/context/head.ts";
import { applyAnswer } from "../../src/edits/apply.ts";
import { fileDiff } from "../../src/edits/file-diff.ts";
import type { CodeNode } from "../../src/graph/graph.ts";
import { routeText } from "../../src/retrieval/route.ts";
import { graphOf } from "../helpers/graph-of.ts";

const path = "src/a.py";
const body = (name: string, at: number): string[] =>
  Array.from({ length: 10 }, (_, index) => (index === 0 ? `def ${name}():` : `    line(${at + index})`));
const before = [...body("one", 1), ...body("two", 11), ...body("three", 21), ...body("four", 31)];
const after = before.toSpliced(14, 2, "    changed()").toSpliced(38, 0, "    added()");
const text = (lines: readonly string[]): string => `${lines.join("\n")}\n`;
const diff = fileDiff(path, { before: text(before), after: text(after) });
const graph = graphOf(
  [
    [`${path}#one`, 1, 10],
    [`${path}#two`, 11, 19],
    [`${path}#three`, 20, 29],
    [`${path}#four`, 30, 40],
    ["src/b.py#user", 1, 5],
    ["tests/test_a.py#test_two", 1, 3, { test: true }],
  ],
  [
    ["src/b.py#user", "Call", `${path}#two`],
    ["tests/test_a.py#test_two", "Call", `${path}#two`],
    [`${path}#two`, "Call", `${path}#one`],
  ],
);

/** Nothing of the diff is known but what changed. */
const bare = { shown: new Map(), lines: new Map(), named: new Map(), added: new Set<CodeNode>() };

test("a diff touches the innermost definitions of its places", () => {
  expect(touchedDefinitions(diff, graph).map(({ name }) => name)).toEqual(["two", "four"]);
  expect(touchedDefinitions(diff, graph, [{ from: 1, to: 15 }]).map(({ name }) => name)).toEqual(["two"]);
  expect(touchedDefinitions(diff, graph, [])).toEqual([]);
});

test("it is shown within them, what came in numbered, what went where it stood", () => {
  const { text: shown, leftOut } = viewDiff([diff], graph, 10_000);
  expect(shown).toMatch(/^=== src\/a\.py#[a-z]{4} \(40 lines\)\nadded or changed lines: 15, 39\n/);
  expect(shown).toContain("-     line(15)\n-     line(16)");
  expect(shown.indexOf("- ")).toBeLessThan(shown.indexOf("changed()"));
  expect(leftOut).toEqual([]);
});

test("every line that is shown can be edited as it is shown", () => {
  const { text: shown } = viewDiff([diff], graph, 10_000);
  const [header] = shown.split("\n");
  const row = shown.split("\n").find((line) => line.includes("changed()"))!;
  const answer = `${header}\n${row.replace("changed", "cured")}`;
  const { changes, complaints } = applyAnswer(answer, new Map([[path, text(after)]]));
  expect(complaints).toEqual([]);
  expect(changes[0]!.after).toBe(text(after).replace("changed", "cured"));
});

test("a file that does not fit is shown by its hunks, or named", () => {
  const whole = viewDiff([diff], graph, 10_000).tokens;
  const hunks = viewDiff([diff], graph, whole - 1);
  expect(hunks.text).toContain("lines not shown");
  expect(hunks.tokens).toBeLessThan(whole);
  expect(viewDiff([diff], graph, 5)).toMatchObject({ text: "", leftOut: [path] });
});

test("of a file that is too long even so its first lines are shown, after the files that fit", () => {
  const lines = Array.from({ length: 3_000 }, (_, at) => `call_number(${at})`);
  const long = fileDiff("src/long.py", { before: undefined, after: text(lines) });
  const budget = 3_000;
  const view = viewDiff([long, diff], graph, budget);
  expect([...view.shown.keys()]).toEqual([path, "src/long.py"]);
  expect(view.tokens).toBeLessThanOrEqual(budget);
  expect(view.tokens).toBeGreaterThan(budget * 0.95);
  const last = view.shown.get("src/long.py")![0]!.to;
  expect(view.leftOut).toEqual([`src/long.py after line ${last}`]);
  expect(view.text).toContain(`call_number(${last - 1})\n... ${3_000 - last} lines not shown ...`);
});

test("the lines of a file that is gone are shown where room is left, those that stand elsewhere now as one", () => {
  const lines = [...body("kept", 1), ...body("lost", 11)];
  const deleted = [fileDiff("src/gone.py", { before: text(lines), after: "" })];
  const heir = fileDiff("src/heir.py", { before: undefined, after: text(lines.slice(0, 10)) });
  const view = viewDiff([heir], graph, 10_000, { deleted });
  expect(view.text).toMatch(
    /\n\n=== src\/gone\.py \(deleted, 20 lines\)\n- \.\.\. 10 lines that stand in src\/heir\.py at 1-10 now \.\.\.\n- def lost\(\):\n- {5}line\(12\)\n/,
  );
  expect([...view.shown.keys()]).toEqual(["src/heir.py"]);
  expect(viewDiff([heir], graph, viewDiff([heir], graph, 10_000).tokens, { deleted }).leftOut).toEqual([
    "src/gone.py",
  ]);
});

test("no file's hunks give way to what surrounds those of files above", () => {
  const all = Array.from({ length: 8 }, (_, at) => ({ ...diff, path: `src/a${at}.py` }));
  const one = (of: typeof all) => viewDiff(of, graph, 10_000).tokens;
  const budget = Math.ceil(one(all) * 0.8);
  const view = viewDiff(all, graph, budget);
  expect(view.leftOut).toEqual([]);
  expect(view.tokens).toBeLessThanOrEqual(budget);
  expect([...view.shown.keys()]).toEqual(all.map(({ path: each }) => each));
  // The first ones have their surroundings all the same.
  expect(view.shown.get("src/a0.py")).not.toEqual(view.shown.get("src/a7.py"));
});

test("hunks alone may take more than what stands around them", () => {
  const all = Array.from({ length: 8 }, (_, at) => ({ ...diff, path: `src/a${at}.py` }));
  const budget = Math.ceil(viewDiff(all, graph, 10_000).tokens * 0.3);
  expect(viewDiff(all, graph, budget).leftOut).not.toEqual([]);
  const view = viewDiff(all, graph, budget, { mostForHunks: budget * 3 });
  expect(view.leftOut).toEqual([]);
  expect(view.tokens).toBeLessThanOrEqual(budget * 3);
});

test("a file of more than half of the room waits for the others", () => {
  const large = fileDiff("src/large.py", { before: undefined, after: text(before) });
  const [own, others] = [viewDiff([large], graph, 10_000).tokens, viewDiff([diff], graph, 10_000).tokens];
  const both = viewDiff([large, diff], graph, own + others);
  expect(both.leftOut).toEqual([]);
  expect([...viewDiff([large, diff], graph, own + 10).shown.keys()]).toContain(path);
});

describe("removed lines that are still there are counted, not drawn", () => {
  const block = ["start(1)", "for one in all:", "    go(2)", "stop(3)"];
  const inner = block.map((line) => `    ${line}`);
  const rows: readonly [string, readonly string[], readonly string[], readonly string[]][] = [
    [
      "at another indentation",
      [...block, "end()"],
      ["if now:", ...inner, "end()"],
      ["- ... 4 lines that stand at 2-5 now, with another indentation ..."],
    ],
    [
      "further down, some of them",
      [...block, "lost(4)", ...before.slice(0, 9)],
      [...before.slice(0, 9), ...block],
      ["- ... 4 lines that stand at 10-13 now ...", "- lost(4)"],
    ],
    ["too few", ["a()", "b()", "c()"], ["if now:", "    a()", "    b()", "c()"], ["- a()", "- b()"]],
    [
      "near each other, not a like line far below",
      [...block, ...before, "}", "end()"],
      ["if now:", ...inner, "    }", ...before, "end()"],
      ["- ... 4 lines that stand at 2-5 now, with another indentation ...", "- }"],
    ],
    [
      "on either side of lines that stay, and with a new one between",
      ["one(1)", "two(2)", "three(3)", "", "four(4)", "", "five(5)", "six(6)"],
      ["if:", " one(1)", " two(2)", " three(3)", "", " new()", " four(4)", "", " five(5)", " six(7)"],
      ["- ... 5 lines that stand at 2-9 now, with another indentation ...", "- six(6)"],
    ],
  ];
  test.each(rows)("%s", (_, old, now, drawn) => {
    const { text: shown } = viewDiff(
      [fileDiff(path, { before: text(old), after: text(now) })],
      graph,
      10_000,
    );
    expect(shown.split("\n").filter((line) => line.startsWith("- "))).toEqual(drawn);
  });

  test("in another file, where they are many", () => {
    const many = [...block, ...block.map((line) => `${line};`)];
    const moved = (lines: readonly string[]) => {
      const from = fileDiff(path, { before: text([...lines, "end()"]), after: text(["end()"]) });
      const after = text(["def two():", ...lines.map((line) => `    ${line}`)]);
      return viewDiff([from, fileDiff("src/b.py", { before: undefined, after })], graph, 10_000).text;
    };
    const told = "- ... 8 lines that stand in src/b.py at 2-9 now, with another indentation ...\n";
    expect(moved(many)).toContain(told);
    expect(moved(block)).toContain("- start(1)\n");
  });
});

test("of a renamed file the name that it had is told", () => {
  expect(viewDiff([{ ...diff, previousPath: "src/old.py" }], graph, 10_000).text).toMatch(
    /^=== src\/a\.py#\w+ \(40 lines\)\nrenamed from: src\/old\.py\nadded or changed/,
  );
});

test("the licence above a file is not shown, its imports are", () => {
  const licence = ["/*", ...Array.from({ length: 30 }, () => " * Copyright of somebody"), " */"];
  const now = [...licence, "#include <set>", ...Array.from({ length: 60 }, (_, at) => `call(${at});`)];
  const file = { before: text(now), after: text(now.toSpliced(85, 1, "changed();")) };
  const view = viewDiff([fileDiff("src/a.cpp", file)], graphOf([["src/a.cpp#far", 80, 90]]), 10_000);
  expect(view.text).not.toContain("Copyright");
  expect(view.text).toContain("#include <set>");
  expect(view.text).toContain("... 32 lines not shown ...");
  const high = { before: text(now), after: text(now.toSpliced(37, 1, "changed();")) };
  expect(viewDiff([fileDiff("src/a.cpp", high)], graphOf([]), 10_000).text).not.toContain("Copyright");
});

test.each([
  ["<?php declare(strict_types=1);", ""],
  ["#!/bin/sh"],
  ["# frozen_string_literal: true", ""],
  ["#ifndef A_H", "#define A_H"],
  ["'use strict';"],
  ['<?xml version="1.0"?>'],
])("nor is one below %s", (...above) => {
  const licence = ["/*", " * Copyright of somebody", " */", "", "use Somebody;"];
  expect(afterLicence([...above, ...licence])).toBe(above.length + 5);
  expect(afterLicence([...above, "/* What it does. */", "use Somebody;"])).toBe(1);
});

test("a long function is shown whole where room is left, else its declaration and what stands around the change", () => {
  const lines = Array.from({ length: 200 }, (_, at) => (at === 0 ? "def long(at):" : `    line(${at + 1})`));
  const file = fileDiff("src/long.py", {
    before: text(lines),
    after: text(lines.toSpliced(99, 1, "    changed()")),
  });
  const one = graphOf([["src/long.py#long", 1, 200, { signature: "long(at)" }]]);
  const rangesOf = (budget: number, files = [file]) => viewDiff(files, one, budget).shown.get("src/long.py");
  expect(rangesOf(10_000)).toEqual([{ from: 1, to: 200 }]);
  const parts = [
    { from: 1, to: 1 },
    { from: 87, to: 113 },
  ];
  expect(rangesOf(1_000)).toEqual(parts);
  // What changed in other files comes first.
  const other = fileDiff("src/other.py", { before: undefined, after: text(before) });
  const room = viewDiff([file], one, 10_000).tokens + 100;
  expect(rangesOf(room, [file, other])).toEqual(parts);
});

test("source in a language that is not read is shown far around a change where room is left, with what it stands in", () => {
  const lines = Array.from({ length: 300 }, (_, at) =>
    at === 59 ? "def handle(message) do" : `  line(${at + 1})`,
  );
  const file = fileDiff("lib/socket.ex", {
    before: text(lines),
    after: text(lines.toSpliced(199, 1, "  changed()")),
  });
  const rangesOf = (budget: number) => viewDiff([file], graphOf([]), budget).shown.get("lib/socket.ex")!;
  expect(rangesOf(10_000).slice(-2)).toEqual([
    { from: 60, to: 60 },
    { from: 137, to: 263 },
  ]);
  expect(rangesOf(1_000).at(-1)).toEqual({ from: 187, to: 213 });
});

test("of a manual no head is shown", () => {
  const lines = Array.from({ length: 100 }, (_, at) => `Line ${at + 1}.`);
  const file = fileDiff("docs/use.md", {
    before: text(lines),
    after: text(lines.toSpliced(79, 1, "Another line.")),
  });
  expect(viewDiff([file], graphOf([]), 10_000).shown.get("docs/use.md")).toEqual([{ from: 67, to: 93 }]);
});

test("after more commits only what is new is shown", () => {
  const now = fileDiff(path, {
    ...{ before: text(before), after: text(after), since: text(after.toSpliced(38, 1)) },
  });
  const { text: shown } = viewDiff([now], graph, 10_000);
  expect(shown).toContain("added or changed lines: 39\n");
  expect(shown).not.toContain("changed()");
});

test("around it stand callers, tests and callees, each with its way, none of what is shown", () => {
  const { shown } = viewDiff([diff], graph, 10_000);
  const changed = touchedDefinitions(diff, graph);
  const anchors = diffAnchors(changed, graph, () => [], { ...bare, shown });
  const seen = new Set(
    [...shown.get(path)!].flatMap(({ from, to }) => (from <= 1 && to >= 10 ? ["one"] : [])),
  );
  const ways = anchors.map(({ node, route }) => [node.name, route[2]]);
  expect(ways).toEqual([
    ["user", { kind: "edge", relation: "is called by" }],
    ["test_two", { kind: "edge", relation: "is tested by" }],
    ...(seen.has("one") ? [] : [["one", { kind: "edge", relation: "calls" }]]),
  ]);
});

test("what the new lines call comes before what else their definition calls, what a changed test leads to last", () => {
  const calling = graphOf(
    [
      ["src/a.py#long", 1, 900],
      ["tests/test_a.py#test_long", 1, 9, { test: true }],
      ...["old", "new", "caller", "like", "double"].map((name) => [`src/${name}.py#${name}`, 1, 5] as const),
    ],
    [
      ["src/a.py#long", "Call", "src/old.py#old"],
      ["src/a.py#long", "Call", "src/new.py#new"],
      ["src/caller.py#caller", "Call", "src/a.py#long"],
      ["tests/test_a.py#test_long", "Call", "src/double.py#double"],
    ],
  );
  const changed = ["src/a.py#long", "tests/test_a.py#test_long"].map((id) => calling.node(id)!);
  const like = (): readonly CodeNode[] => [calling.node("src/like.py#like")!];
  const named = new Map([
    ["src/a.py", new Set(["new"])],
    ["tests/test_a.py", new Set(["double"])],
  ]);
  const anchors = diffAnchors(changed, calling, like, { ...bare, named });
  expect(anchors.map(({ node }) => node.name)).toEqual(["caller", "new", "like", "old", "double"]);
});

test("of namesakes a new line calls the one that it calls; what is called nearest to it comes first", () => {
  const modules = ["a", "b", "c"].map((name) => `src/${name}.rs#module`);
  const handle = graphOf(
    [["src/mod.rs#handle", 1, 90], ...modules.map((id) => [id, 1, 5] as const)],
    modules.map((id, at) => ["src/mod.rs#handle", "Call", id, { line: 20 * (at + 1) }] as const),
  );
  const anchors = diffAnchors([handle.node("src/mod.rs#handle")!], handle, () => [], {
    ...bare,
    lines: new Map([["src/mod.rs", [{ from: 60, to: 61 }]]]),
    named: new Map([["src/mod.rs", new Set(["module"])]]),
  });
  expect(anchors.map(({ node, score }) => [node.path, score])).toEqual([
    ["src/c.rs", 0.9],
    ["src/a.rs", 0.5],
    ["src/b.rs", 0.5],
  ]);
});

test("of copies that resemble a change one is there, also where several changes lead to them", () => {
  const copies = ["v1/a.py#Client.send", "v2/a.py#Client.send", "v3/a.py#Client.send"];
  const rows = [...copies, "src/a.py#one", "src/a.py#two"].map(
    (id, at) => [id, 1, at === 2 ? 9 : 5] as const,
  );
  const like = graphOf(rows);
  const nodes = copies.map((id) => like.node(id)!);
  const similar = ({ name }: CodeNode) => (name === "one" ? nodes.slice(0, 2) : nodes.slice(1));
  const changed = ["src/a.py#one", "src/a.py#two"].map((id) => like.node(id)!);
  const anchors = diffAnchors(changed, like, similar, bare);
  expect(anchors.map(({ node }) => node.id)).toEqual([copies[0], copies[2]]);
});

test("of many that inherit a base those with a member that the new lines name are shown, and few others", () => {
  const heirs = Array.from({ length: 9 }, (_, at) => `src/heir${at}.py#Heir${at}`);
  const base = graphOf(
    [["src/base.py#Base", 1, 9], ...heirs.map((id) => [id, 1, 9] as const), [`${heirs[8]}.zone`, 2, 3]],
    heirs.map((id) => [id, "Inherit", "src/base.py#Base"] as const),
  );
  const anchors = diffAnchors([base.node("src/base.py#Base")!], base, () => [], {
    ...{ ...bare, named: new Map([["src/base.py", new Set(["zone"])]]) },
  });
  expect(anchors.map(({ node }) => node.name).toSorted()).toEqual(["Heir0", "Heir1", "Heir8"]);
});

test("of tests that count the same those with words of the changed names come first, then those nearby", () => {
  const testsOf = (path: string, ...names: string[]) =>
    names.map((name) => [`${path}#${name}`, 1, 9, { test: true }] as const);
  const tests = [
    ...testsOf("cmd/use_test.go", "TestAll", "TestWriteAll"),
    ...testsOf("ui/term_test.go", "TestPrint", "TestStatus", "TestWriteStatus"),
  ];
  const terminal = graphOf(
    [["ui/term.go#writeStatus", 1, 9], ...tests],
    tests.map(([id]) => [id, "Call", "ui/term.go#writeStatus"] as const),
  );
  const anchors = diffAnchors([terminal.node("ui/term.go#writeStatus")!], terminal, () => [], {
    ...bare,
  });
  const names = ["TestWriteStatus", "TestStatus", "TestWriteAll", "TestPrint", "TestAll"];
  expect(anchors.map(({ node }) => node.name)).toEqual(names);
});

test("who calls the method of an interface that a changed one stands behind is there, by that way", () => {
  const rows = [
    ["src/shop.ts#Cart", 1, 9],
    ["src/shop.ts#Cart.pay", 2, 4],
    ["src/till.ts#Payable", 1, 9],
    ["src/till.ts#Payable.pay", 2, 2],
    ["src/use.ts#checkOut", 1, 3],
  ] as const;
  const through = graphOf(rows, [
    ["src/shop.ts#Cart", "Inherit", "src/till.ts#Payable"],
    ["src/use.ts#checkOut", "Call", "src/till.ts#Payable.pay", { line: 2 }],
    ["src/use.ts#checkOut", "Call", "src/till.ts#Payable.pay", { line: 3 }],
  ]);
  const [anchor] = diffAnchors([through.node("src/shop.ts#Cart.pay")!], through, () => [], {
    ...bare,
  });
  expect(routeText(anchor!.route)).toBe(
    "diff -> src/shop.ts#Cart.pay -> overrides -> src/till.ts#Payable.pay -> is called by -> src/use.ts#checkOut",
  );
  expect(anchor!.lines).toEqual([2, 3]);
});
