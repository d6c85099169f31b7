import type { LineRange } from "../edits/hunks.ts";

/** Places that are shown, and lines on either side of each. */
const most = { places: 4, around: 6, span: 40 };

/** Lines that are called those of a file are none of the claim's own: see `citedPlaces`. */
const said =
  /\blines?\s+(\d{1,6})(?:\s*(?:-|–|to|and)\s*(\d{1,6}))?(?!\s+(?:lines?|of)\b|\s+in\s+`?[\w./-]{1,200}\.\w|[\d:])/giu;

/** `line 12 of a.c`, `lines 12 to 15 in src/a.c`, `src/a.c:12`. */
const ofFile =
  /\blines?\s+(\d{1,6})(?:\s*(?:-|–|to|and)\s*(\d{1,6}))?\s+(?:of|in)\s+`?([\w./-]{1,200}\.\w{1,10})|([\w./-]{1,200}\.\w{1,10}):(\d{1,6})(?:\s*[-–]\s*(\d{1,6}))?/giu;

/** The lines of its own file that a claim names by their numbers (`line 823`, `lines 12 to 15`) and `window` does not show. */
export function citedLines(words: string, count: number, window: LineRange): readonly LineRange[] {
  const all = [...words.matchAll(said)].map(([, first, second]) => rangeOf(first, second));
  return widened(all, count, window);
}

/** The files that a claim names together with lines of theirs, as it writes their names. */
export function citedPlaces(words: string): ReadonlyMap<string, readonly LineRange[]> {
  const found = [...words.matchAll(ofFile)].map(([, first, second, name, path, from, to]) =>
    name === undefined
      ? { file: path!, lines: rangeOf(from, to) }
      : { file: name, lines: rangeOf(first, second) },
  );
  return new Map(
    [...Map.groupBy(found, ({ file }) => file)].map(([file, all]) => [file, all.map(({ lines }) => lines)]),
  );
}

const rangeOf = (first: string | undefined, last = first): LineRange => ({
  from: Number(first),
  to: Number(last),
});

/** Each with some lines around, those that meet as one; without what `window` shows, and what a file does not have. */
export function widened(all: readonly LineRange[], count: number, window?: LineRange): readonly LineRange[] {
  const places: { from: number; to: number }[] = [];
  for (const { from, to } of all) {
    if (from < 1 || from > count || to < from) continue;
    if (window && window.from <= from && Math.min(to, count) <= window.to) continue;
    const last = Math.min(to, from + most.span);
    const place = { from: Math.max(1, from - most.around), to: Math.min(count, last + most.around) };
    const near = places.find((other) => other.from <= place.to + 1 && place.from <= other.to + 1);
    if (near) {
      near.from = Math.min(near.from, place.from);
      near.to = Math.max(near.to, place.to);
    } else if (places.length < most.places) places.push(place);
  }
  return places;
}
