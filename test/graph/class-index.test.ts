import { describe, expect, test } from "@jest/globals";
import type { Tables } from "../../src/graph/files/tables.ts";
import {
  factOfClass,
  factOfDeclaring,
  factOfMember,
  factOfSubclasses,
  factOfTop,
} from "../../src/graph/open-classes/class-facts.ts";
import { createClassIndex } from "../../src/graph/open-classes/class-index.ts";
import { idOf } from "../../src/graph/open-classes/class-merge.ts";
import { tablesOf } from "./tables.ts";

type Files = Readonly<Record<string, string>>;

const shop: Files = {
  "lib/shop.rb": "module Shop\n  class Base\n    def pay; end\n  end\nend\n",
  "lib/shop/item.rb":
    "module Shop\n  class Item < Base\n    include Priced\n    def price; end\n  end\nend\n",
  "lib/shop/priced.rb":
    "module Shop\n  module Priced\n    def rounded; price; end\n  end\nend\ndef top; end\n",
  "test/item_test.rb": "module Shop\n  class Item\n    def price; end\n    def help; end\n  end\nend\n",
};

/** Everything that the index says of some names, in words that do not move. */
function seen(index: ReturnType<typeof createClassIndex>, tables: Tables): unknown {
  const nameOf = (id: number): string => {
    const { outline, base } = tables.file(tables.placeOf(id));
    return `${outline.path}:${outline.definitions[id - base]!.name}`;
  };
  const names = ["Shop", "Shop.Base", "Shop.Item", "Shop.Priced", "Other", "Shop.Item.Inner", "Shop.Other"];
  return names.map((whole) => {
    const named = index.named(whole);
    const members = [...(named?.members ?? [])].map(
      ([name, { parts, methods }]) =>
        `${name} ${[...parts, ...methods].map((one) => nameOf(idOf(tables, one)))}`,
    );
    return {
      whole,
      parts: named?.parts.map((one) => nameOf(idOf(tables, one))),
      bases: named?.bases.map(({ own }) => own.base),
      mixins: named?.mixins.map(({ own }) => `${own.how} ${own.base}`),
      members: members.sort(),
      heirs: [...index.subclasses().of(whole)].sort(),
      isWhole: index.subclasses().isWhole(whole),
    };
  });
}

describe("class index", () => {
  test("reads of the next state the files that changed, and says what one from nothing says", async () => {
    const index = createClassIndex();
    const first = await tablesOf(shop);
    index.bringTo(first.tables);
    expect(index.named("Shop.Item")?.parts.map(({ by }) => by.path)).toEqual([
      "lib/shop/item.rb",
      "test/item_test.rb",
    ]);
    expect(index.subclasses().of("Shop.Priced")).toEqual(new Set(["Shop.Item"]));
    expect(index.classesDeclaring("price")).toEqual(["Shop.Item"]);
    expect([index.isAtTop("top"), index.isAtTop("pay")]).toEqual([true, false]);

    const changed = {
      ...shop,
      "lib/a.rb": "class Other\nend\n",
      "lib/shop/priced.rb": "module Shop\n  module Priced\n  end\nend\n",
    };
    const next = await tablesOf(changed);
    index.bringTo(next.tables);
    expect(next.read).toEqual(["lib/a.rb", "lib/shop/priced.rb"]);
    const anew = createClassIndex();
    anew.bringTo(next.tables);
    expect(seen(index, next.tables)).toEqual(seen(anew, next.tables));
    expect(index.isAtTop("top")).toBe(false);
    expect(index.classesDeclaring("rounded")).toEqual([]);
  });

  test("knows nothing rather than half where a file cannot be read", async () => {
    const index = createClassIndex();
    index.bringTo((await tablesOf(shop)).tables);
    const { tables } = await tablesOf({
      ...shop,
      "lib/shop.rb": "module Shop\nend\n",
      "lib/z.rb": "class Z\nend\n",
    });
    const gone = new Error("gone");
    const broken: Tables = {
      ...tables,
      file: (place) => {
        if (tables.heads[place]!.path === "lib/z.rb") throw gone;
        return tables.file(place);
      },
    };
    expect(() => index.bringTo(broken)).toThrow(gone);
    expect(index.named("Shop")).toBeUndefined();
    index.bringTo(tables);
    const anew = createClassIndex();
    anew.bringTo(tables);
    expect(seen(index, tables)).toEqual(seen(anew, tables));
  });

  const facts = {
    "class Shop.Item": factOfClass("Shop.Item"),
    "class Shop.Base": factOfClass("Shop.Base"),
    "class Other": factOfClass("Other"),
    "member price": factOfMember("Shop.Item", "price"),
    "member help": factOfMember("Shop.Item", "help"),
    "saying price": factOfDeclaring("price"),
    "saying help": factOfDeclaring("help"),
    "heirs of Base": factOfSubclasses("Shop.Base"),
    "heirs of Priced": factOfSubclasses("Shop.Priced"),
    "top top": factOfTop("top"),
  };
  const [item, priced, spec] = ["lib/shop/item.rb", "lib/shop/priced.rb", "test/item_test.rb"];
  test.each<[what: string, path: string, from: string, to: string, names: readonly (keyof typeof facts)[]]>([
    ["a line in a body", item, "def price; end", "def price; 1; end", []],
    ["a line before", item, "module Shop", "\nmodule Shop", []],
    ["a member that another part has too", item, "def price; end", "", ["member price"]],
    ["a member that no other has", spec, "def help; end", "", ["member help", "saying help"]],
    ["a class of its own", item, "module Shop", "class Other; end\nmodule Shop", ["class Other"]],
    ["what a class builds on", item, " < Base", "", ["class Shop.Item", "heirs of Base"]],
    ["what a class includes", item, "include Priced", "", ["class Shop.Item", "heirs of Priced"]],
    ["a method outside of classes", priced, "def top; end", "", ["top top"]],
  ])("tells which facts are others: %s", async (_, path, from, to, names) => {
    expect(shop[path]).toContain(from);
    const index = createClassIndex();
    index.bringTo((await tablesOf(shop)).tables);
    const next = await tablesOf({ ...shop, [path]: shop[path]!.replace(from, to) });
    const changed = new Set(index.changesTo(next.tables));
    expect(Object.entries(facts).flatMap(([name, fact]) => (changed.has(fact) ? [name] : []))).toEqual(names);
    if (names.length === 0) expect(changed.size).toBe(0);
  });

  test("reads again a file whose path begins at a class that came or went", async () => {
    const nested = {
      "a.rb": "module A\n  class B::C\n  end\nend\n",
      "b.rb": "module A\n  module B\n  end\nend\n",
    };
    const index = createClassIndex();
    const names = async (files: Files) => {
      const { tables, read } = await tablesOf(files);
      index.bringTo(tables);
      return [read, ["A.B.C", "B.C"].filter((whole) => index.named(whole))];
    };
    expect(await names(nested)).toEqual([["a.rb", "b.rb"], ["A.B.C"]]);
    expect(await names({ ...nested, "b.rb": "" })).toEqual([["b.rb", "a.rb"], ["B.C"]]);
    expect(await names(nested)).toEqual([["b.rb", "a.rb"], ["A.B.C"]]);
  });
});
