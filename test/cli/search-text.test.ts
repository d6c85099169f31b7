import { expect, test } from "@jest/globals";
import { searchText } from "../../src/cli/search/text.ts";
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
