import type { LineRange } from "../edits/hunks.ts";

/** Places that are shown, and lines on either side of each. */
const most = { places: 4, around: 6, span: 40 };

/** Between them a file may be named: whose lines these are is then not known, and `path:12` says it better. */
const said = /\blines?\s+(\d{1,6})(?:\s*(?:-|–|to|and)\s*(\d{1,6}))?(?!\s+(?:lines?|of)\b|[\d:])/giu;

/** The lines of its own file that a claim names by their numbers (`line 823`, `lines 12 to 15`) and `window` does not show. */
export function citedLines(words: string, count: number, window: LineRange): readonly LineRange[] {
  const places: { from: number; to: number }[] = [];
  for (const [, first, second] of words.matchAll(said)) {
    const [from, to] = [Number(first), Number(second ?? first)];
    if (from < 1 || from > count || to < from) continue;
    if (window.from <= from && Math.min(to, count) <= window.to) continue;
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
