import type { Complaint } from "../errors.ts";
import { lineTexts, splitByteOrderMark } from "../source/lines.ts";
import {
  bounded,
  cutOff,
  emptyAnswer,
  insertAtRange,
  notAnEdit,
  outsideFence,
  strayClose,
  stretches,
  tooManyFiles,
  twoTags,
} from "./answer-complaints.ts";
import type { Edit, EditSet, FileEdits } from "./edit.ts";
import { type Header, noHeader } from "./read-header.ts";
import type { Address } from "./read-line.ts";
import { type NumberedRow, type Row, readRows } from "./read-rows.ts";

/**
 * Reads a model's answer in the line-numbered edit language (`docs/edit-format.md`). Never throws.
 *
 * Every line of the answer is used or complained about: edits and headers are used, fences and blank lines are
 * structure, and prose may stand outside the fences, as long as it does not look like an edit. Where there is
 * no fence, the whole answer is edits. With any complaint `edits.whole` is false and `applyEdits` refuses it.
 */
export function parseEdits(answer: string): {
  readonly edits: EditSet;
  readonly complaints: readonly Complaint[];
} {
  const complaints: Complaint[] = [];
  const lines = lineTexts(splitByteOrderMark(answer).body);
  const placed = withoutFences(readRows(lines, complaints), complaints);
  const files = gatherFiles(placed, complaints);
  if (files.length === 0 && complaints.length === 0) complaints.push(emptyAnswer);
  return { edits: { files, whole: complaints.length === 0 }, complaints: bounded(complaints) };
}

/** An edit or a header with its place in the answer. */
interface Placed {
  readonly row: Extract<Row, { kind: "edit" | "header" }>;
  readonly number: number;
}

/**
 * Takes the fences out. Code always stands behind an address or in a block, so a bare fence is never code: fences
 * may have any length and may be nested, and only what they enclose decides whether prose is allowed.
 */
function withoutFences(rows: readonly NumberedRow[], complaints: Complaint[]): readonly Placed[] {
  const fenced = rows.some(({ row }) => row.kind === "fence");
  const placed: Placed[] = [];
  const unread: number[] = [];
  const outside: number[] = [];
  const open: { run: string; number: number }[] = [];
  for (const { row, number } of rows) {
    const inside = !fenced || open.length > 0;
    if (row.kind === "fence") {
      const top = open.at(-1);
      if (top !== undefined && row.info === "" && row.run.startsWith(top.run)) open.pop();
      else open.push({ run: row.run, number });
    } else if (row.kind === "header" || (row.kind === "edit" && inside)) placed.push({ row, number });
    else if (row.kind === "edit") outside.push(number);
    else if (row.kind === "stray") complaints.push(strayClose(number));
    else if (row.kind === "other" && inside) unread.push(number);
  }
  const first = open[0];
  complaints.push(...stretches(unread).map(notAnEdit), ...stretches(outside).map(outsideFence));
  if (first !== undefined) complaints.push(cutOff(first.number));
  return placed;
}

function gatherFiles(placed: readonly Placed[], complaints: Complaint[]): FileEdits[] {
  const parts: { header: Header; number: number; rows: Placed[] }[] = [];
  for (const item of placed)
    if (item.row.kind === "header") parts.push({ header: item.row.header, number: item.number, rows: [] });
    else {
      if (parts.length === 0) parts.push({ header: noHeader, number: item.number, rows: [] });
      parts.at(-1)!.rows.push(item);
    }
  if (parts.length > mostFiles) complaints.push(tooManyFiles(parts.length, mostFiles));
  return parts.slice(0, mostFiles).map(({ header, number, rows }) => ({
    ...header,
    edits: gatherEdits(rows, complaints),
    answerLine: number,
  }));
}

/** Far above any sensible answer; keeps the comparison of headers cheap. */
const mostFiles = 1_000;

/** All lines of the answer with one address, in their order. */
interface Group {
  readonly address: Address;
  readonly lines: string[];
  readonly number: number;
}

function gatherEdits(placed: readonly Placed[], complaints: Complaint[]): Edit[] {
  const groups = new Map<string, Group>();
  for (const { row, number } of placed) {
    if (row.kind !== "edit") continue;
    const { address, lines } = row;
    const key = keyOf(address);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { address, lines: [...lines], number });
    else {
      for (const line of lines) known.lines.push(line);
      groups.set(key, { ...known, address: agreed(known, address, number, complaints) });
    }
  }
  return [...groups.values()].flatMap((group) => editOf(group, complaints));
}

/** `12: a` and `12=: b` speak of the same place, so they are one edit. */
function keyOf(address: Address): string {
  if (address.kind !== "lines") return address.kind;
  const mark = address.mark === "=" ? "" : address.mark;
  return `${address.from.number}-${address.to.number}${mark}`;
}

/** The address of a group and of one more of its lines: tags may be left out on repeats, but must not differ. */
function agreed(group: Group, more: Address, number: number, complaints: Complaint[]): Address {
  const first = group.address;
  if (first.kind !== "lines" || more.kind !== "lines") return first;
  const single = first.from === first.to && more.from === more.to;
  for (const side of single ? (["from"] as const) : (["from", "to"] as const)) {
    const [one, other] = [first[side].tag, more[side].tag];
    if (one !== undefined && other !== undefined && one !== other)
      complaints.push(twoTags(first[side].number, one, other, number));
  }
  const from = { number: first.from.number, tag: first.from.tag ?? more.from.tag };
  const to = single ? from : { number: first.to.number, tag: first.to.tag ?? more.to.tag };
  return { kind: "lines", from, to, mark: first.mark === "=" || more.mark === "=" ? "=" : first.mark };
}

function editOf({ address, lines, number }: Group, complaints: Complaint[]): Edit[] {
  if (address.kind !== "lines") return [{ kind: address.kind, lines, answerLine: number }];
  const { from, to, mark } = address;
  if (mark === "+" || mark === "_") {
    if (from !== to) {
      complaints.push(insertAtRange(from.number, to.number, mark, number));
      return [];
    }
    return [{ kind: mark === "+" ? "after" : "before", at: from, lines, answerLine: number }];
  }
  // Nothing after the colon deletes; `=` or a further line with this address makes it a blank line.
  const deletes = mark === "" && lines.length === 1 && lines[0]!.trim() === "";
  return [{ kind: "replace", from, to, lines: deletes ? [] : lines, answerLine: number }];
}
