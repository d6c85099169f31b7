import { describe, expect, test } from "@jest/globals";
import { createNameIndex } from "../../src/graph/includes/name-index.ts";
import { tablesOf } from "./tables.ts";

const header = "namespace a { class Foo { void bar(); }; int size(int x); }\n";
const body = '#include "a.h"\nusing namespace a;\nvoid Foo::bar() {}\nint top() { return 1; }\n';

const ignore = (): void => undefined;

describe("name index", () => {
  test("says where a name is, whichever state of the files it spoke of before", async () => {
    const index = createNameIndex();
    const first = await tablesOf({ "a.h": header, "b.cc": body });
    const names = index.namesFor(first.tables, ignore);
    expect(names.definitions("bodies", "a.Foo.bar")).toEqual(names.definitions("bodies", "Foo.bar"));
    expect(names.definitions("declared", "a.Foo.bar")).toHaveLength(1);
    expect(names.places("atTop", "top")).toEqual([1]);
    expect(names.declaring("a", "size").map(({ place }) => place)).toEqual([0]);
    expect(first.read).toEqual(["a.h", "b.cc"]);

    const next = await tablesOf({ "a.h": header, "aa.cc": "int other() { return 2; }\n", "b.cc": body });
    const moved = index.namesFor(next.tables, ignore);
    expect(moved.places("atTop", "top")).toEqual([2]);
    expect(moved.places("atTop", "other")).toEqual([1]);
    expect(moved.definitions("bodies", "Foo.bar")).toEqual([next.tables.firstOf(2)]);
    expect(next.read).toEqual(["aa.cc"]);

    const less = await tablesOf({ "a.h": "int size(int x);\n" });
    const left = index.namesFor(less.tables, ignore);
    expect(left.places("atTop", "top")).toEqual([]);
    expect(left.places("namespaces", "namespace a")).toEqual([]);
    expect(left.declaring("a", "size")).toEqual([]);
    expect(left.definitions("bodies", "Foo.bar")).toEqual([]);
  });

  test("reads a file anew of which it is not known what is in it", async () => {
    const index = createNameIndex();
    const unknown = (): undefined => undefined;
    const first = await tablesOf({ "a.h": header }, unknown);
    index.namesFor(first.tables, ignore).places("atTop", "top");
    const next = await tablesOf({ "a.h": "int top();\n" }, unknown);
    expect(index.namesFor(next.tables, ignore).places("atTop", "top")).toEqual([0]);
    expect(next.read).toEqual(["a.h"]);
  });

  test("reads nothing before it is asked", async () => {
    const { tables, read } = await tablesOf({ "a.h": header });
    const names = createNameIndex().namesFor(tables, ignore);
    expect(read).toEqual([]);
    names.places("atTop", "top");
    expect(read).toEqual(["a.h"]);
  });

  test("notes every look-up, also one that finds nothing", async () => {
    const { tables } = await tablesOf({ "a.h": header });
    const noted: number[] = [];
    const names = createNameIndex().namesFor(tables, (fact) => noted.push(fact));
    names.definitions("bodies", "nobody");
    names.places("apart", "nobody");
    names.declaring("a", "nobody");
    expect(new Set(noted).size).toBe(3);
  });
});
