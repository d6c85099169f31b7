/**
 * Methods that macros of googlemock declare, as declarations: `MOCK_METHOD(int, size, (bool all), (const, override));`
 * is `int size (bool all) const override;` then, with every word where it was.
 */
import { blank } from "./blank.ts";
import { listed } from "./macro-patterns.ts";

/** Behind the parameters `const` and `override` in this order, or anything in brackets. */
const specifiers = String.raw`(?:,\s*(?:\((?:[^()]{0,80}\b(?<constant>const)\b)?(?:[^()]{0,80}\b(?<override>override)\b)?[^()]{0,80}\)|${listed})\s*)?`;

/** Brackets hold a type with commas together: `MOCK_METHOD((std::map<int, Foo>), all, ());`. */
const method = new RegExp(
  String.raw`\bMOCK_METHOD\s*\(\s*(?:\((?<together>[^()]{1,300})\)|(?<type>[^(),;{}]{1,300}))\s*,\s*(?<name>\w{1,200})\s*,\s*(?<parameters>${listed})\s*${specifiers}\)`,
  "gd",
);

/** An older one says name and type the other way round, so its type is left out: `MOCK_CONST_METHOD1(size, int(bool all));`. */
const olderMethod = new RegExp(
  String.raw`\bMOCK_(?:CONST_)?METHOD\d{1,2}(?:_T)?\s*\(\s*(?<name>\w{1,200})\s*,[^();{}]{0,300}(?<parameters>${listed})\s*\)`,
  "gd",
);

/** A text of C++ with them, as long as before. */
export const withMockMethods = (text: string): string =>
  text.includes("MOCK_") ? [method, olderMethod].reduce(withNamedAlone, text) : text;

/** Of what is found only the parts that have a name. */
function withNamedAlone(text: string, pattern: RegExp): string {
  const parts: string[] = [];
  let copied = 0;
  const copyTo = (end: number, isKept: boolean): void => {
    const part = text.slice(copied, end);
    parts.push(isKept ? part : blank(part));
    copied = end;
  };
  for (const { 0: found, index, indices } of text.matchAll(pattern)) {
    copyTo(index, true);
    for (const range of Object.values(indices!.groups!)) {
      if (!range) continue;
      copyTo(range[0], false);
      copyTo(range[1], true);
    }
    copyTo(index + found.length, false);
  }
  copyTo(text.length, true);
  return parts.join("");
}
