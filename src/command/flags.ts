/** What stands among the words behind a verb and is no part of the wish. */
export interface Flags {
  /** `--refs`, anywhere: a look at public code first. */
  readonly refs: boolean;
  /** `--attempts N`, before other words: how often the change is written. */
  readonly attempts: number | undefined;
  /** The words without them. */
  readonly rest: string;
}

/** How often a change may be written. */
export const mostAttempts = 5;

const attemptsFlag = /(^\s*|\n[ \t]*\n[ \t]*)--attempts[ \t=]+(\d{1,9})(?!\S)[ \t]*/g;

/**
 * Takes the flags out of the words behind a verb. `--attempts` counts only before every other word but `--refs`, further
 * on it may be what the wish is about; so it does at the top of what a `retry` adds below a blank line, the last one first.
 */
export function takeFlags(words: string): Flags {
  const withoutRefs = words.replace(/(?<!\S)--refs(?!\S)/g, " ");
  const found = [...withoutRefs.matchAll(attemptsFlag)].at(-1)?.[2];
  return {
    refs: withoutRefs !== words,
    attempts: found === undefined ? undefined : Number(found),
    rest: withoutRefs
      .replace(attemptsFlag, "$1")
      .replace(/[ \t]+/g, " ")
      .trim(),
  };
}
