import { describe, expect, test } from "@jest/globals";
import { callTree, functionsOf, type Ran } from "../../src/traces/call-tree.ts";
import { readTrace } from "../../src/traces/read-trace.ts";
import { treeText } from "../../src/traces/tree-text.ts";
import { graphOf } from "../helpers/graph-of.ts";

const graph = graphOf([
  ["src/shop/app.py", 1, 30],
  ["src/shop/app.py#main", 3, 9],
  ["src/shop/app.py#load", 11, 20],
  ["src/shop/cart.py#Cart", 1, 40],
  ["src/shop/cart.py#Cart.total", 5, 12],
  ["src/shop/cart.py#Cart.rows", 14, 20],
  ["src/shop/cart.py#walk", 42, 60],
  ["index.js#setup", 1, 5],
  ["web/Door.js#Door", 1, 20],
  ["web/Door.js#Door.constructor", 2, 6],
]);
const lines: Record<string, string> = {
  module: "<module> (/home/me/src/shop/app.py:1)",
  main: "main (/home/me/src/shop/app.py:3)",
  load: "load (/home/me/src/shop/app.py:11)",
  body: "Cart (/home/me/src/shop/cart.py:1)",
  total: "Cart.total (/home/me/src/shop/cart.py:5)",
  lambda: "Cart.total.<locals>.<lambda> (/home/me/src/shop/cart.py:8)",
  rows: "Cart.rows (/home/me/src/shop/cart.py:14)",
  walk: "walk (/home/me/src/shop/cart.py:42)",
  lib: "run (/usr/lib/python3/asyncio.py:9)",
};
/** `main;lib;total`: stacks of the functions above, or frames as they are written. */
const traceOf = (...stacks: readonly string[]) =>
  readTrace(
    stacks
      .map(
        (stack) =>
          `${stack
            .split(";")
            .map((name) => lines[name] ?? name)
            .join(";")} 1`,
      )
      .join("\n"),
    "run",
  );
const told = (calls: readonly Ran[]): string =>
  calls
    .map(
      ({ node, calls }) => `${node.qualifiedName || node.path}${calls.length > 0 ? `(${told(calls)})` : ""}`,
    )
    .join(" ");
const tree = (stacks: readonly string[], startup?: readonly string[]) =>
  callTree({ trace: traceOf(...stacks), startup: startup && traceOf(...startup) }, graph);

describe("the call tree of a trace", () => {
  test.each<[what: string, stacks: readonly string[], tree: string]>([
    [
      "calls of one function by one caller are one",
      ["main;load;total", "main;load;rows", "main;load;total"],
      "main(load(Cart.total Cart.rows))",
    ],
    [
      "of another caller it stands again",
      ["main;total", "main;load;total"],
      "main(Cart.total load(Cart.total))",
    ],
    ["libraries between two functions are left out", ["lib;main;lib;lib;total"], "main(Cart.total)"],
    [
      "a function without a name is part of the one around it",
      ["main;total;lambda;rows"],
      "main(Cart.total(Cart.rows))",
    ],
    [
      "a recursion is folded, and what only its inner rounds call is there",
      ["main;walk;load;walk;load;walk;rows"],
      "main(walk(load Cart.rows))",
    ],
    ["what was only loaded is left out", ["module;body", "module;main"], "src/shop/app.py(main)"],
    ["only loaded", ["module;body"], ""],
    [
      "a line within the function will do",
      ["x;load (/home/me/src/shop/app.py:15)", "main;rows"],
      "load main(Cart.rows)",
    ],
    [
      "another version of the file: the name counts",
      ["x;load (/home/me/src/shop/app.py:4)", "main;rows"],
      "load main(Cart.rows)",
    ],
    [
      "an installed copy without its folder of source",
      ["x;load (/venv/site-packages/shop/app.py:11)"],
      "load",
    ],
    ["paths from the top of the repository", ["x;load (src/shop/app.py:11)"], "load"],
    [
      "a file of a library is not ours for its name",
      ["main;setup (/home/me/node_modules/x/index.js:1)", "main;total"],
      "main(Cart.total)",
    ],
    ["a constructor goes by its class", ["x;Door (/home/me/web/Door.js:3)"], "Door.constructor"],
    ["names alone, with the class", ["x;com.acme.Cart.total_[j]"], "Cart.total"],
    ["names alone, with the module", ["x;shop::app::load"], "load"],
    ["Go's way to write a method", ["x;github.com/acme/shop.(*Cart).rows"], "Cart.rows"],
    ["a name alone says nothing", ["x;setup", "x;(anonymous)", "x;"], ""],
  ])("%s", (_what, stacks, expected) => {
    expect(told(tree(stacks).calls)).toBe(expected);
  });

  test.each<[what: string, stacks: readonly string[], startup: readonly string[], tree: string]>([
    ["what the start-up calls is left out", ["main;load", "main;total"], ["main;load"], "main(Cart.total)"],
    ["but what more than that is called there", ["main;load;total"], ["main;load"], "main(load(Cart.total))"],
    ["or elsewhere", ["main;total;load"], ["main;load"], "main(Cart.total(load))"],
    ["all of it", ["main;load"], ["main;load;total"], ""],
  ])("without its start-up: %s", (_what, stacks, startup, expected) => {
    expect(told(tree(stacks, startup).calls)).toBe(expected);
  });

  test("gives its functions once, callers first, and counts what is not ours", () => {
    const found = tree(["lib;main;load;total", "main;rows;total"]);
    expect([...functionsOf(found)].map(({ name }) => name)).toEqual(["main", "load", "total", "rows"]);
    expect(found).toMatchObject({ outside: 1, isCut: false });
  });

  test("is kept small", () => {
    const many = Array.from({ length: 600 }, (_, at): [string, number, number] => [
      `a.py#f${at}`,
      at + 1,
      at + 1,
    ]);
    const stack = many.map(([id, line]) => `${id.slice(5)} (a.py:${line})`).join(";");
    const { calls, isCut } = callTree(
      { trace: readTrace(`${stack} 1`, "deep"), startup: undefined },
      graphOf(many),
    );
    expect(isCut).toBe(true);
    expect(functionsOf({ calls }).size).toBe(500);
    expect(treeText({ calls, isCut, outside: 0 }, 100_000)).toMatch(/ f499 :500\n\(there were more\)$/);
  });
});

describe("its text", () => {
  const found = tree(["module;main;load;total;rows", "module;main;walk;load;total;rows", "module;main;rows"]);

  test("names each function below its caller, a path where it is another, and what is above already", () => {
    expect(treeText(found, 1_000).split("\n")).toEqual([
      "src/shop/app.py",
      "  main :3",
      "    load :11",
      "      Cart.total src/shop/cart.py:5",
      "        Cart.rows :14",
      "    walk src/shop/cart.py:42",
      "      load src/shop/app.py:11 (as above)",
      "    Cart.rows src/shop/cart.py:14",
    ]);
  });

  test("leaves out the deepest calls where it is too long, and says so", () => {
    expect(treeText(found, 45).split("\n")).toEqual([
      "src/shop/app.py",
      "  main :3",
      "    load :11",
      "    walk src/shop/cart.py:42",
      "    Cart.rows src/shop/cart.py:14",
      "(calls more than 3 deep are left out)",
    ]);
    expect(treeText(found, 3)).toBe("");
  });
});
