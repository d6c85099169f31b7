import { type LineRange, lengthOf } from "../source/line-range.ts";
import type { Passage } from "./context.ts";
import { afterLicence } from "./head.ts";
import type { Purse } from "./purse.ts";
import type { Sheet } from "./sheet.ts";

/** Lines: a gap that costs more to name and to ask for than to show; hidden lines of a file shown nearly whole; a licence that costs no more than the name of its gap. */
const small = { gap: 8, hidden: 40, share: 0.25, licence: 3 };

/**
 * Shows what little is hidden between the passages of one file, as far as the budget goes: gaps of up to eight lines,
 * and the rest of a file that is shown to three quarters, but for the licence above it. A passage takes over the gap below it.
 * `passages` are in line order; the answer is, too.
 */
export function closeGaps(passages: readonly Passage[], sheet: Sheet, purse: Purse): readonly Passage[] {
  const licence = afterLicence(sheet.lines) - 1;
  const whole = sheet.free({ from: licence > small.licence ? licence + 1 : 1, to: sheet.lineCount });
  const hidden = whole.reduce((sum, gap) => sum + lengthOf(gap), 0);
  const nearly = hidden <= Math.min(small.hidden, sheet.lineCount * small.share);
  const follows = (gap: LineRange): boolean => passages.some(({ endLine }) => endLine === gap.from - 1);
  const leads = (gap: LineRange): boolean => passages.some(({ startLine }) => startLine === gap.to + 1);
  const closed = whole.filter((gap) => {
    const wanted = lengthOf(gap) <= (nearly ? small.hidden : small.gap) && (follows(gap) || leads(gap));
    return wanted && purse.spend(sheet.tokens(gap), 0);
  });
  for (const gap of closed) sheet.take(gap);
  return passages.map((passage) => {
    const above = closed.find((gap) => gap.to === passage.startLine - 1 && !follows(gap));
    const below = closed.find((gap) => gap.from === passage.endLine + 1);
    if (!above && !below) return passage;
    const lines = { from: above?.from ?? passage.startLine, to: below?.to ?? passage.endLine };
    const text = sheet.show(lines);
    return { ...passage, startLine: lines.from, endLine: lines.to, text, tokens: sheet.tokens(lines) };
  });
}
