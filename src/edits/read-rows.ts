import type { Complaint } from "../errors.ts";
import { emptyBlock, unclosedBlock } from "./answer-complaints.ts";
import { type Address, type AnswerLine, closingRun, looksLikeNextEdit, readLine } from "./read-line.ts";

/** One or, with a block, several lines of an answer. */
export type Row =
  | { readonly kind: "edit"; readonly address: Address; readonly lines: readonly string[] }
  | Exclude<AnswerLine, { kind: "edit" | "open" | "close" }>
  /** A `>>` that closes nothing. */
  | { readonly kind: "stray" };

export interface NumberedRow {
  readonly row: Row;
  /** 1-based line of the answer. */
  readonly number: number;
}

interface Block {
  readonly address: Address;
  readonly run: number;
  readonly number: number;
  readonly lines: string[];
}

/**
 * Takes the blocks of an answer together. A block is closed by as many `>` as opened it; what looks like the next
 * edit in a `<<` block says that its `>>` was forgotten, in a longer one it is code.
 */
export function readRows(lines: readonly string[], complaints: Complaint[]): readonly NumberedRow[] {
  const rows: NumberedRow[] = [];
  let open: Block | undefined;
  for (const [index, text] of lines.entries()) {
    const number = index + 1;
    if (open !== undefined) {
      const closes = closingRun(text) === open.run;
      if (!closes && !(open.run === 2 && looksLikeNextEdit(text))) {
        open.lines.push(text);
        continue;
      }
      if (!closes) complaints.push(unclosedBlock(open.number, number));
      else if (open.lines.length === 0) complaints.push(emptyBlock(open.number));
      rows.push(asEdit(open));
      open = undefined;
      if (closes) continue;
    }
    const line = readLine(text);
    if (line.kind === "open") open = { ...line, number, lines: [] };
    else rows.push({ row: plain(line), number });
  }
  if (open !== undefined) {
    complaints.push(unclosedBlock(open.number, undefined));
    rows.push(asEdit(open));
  }
  return rows;
}

function asEdit({ address: written, lines, number }: Block): NumberedRow {
  // A block says its lines as they are: a blank one is a blank line, and deletes nothing.
  const literal = written.kind === "lines" && written.mark === "";
  const address: Address = literal ? { ...written, mark: "=" } : written;
  return { row: { kind: "edit", address, lines }, number };
}

function plain(line: Exclude<AnswerLine, { kind: "open" }>): Row {
  if (line.kind === "close") return { kind: "stray" };
  return line.kind === "edit" ? { kind: "edit", address: line.address, lines: [line.code] } : line;
}
