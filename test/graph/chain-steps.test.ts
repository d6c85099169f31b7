import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createChainSteps, packed, unpacked } from "../../src/graph/notation/chain-steps.ts";

describe("a chain within a step of another one", () => {
  const chain = fc.stringMatching(/^[a-z][a-z.()[\]<>+*#0-9]{0,30}$/);

  test("comes back as it was, however often it is packed", () => {
    fc.assert(
      fc.property(chain, fc.integer({ min: 1, max: 8 }), (one, times) => {
        let text = one;
        for (let at = 0; at < times; at++) text = packed(`x(${text})`);
        for (let at = 0; at < times; at++) text = unpacked(text).slice(2, -1);
        expect(text).toBe(one);
      }),
    );
  });

  test("is one step, with what stands before and after it", () => {
    fc.assert(
      fc.property(chain, (one) => {
        const step = createChainSteps().of(`a.map(${packed(one)}).b`);
        expect([step.name, step.rest?.kind, step.rest?.rest?.text]).toEqual(["b", "call", "a.map"]);
        expect(unpacked(step.rest!.name)).toBe(one);
      }),
    );
  });
});
