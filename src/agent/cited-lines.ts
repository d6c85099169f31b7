import type { LineRange } from "../source/line-range.ts";

/** Places that are shown, and lines on either side of each. */
const most = { places: 4, around: 6, span: 40 };

/** `823`, `12 to 15`, `399, 410 and 435`. */
const list = String.raw`(\d{1,6}(?:(?:\s*[-–]\s*|\s+(?:to|and|or)\s+|\s*,\s*(?:(?:and|or)\s+)?)\d{1,6}){0,9})`;
const file = String.raw`([\w./-]{1,200}\.\w{1,10})`;

/** Lines that are called those of a file are none of the claim's own: see `citedPlaces`. */
const said = new RegExp(
  String.raw`\blines?\s+${list}(?!\s+(?:lines?|of)\b|\s+in\s+\x60?[\w./-]{1,200}\.\w|[\d:]|(?:\s*[-–,]|\s+(?:to|and|or))\s*\d)`,
  "giu",
);

/** `line 12 of a.c`, `lines 12 to 15 in src/a.c`, `a.c lines 3, 9 and 12`, `src/a.c:12`. */
const ofFile = new RegExp(
  String.raw`\blines?\s+${list}\s+(?:of|in)\s+\x60?${file}|${file}(?:\x60?,?\s+(?:at\s+)?lines?\s+|:)${list}`,
  "giu",
);

const name = String.raw`((?:[\p{L}_$][\p{L}\p{N}_$]{0,100}(?:\.|#|::)){0,5}[\p{L}_$][\p{L}\p{N}_$]{0,100})`;

/** `run line 12`, `Server.run()`, lines 12 and 15`, `run (line 12`, `line 12 of run`. */
const ofName = new RegExp(
  String.raw`${name}(?:\(\))?\x60?(?:,?\s+(?:at\s+)?|\s+\()lines?\s+${list}|\blines?\s+${list}\s+(?:of|in)\s+\x60?${name}`,
  "giu",
);

/** The lines of its own file that a claim names by their numbers (`line 823`, `lines 12 to 15`) and `window` does not show. */
export function citedLines(words: string, count: number, window: LineRange): readonly LineRange[] {
  return widened(
    [...words.matchAll(said)].flatMap(([, numbers]) => rangesOf(numbers!)),
    count,
    window,
  );
}

/** Lines that a claim names together with what they are in, as it writes both. */
export interface CitedPlace {
  /** The path of a file, or the end of one; of `citedNames` a word, which may be the name of a definition. */
  readonly of: string;
  readonly lines: readonly LineRange[];
  readonly text: string;
}

export const citedPlaces = (words: string): readonly CitedPlace[] =>
  [...words.matchAll(ofFile)].map(([text, first, name, path, second]) => ({
    ...{ text, of: name ?? path!, lines: rangesOf(first ?? second!) },
  }));

export const citedNames = (words: string): readonly CitedPlace[] =>
  [...words.matchAll(ofName)].map(([text, name, first, second, other]) => ({
    ...{ text, of: name ?? other!, lines: rangesOf(first ?? second!) },
  }));

function rangesOf(numbers: string): readonly LineRange[] {
  const ranges: LineRange[] = [];
  for (const [, between, number] of numbers.matchAll(/(?:\s*(-|–|to\b))?\D*(\d+)/giu)) {
    const line = Number(number);
    const last = between === undefined ? undefined : ranges.pop();
    ranges.push({ from: last?.from ?? line, to: line });
  }
  return ranges;
}

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
