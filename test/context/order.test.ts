import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { callOrder } from "../../src/context/order.ts";
import { type EdgeRow, graphOf } from "../helpers/graph-of.ts";

const file = (at: number): string => `src/${at}.ts`;

test("every file once, the most wanted first, a callee before its caller only where it was reached before", () => {
  const calls = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 14 });
  fc.assert(
    fc.property(calls, fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 1 }), (edges, wanted) => {
      const graph = graphOf(
        Array.from({ length: 8 }, (_, at) => [`${file(at)}#f`, 1, 2] as const),
        edges.map(([from, to]): EdgeRow => [`${file(from)}#f`, "Call", `${file(to)}#f`]),
      );
      const files = wanted.map(file);
      const ordered = callOrder(files, graph);
      expect([...ordered].sort()).toEqual([...files].sort());
      expect(ordered[0]).toBe(files[0]);
      const at = (path: string): number => ordered.indexOf(path);
      for (const [from, to] of edges.map(([a, b]) => [file(a), file(b)] as const)) {
        if (at(from) < 0 || at(to) < 0 || at(to) >= at(from)) continue;
        const better = files.indexOf(to) < files.indexOf(from);
        const reached = edges.some(([a, b]) => file(b) === to && at(file(a)) >= 0 && at(file(a)) < at(to));
        expect(better || reached).toBe(true);
      }
    }),
  );
});
