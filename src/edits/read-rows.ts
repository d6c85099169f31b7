import type { Complaint } from "../errors.ts";
import { blankBesideBlock, blockWithoutLine, emptyBlock, unclosedBlock } from "./answer-complaints.ts";
import {
  type Address,
  type AnswerLine,
  closingRun,
  looksLikeNextEdit,
  readFence,
  readLine,
} from "./read-line.ts";

/** One or, with a block, several lines of an answer. */
export type Row =
  | {
      readonly kind: "edit";
      readonly address: Address;
      readonly lines: readonly string[];
      readonly written: "row" | "block";
    }
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
 * edit in a `<<` block, or like the end of the fence around it, says that its `>>` was forgotten; in a longer block
 * it is code.
 */
export function readRows(lines: readonly string[], complaints: Complaint[]): readonly NumberedRow[] {
  const rows: NumberedRow[] = [];
  let open: Block | undefined;
  let around = "";
  for (const [index, text] of lines.entries()) {
    const number = index + 1;
    if (open !== undefined) {
      const closes = closingRun(text) === open.run;
      if (!closes && !(open.run === 2 && (looksLikeNextEdit(text) || endsFence(text, around)))) {
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
    else if (line.kind === "header" && line.run > 0) {
      rows.push({ row: line, number });
      const given = line.header.fate === "new" || line.header.fate === "whole";
      if (!given) complaints.push(blockWithoutLine(number));
      open = { address: { kind: "end" }, run: line.run, number, lines: [] };
    } else rows.push({ row: plain(line), number });
    if (line.kind === "fence") around = around === "" ? line.run : "";
  }
  if (open !== undefined) {
    complaints.push(unclosedBlock(open.number, undefined));
    rows.push(asEdit(open));
  }
  complaints.push(...blanksBeside(rows));
  return rows;
}

const endsFence = (text: string, around: string): boolean =>
  around !== "" && readFence(text)?.run.startsWith(around) === true;

/** A blank line just outside a block may have been meant as its first or last one. At the very end it says nothing. */
function blanksBeside(rows: readonly NumberedRow[]): readonly Complaint[] {
  const isBlock = (at: number): boolean => {
    const row = rows[at]?.row;
    return row?.kind === "edit" && row.written === "block";
  };
  const last = rows.findLastIndex(({ row }) => row.kind !== "blank");
  return rows.flatMap(({ row, number }, at) =>
    row.kind === "blank" && at < last && (isBlock(at - 1) || isBlock(at + 1))
      ? [blankBesideBlock(number)]
      : [],
  );
}

function asEdit({ address: written, lines, number }: Block): NumberedRow {
  // A block says its lines as they are: a blank one is a blank line, and deletes nothing.
  const literal = written.kind === "lines" && written.mark === "";
  const address: Address = literal ? { ...written, mark: "=" } : written;
  return { row: { kind: "edit", address, lines, written: "block" }, number };
}

function plain(line: Exclude<AnswerLine, { kind: "open" }>): Row {
  if (line.kind === "close") return { kind: "stray" };
  if (line.kind !== "edit") return line;
  return { kind: "edit", address: line.address, lines: [line.code], written: "row" };
}
