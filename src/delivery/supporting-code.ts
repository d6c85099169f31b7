import type { Context, Passage } from "../context/context.ts";
import type { TakenAnchor } from "../context/taken.ts";
import { routeText } from "../retrieval/route.ts";
import { count, counted } from "../source/counted.ts";
import { linesOf } from "../source/line-range.ts";
import { inlineCode } from "./code.ts";
import { tableRow } from "./markdown.ts";
import { fileLink, type Place } from "./permalink.ts";

const most = { rows: 40, files: 20, leftOut: 8 };
const kinds: Readonly<Record<Passage["kind"], string>> = {
  body: "body",
  signature: "signature",
  "file-head": "imports",
  outline: "signature",
};

/**
 * On which code the change stands: what the model read whole, by which route it was found, and what it cost;
 * the mere signatures are counted by file. Then what it took while it worked.
 */
export function supportingCodeTable(context: Context, taken: readonly TakenAnchor[], place: Place): string {
  if (context.passages.length + taken.length === 0) return "";
  const dearest = [...context.passages].sort((a, b) => b.score - a.score || b.tokens - a.tokens);
  const whole = dearest.filter(({ kind }) => !isSignature(kind));
  const shown = whole.slice(0, most.rows).map((passage) => passageRow(passage, place));
  const signatures = byFile(
    dearest.filter(({ kind }) => isSignature(kind)),
    ({ path }) => path,
  );
  const summaries = signatures.slice(0, most.files).map(({ path, items, tokens }) => {
    if (items.length === 1) return passageRow(items[0]!, place);
    return tableRow([fileLink(place, path), `${count(items.length)} signatures`, "", count(tokens)]);
  });
  const rest = [...whole.slice(most.rows), ...signatures.slice(most.files).flatMap(({ items }) => items)];
  const more = rest.length > 0 ? [tableRow([`${count(rest.length)} more`, "", "", count(sum(rest))])] : [];
  const head = `The model began with ${counted(context.passages.length, "passage")} of ${counted(context.files.length, "file")}: ${count(context.tokens)} of ${count(context.budget)} tokens.`;
  const title = ["| Code | As | Found by | Tokens |", "|---|---|---|--:|"];
  return [head, "", ...title, ...shown, ...summaries, ...more, ...takenRows(taken, place)].join("\n");
}

const isSignature = (kind: Passage["kind"]): boolean => kind === "signature" || kind === "outline";

function takenRows(taken: readonly TakenAnchor[], place: Place): readonly string[] {
  const rows = taken.slice(0, most.rows).map((one) => {
    const code = fileLink(place, one.path, linesOf(one), one.node);
    return tableRow([code, "taken by the model", inlineCode(routeText(one.route)), count(one.tokens)]);
  });
  const rest = taken.slice(most.rows);
  const more =
    rest.length > 0 ? [tableRow([`${count(rest.length)} more taken`, "", "", count(sum(rest))])] : [];
  return [...rows, ...more];
}

function passageRow(passage: Passage, place: Place): string {
  const { path, startLine, endLine, node, kind, route, tokens } = passage;
  const code = fileLink(place, path, linesOf(passage), node ?? `${path}:${startLine}-${endLine}`);
  const last = route.at(-1);
  // The first column says already where the route ends.
  const way = node !== undefined && last?.kind === "node" && last.id === node ? route.slice(0, -1) : route;
  return tableRow([code, kinds[kind], inlineCode(routeText(way)), count(tokens)]);
}

/** What was found and not shown, so that a reviewer can say "you should have read this"; by file where it is much. */
export function leftOutList({ leftOut }: Context): string {
  const price = (tokens: number): string => (tokens > 0 ? `, about ${count(tokens)} tokens` : "");
  if (leftOut.length <= most.leftOut)
    return leftOut.map(({ what, why, tokens }) => `- ${inlineCode(what)}: ${why}${price(tokens)}`).join("\n");
  const files = byFile(leftOut, ({ what }) => what.split("#")[0]!);
  const lines = files.slice(0, most.files).map(({ path, items, tokens }) => {
    const whys = [...new Set(items.map(({ why }) => why))].join(", ");
    if (items.length === 1) return `- ${inlineCode(items[0]!.what)}: ${whys}${price(tokens)}`;
    const names = items.slice(0, 3).flatMap(({ what }) => inlineCode(what.split("#")[1] ?? "the file"));
    const others = items.length > names.length ? ", ..." : "";
    return `- ${inlineCode(path)}: ${count(items.length)} definitions (${names.join(", ")}${others}), ${whys}${price(tokens)}`;
  });
  const rest = files.slice(most.files).flatMap(({ items }) => items);
  return [...lines, ...(rest.length > 0 ? [`- and ${count(rest.length)} more`] : [])].join("\n");
}

interface OfFile<T> {
  readonly path: string;
  readonly items: readonly T[];
  readonly tokens: number;
}

/** Grouped by file, the files in the order of their first item. */
function byFile<T extends { readonly tokens: number }>(
  all: readonly T[],
  pathOf: (item: T) => string,
): readonly OfFile<T>[] {
  const groups = Map.groupBy(all, pathOf);
  return [...groups].map(([path, items]) => ({ path, items, tokens: sum(items) }));
}

const sum = (items: readonly { readonly tokens: number }[]): number =>
  items.reduce((total, { tokens }) => total + tokens, 0);
