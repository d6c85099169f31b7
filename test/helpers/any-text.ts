import fc from "fast-check";

/** Where halves of pairs lie, which no text holds alone. */
const [firstHalf, halves] = [0xd800, 0x800];

/**
 * Any character. fast-check's own unit `binary` gives the same ones, and takes a second and 130 MB in each file that
 * uses it, for a table of all million of them.
 */
const character = fc.nat(0x10ffff - halves).map(
  (place) => String.fromCodePoint(place < firstHalf ? place : place + halves),
  (text) => {
    const point = typeof text === "string" ? (text.codePointAt(0) ?? -1) : -1;
    if (point < 0 || text !== String.fromCodePoint(point) || (point >> 11) << 11 === firstHalf)
      throw new Error("It is not one character.");
    return point < firstHalf ? point : point - halves;
  },
);

/** Text of characters of every kind. */
export const anyText = (constraints: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ unit: character, ...constraints });
