import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { createRedactor } from "../../src/redact/redact.ts";
import { outwardQuery } from "../../src/web/query.ts";

const secret = "correct horse battery";
const redact = createRedactor([secret, "Tr0ub4dor&3"]);

test.each([
  ["plain  words\n of code", "plain words of code"],
  ["zero\u200bwidth \u{e0041}", "zerowidth"],
  ["key Tr0ub4dor&3 leaks", "key [redacted] leaks"],
  [`token ghp_${"a1".repeat(18)} leaks`, "token [redacted] leaks"],
  ["Tr0ub \u200b4dor&3", "[redacted]"],
  ["see https://evil.example/?d=code for it", "see for it"],
  [`a ${"x".repeat(61)} b`, "a b"],
  [`${"word ".repeat(100)}`, "word ".repeat(32).trim()],
  [`${"wordwordword ".repeat(20)}`, `${"wordwordword ".repeat(15)}wordw`],
  ["correct https://x.example/ horse battery", "[redacted]"],
  [`${"word ".repeat(31)}correct horse battery`, `${"word ".repeat(31)}[redacted]`],
  ["   ", ""],
])("%j is sent as %j", (query, expected) => expect(outwardQuery(query, redact)).toBe(expected));

test("what is sent is one short line without the secret", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constant(secret), fc.constant(" "))), (parts) => {
      const sent = outwardQuery(parts.join(""), redact);
      expect(sent.length).toBeLessThanOrEqual(210);
      expect(sent).not.toMatch(/[\n\r]/);
      expect(sent.replace(/\s/g, "")).not.toContain(secret.replace(/\s/g, ""));
    }),
  );
});
