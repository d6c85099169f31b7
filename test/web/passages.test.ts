import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { passagesFor } from "../../src/web/passages.ts";

test("a short page is taken whole", () => expect(passagesFor("a", "short\ntext", 100)).toBe("short\ntext"));

test("of a long page the parts that speak of the query are taken, in their order", () => {
  const filler = (word: string) => `${word} and other things that nobody asked for. `.repeat(8);
  const page = [
    filler("one"),
    "# Retry\nuse retry with backoff here",
    filler("two"),
    "backoff is doubled each time",
    filler("three"),
  ];
  const shown = passagesFor("retry backoff", page.join("\n"), 700);
  expect(shown).toContain("# Retry\nuse retry with backoff here");
  expect(shown.length).toBeLessThanOrEqual(700);
  expect(shown).toContain("[...]");
});

test("it never takes more than asked for, and only what stands there", () => {
  const line = fc.string({ maxLength: 200 });
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 60 }),
      line,
      fc.integer({ min: 100, max: 2000 }),
      (lines, query, most) => {
        const text = lines.join("\n");
        const shown = passagesFor(query, text, most);
        expect(shown.length).toBeLessThanOrEqual(most);
        for (const part of shown.split("\n")) if (part !== "[...]") expect(text).toContain(part);
      },
    ),
  );
});
