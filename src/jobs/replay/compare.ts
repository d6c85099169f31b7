import { unifiedDiff } from "../../edits/diff.ts";

/** What one and the same run has anew each time: the word that marks data, times, and stacks. */
const byNature = new Set(["boundary", "milliseconds", "stack"]);

/** The first place where two plain values differ. */
export interface Difference {
  /** `context.files[2].path`; empty for the whole. */
  readonly at: string;
  /** As JSON, shortened; undefined where there is nothing. */
  readonly recorded: string | undefined;
  readonly now: string | undefined;
}

/** Undefined where they are the same, but for what is by nature new each time. */
export function firstDifference(recorded: unknown, now: unknown, at = ""): Difference | undefined {
  if (typeof recorded === "string" && typeof now === "string") {
    if (withoutTimes(recorded) === withoutTimes(now)) return undefined;
    const from = Math.max(0, commonLength(recorded, now) - 40);
    const part = (text: string): string => (from > 0 ? `…${text.slice(from)}` : text);
    return { at, recorded: shown(part(recorded)), now: shown(part(now)) };
  }
  if (isCompound(recorded) && isCompound(now) && Array.isArray(recorded) === Array.isArray(now)) {
    const keys = new Set([...Object.keys(recorded), ...Object.keys(now)].filter((key) => !byNature.has(key)));
    for (const key of keys) {
      const place = Array.isArray(now) ? `${at}[${key}]` : at === "" ? key : `${at}.${key}`;
      const found = firstDifference(recorded[key], now[key], place);
      if (found) return found;
    }
    return undefined;
  }
  return recorded === now ? undefined : { at, recorded: shown(recorded), now: shown(now) };
}

/** `now` with what is by nature new each time as it was: what follows then differs for reasons alone. */
export function asRecorded(recorded: unknown, now: unknown): unknown {
  if (!isCompound(recorded) || !isCompound(now)) return now;
  if (Array.isArray(now)) return now.map((one, at) => asRecorded(recorded[at], one));
  const pairs = Object.entries(now).map(([key, one]) => {
    const was = Object.hasOwn(recorded, key) ? recorded[key] : undefined;
    return [key, byNature.has(key) && was !== undefined ? was : asRecorded(was, one)];
  });
  return Object.fromEntries(pairs);
}

/** What a value is once it has been written down and read again. */
export const asPlain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

const mostLines = 12;
const mostCharacters = 160;

/** The first lines in which two texts differ, with a line around them, as a diff without its head. */
export function differingLines(recorded: string, now: string): readonly string[] {
  const diff = unifiedDiff({ path: "prompt", before: recorded, after: now }, { context: 1 });
  const lines = diff.split("\n").slice(2);
  const first = lines.findIndex((line) => line.startsWith("@@"));
  const part = lines.slice(first + 1).filter((line) => line !== "");
  const cut = part.slice(0, mostLines).map((line) => shortened(line));
  return part.length > mostLines ? [...cut, `… ${part.length - mostLines} more lines`] : cut;
}

/** The words of the index say how long it took, and how much it knew before. */
const withoutTimes = (text: string): string =>
  text.replace(/ \((?:all known before|[\d,]+ parsed anew)\)/g, "").replace(/ in \d+\.\d s$/g, "");

type Compound = Readonly<Record<string, unknown>>;

const isCompound = (value: unknown): value is Compound => typeof value === "object" && value !== null;

function commonLength(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length++;
  return length;
}

const shown = (value: unknown): string | undefined => {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : shortened(text);
};

const shortened = (text: string): string =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
