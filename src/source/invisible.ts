export interface Cleaned {
  readonly text: string;
  /** How many separate parts were taken out. */
  readonly removed: number;
}

/**
 * Takes out the characters that no reader sees: zero-width and bidirectional controls, tag characters, variation
 * selectors, fillers, private use, other controls, lone surrogates. Kept where they draw something: joiners and
 * selectors inside emoji, joiners between letters of scripts that shape with them, and the three flags that Unicode
 * writes with tags. Right-to-left text stays readable, because its letters carry their direction. Linear.
 */
export function stripInvisible(text: string): Cleaned {
  let removed = 0;
  const visible = text.replace(invisibleRun, (run: string, offset: number) => {
    const kept = keptOf(run, before(text, offset), after(text, offset + run.length));
    if (kept !== run) removed += 1;
    return kept;
  });
  return { text: visible, removed };
}

/** Whether a reader sees nothing of this code point on its own; for character references such as `&#8203;`. */
export function isInvisible(codePoint: number): boolean {
  if (codePoint > 0x10ffff || codePoint === 0) return true;
  invisibleRun.lastIndex = 0;
  return invisibleRun.test(String.fromCodePoint(codePoint));
}

const invisibleRun =
  /[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Co}\p{Cs}\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFF9-\uFFFB\u{13430}-\u{1343F}]+/gu;

const joiner = "\u200D";
const nonJoiner = "\u200C";
const selectors = ["\uFE0F", "\uFE0E"];
const pictograph = /^\p{Extended_Pictographic}$/u;
const modifier = /^\p{Emoji_Modifier}$/u;
const keycapBase = /^[0-9#*]$/;
const keycap = "\u20E3";
const blackFlag = "\u{1F3F4}";

/** Scripts in which a joiner or non-joiner between two letters changes what is drawn. */
const joiningLetter = /^[\p{L}\p{M}]$/u;
const joiningScript =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Mongolian}]$/u;

/** England, Scotland, Wales: `gbeng`, `gbsct`, `gbwls` in tag characters, with the closing tag. */
const tagFlags = ["gbeng", "gbsct", "gbwls"].map(
  (code) =>
    `${[...code].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("")}\u{E007F}`,
);

/** The part of an invisible run that draws something between its two neighbours. */
function keptOf(run: string, previous: string, next: string): string {
  if (previous === blackFlag && tagFlags.includes(run)) return run;
  const selector = selectors.find((one) => run.startsWith(one)) ?? "";
  if (keycapBase.test(previous)) return next === keycap ? selector : "";
  if (pictograph.test(previous) || modifier.test(previous)) {
    const rest = run.slice(selector.length);
    return rest === joiner && pictograph.test(next) ? run : selector;
  }
  const shapes = (letter: string): boolean => joiningLetter.test(letter) && joiningScript.test(letter);
  return (run === joiner || run === nonJoiner) && shapes(previous) && shapes(next) ? run : "";
}

function before(text: string, offset: number): string {
  const pair = text.slice(Math.max(0, offset - 2), offset);
  return [...pair].at(-1) ?? "";
}

function after(text: string, offset: number): string {
  return [...text.slice(offset, offset + 2)][0] ?? "";
}

/** Finds what stands in a line behind so many blanks that nobody looks there. */
export const behindBlanks = (least: number): RegExp =>
  new RegExp(String.raw`(?<![\p{Zs}\t\u2800])[\p{Zs}\t\u2800]{${least},}[^\p{Zs}\t\u2800\n][^\n]*`, "gu");
