import type { CodeNode } from "../graph/graph.ts";
import type { Anchor } from "../retrieval/anchors.ts";
import type { RouteHop } from "../retrieval/route.ts";
import type { LineRange } from "../source/line-range.ts";
import type { LeftOut, Passage } from "./context.ts";
import { createHeadings } from "./headings.ts";
import type { Row } from "./outline-row.ts";
import type { Purse } from "./purse.ts";
import type { Sheet } from "./sheet.ts";

/** Why a passage is taken; goes with it to the reviewer. */
export interface Reason {
  readonly route: readonly RouteHop[];
  readonly score: number;
  readonly node?: CodeNode;
}

export function reasonOf(anchor: Anchor): Reason {
  return { route: anchor.route, score: anchor.score };
}

/** Gathers passages under one budget. */
export interface Collector {
  readonly passages: readonly Passage[];
  readonly leftOut: readonly LeftOut[];
  /** Tokens spent so far. */
  spent(): number;
  /**
   * Takes what of a range is not shown yet, all or nothing. True where the range is shown afterwards.
   * `reserve` tokens of the budget are not touched.
   */
  take(sheet: Sheet, range: LineRange, kind: Passage["kind"], reason: Reason, reserve: number): boolean;
  /** Takes one row for a definition of which nothing is shown yet; false where the budget does not allow it. */
  takeRow(sheet: Sheet, lines: LineRange, row: Row, node: CodeNode, reason: Reason, reserve: number): boolean;
  /** Notes once that nothing of something was shown. */
  leave(what: string, why: LeftOut["why"], tokens: number): void;
  /** Takes back that nothing of it was shown. */
  shown(what: string): void;
}

/** Share of its estimate that a text's count is never below. */
const surely = 0.5;

export function createCollector(purse: Purse): Collector {
  const passages: Passage[] = [];
  const headings = createHeadings();
  const leftOut = new Map<string, LeftOut>();
  return {
    passages,
    get leftOut() {
      return [...leftOut.values()];
    },
    spent: purse.spent,
    take(sheet, range, kind, { route, score, node }, reserve) {
      const parts = sheet.free(range);
      if (parts.length === 0) return true;
      // Counting what is far too long would take longer than all that is taken.
      const likely = parts.reduce((sum, part) => sum + sheet.estimate(part), 0);
      if (likely * surely > purse.budget - reserve - purse.spent()) return false;
      const heading = headings.ofPassage(sheet, route, parts.length);
      const price = parts.reduce((sum, part) => sum + sheet.tokens(part), heading.tokens);
      if (!purse.spend(price, reserve)) return false;
      heading.write();
      for (const part of parts) {
        sheet.take(part);
        const { from: startLine, to: endLine } = part;
        const [text, tokens] = [sheet.show(part), sheet.tokens(part)];
        const shown = { path: sheet.path, startLine, endLine, kind, route, score, tokens, text };
        passages.push(node ? { ...shown, node: node.id } : shown);
      }
      return true;
    },
    takeRow(sheet, { from, to }, row, node, { route, score }, reserve) {
      const { path } = sheet;
      const heading = headings.ofRow(path);
      const { text, tokens } = row;
      if (!purse.spend(tokens + heading.tokens, reserve)) return false;
      heading.write();
      const kind = "outline" as const;
      passages.push({ path, startLine: from, endLine: to, kind, route, score, tokens, text, node: node.id });
      return true;
    },
    leave(what, why, tokens) {
      if (!leftOut.has(what)) leftOut.set(what, { what, why, tokens });
    },
    shown: (what) => void leftOut.delete(what),
  };
}
