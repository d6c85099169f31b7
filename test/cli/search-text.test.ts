import { expect, test } from "@jest/globals";
import { searchText } from "../../src/cli/search/text.ts";
import { noUsage } from "../../src/llm/budget.ts";
import type { Reference } from "../../src/references/report.ts";
import { referenceReport } from "../helpers/reference-report.ts";

test.each([
  [{ licence: "MIT", use: "code" }, /MIT, .*its code may be reused, with attribution$/m],
  [{ licence: "Unlicense", use: "code" }, /Unlicense, .*its code may be reused$/m],
  [{ licence: "GPL-3.0", use: "facts" }, /GPL-3\.0, .*do not take its code over$/m],
  [{ licence: "NOASSERTION", use: "none" }, /licence not recognised, .*read it before you take code over$/m],
  [{ licence: undefined, use: "none" }, /no licence, .*nobody gave leave to copy its code$/m],
] as const)("a terminal says what a reader may take: %j", (more, wanted) => {
  const text = searchText(referenceReport({ ...more } as Partial<Reference>), {
    paint: (_style, text) => text,
    width: 200,
  });
  expect(text).toMatch(wanted);
});

test("repositories that were not chosen for one reason stand together, and the price of what a model was asked below", () => {
  const why = "not chosen by the model";
  const report = {
    ...referenceReport(),
    rejected: [
      { fullName: "a/b", why },
      { fullName: "sky/kitelib", why: "says nothing of wind" },
      { fullName: "c/d", why },
    ],
    usage: { ...noUsage, inputTokens: 1200, outputTokens: 30 },
  };
  const text = searchText(report, { paint: (_style, text) => text, width: 200 });
  expect(text).toContain(
    "Not chosen\n  a/b, c/d: not chosen by the model\n  sky/kitelib: says nothing of wind\n",
  );
  expect(text).toContain("1 search, 2 repositories looked at. 1,200 tokens in, 30 out, $0.00.");
});
