import { expect, test } from "@jest/globals";
import { licenceUse } from "../../src/references/licence.ts";

test.each([
  ["MIT", "code"],
  ["apache-2.0", "code"],
  ["GPL-3.0", "facts"],
  ["AGPL-3.0-only", "facts"],
  ["SOMETHING-NEW-1.0", "facts"],
  ["NOASSERTION", "none"],
  ["Other", "none"],
  ["", "none"],
  [undefined, "none"],
] as const)("a licence %s lets us use: %s", (spdx, use) => {
  expect(licenceUse(spdx)).toBe(use);
});

test("a host may allow fewer or other licences, but never an unknown one", () => {
  expect(licenceUse("MIT", ["ISC"])).toBe("facts");
  expect(licenceUse("GPL-3.0", ["gpl-3.0"])).toBe("code");
  expect(licenceUse("NOASSERTION", ["NOASSERTION"])).toBe("none");
});
