import { describe, expect, test } from "@jest/globals";
import { edgesOf, graphOf } from "./fixture.ts";

describe("functions of which a type says only that they are functions, in TypeScript", () => {
  const kit = `//- use.ts
export function useT(): { t: (k: string) => string; n: number } { return { t: (k) => k, n: 1 } }
export const useS = (): { s: (k: string) => string } => {
  const s = (k: string) => k;
  return { s };
};
interface Store { open(): void; shut: () => void; box: Box }
class Box { go() {} }
export function useStore(): Store {
  const open = () => {};
  function shut() {}
  return { open, shut, box: new Box() };
}
declare const other: Store;
export function useOther(): Store { return other; }
`;
  const used = 'import { useT, useS, useStore, useOther } from "./use";\n';
  test.each<[what: string, code: string, rows: readonly string[]]>([
    ["of an object that is taken apart", "const { t } = useT(); t('a');", ["useT", "useT.t inferred"]],
    ["of a variable in that object", "const { s } = useS(); s('a');", ["useS", "useS.s inferred"]],
    ["of a call itself", "useT().t('a');", ["useT", "useT.t inferred"]],
    [
      "of a variable, by an interface",
      "const one = useStore(); one.shut();",
      ["useStore", "useStore.shut inferred"],
    ],
    [
      "a method of the interface is that",
      "const one = useStore(); one.open();",
      ["Store.open inferred", "useStore"],
    ],
    ["what its type tells more of is that", "useStore().box.go();", ["Box.go inferred", "useStore"]],
    ["where no object is written nothing more is known", "useOther().shut();", ["useOther"]],
    ["what is no function is none", "useT().n();", ["useT"]],
  ])("%s", async (_, code, rows) => {
    const edges = edgesOf(await graphOf(`${kit}//- a.ts\n${used}function f() { ${code} }\n`));
    const calls = edges.flatMap((row) => /^a\.ts#f call use\.ts#(.*)$/.exec(row)?.[1] ?? []);
    expect(calls.sort()).toEqual([...rows].sort());
  });
});
