/** 1-based, inclusive. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** The lines of a definition, or of whatever says its first and last line so. */
export const linesOf = (at: { readonly startLine: number; readonly endLine: number }): LineRange => ({
  from: at.startLine,
  to: at.endLine,
});

export const lengthOf = ({ from, to }: LineRange): number => to - from + 1;

/** The lines that two ranges share. */
export function overlap(one: LineRange, other: LineRange): LineRange | undefined {
  const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
  return from <= to ? { from, to } : undefined;
}

/** In line order, those as one that meet or have at most `gap` lines between them; empty ones left out. */
export function joined(ranges: readonly LineRange[], gap = 0): readonly LineRange[] {
  const all: LineRange[] = [];
  for (const range of ranges.filter((one) => one.from <= one.to).sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && range.from <= last.to + gap + 1)
      all.splice(-1, 1, { from: last.from, to: Math.max(last.to, range.to) });
    else all.push(range);
  }
  return all;
}
