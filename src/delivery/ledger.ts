import type { CodeGraph } from "../graph/graph.ts";
import type { FileChange } from "../source/file.ts";
import { inlineCode } from "./code.ts";
import { safeLine, tableCell } from "./markdown.ts";
import { definitionLink, fileLink, type Place } from "./permalink.ts";
import type { LedgerEntry } from "./submission.ts";

/** A row of the requirement ledger after our own checks. */
export interface LedgerRow {
  readonly id: string;
  readonly requirement: string;
  readonly status: LedgerEntry["status"];
  readonly where: readonly string[];
  readonly note: string;
}

const most = { rows: 30, places: 6 };

/**
 * Joins the requirements that we cut out of the request with what the model says of them. The wording is ours where
 * we have the requirement; one that the model passed over is not done; one that it added keeps its own words.
 */
export function ledgerRows(
  requirements: readonly { readonly id: string; readonly text: string }[],
  entries: readonly LedgerEntry[],
): readonly LedgerRow[] {
  const said = new Map(entries.map((entry) => [entry.id, entry]));
  const asked = requirements.map(({ id, text }): LedgerRow => {
    const entry = said.get(id);
    if (!entry)
      return { id, requirement: text, status: "not-done", where: [], note: "The model did not say." };
    return { ...entry, requirement: text };
  });
  const known = new Set(requirements.map(({ id }) => id));
  return [...asked, ...[...said.values()].filter(({ id }) => !known.has(id))];
}

const statusText: Readonly<Record<LedgerEntry["status"], string>> = {
  done: "✅ done",
  partly: "🟡 partly",
  "not-done": "❌ not done",
};

/** The ledger as a table. A place counts only where the repository or the change has it. */
export function ledgerTable(
  rows: readonly LedgerRow[],
  changes: readonly FileChange[],
  graph: CodeGraph,
  place: Place,
): string {
  if (rows.length === 0) return "";
  const changed = new Map(changes.map((change) => [change.path, change]));
  const lines = rows.slice(0, most.rows).map((row) => {
    const where = row.where.slice(0, most.places).map((id) => placeText(id, changed, graph, place));
    const cells = [
      row.id,
      safeLine(row.requirement, 300),
      statusText[row.status],
      where.join(", ") || "–",
      safeLine(row.note, 300),
    ];
    return `| ${cells.map(tableCell).join(" | ")} |`;
  });
  const more = rows.length > most.rows ? [`| | and ${rows.length - most.rows} more | | | |`] : [];
  return ["| | Requirement | Status | Where | Note |", "|---|---|---|---|---|", ...lines, ...more].join("\n");
}

/** A link to what stood there before, a bare name for what is new, and a plain word for what nobody can find. */
function placeText(
  id: string,
  changed: ReadonlyMap<string, FileChange>,
  graph: CodeGraph,
  place: Place,
): string {
  const path = id.split("#")[0]!;
  const change = changed.get(path);
  if (change?.before === undefined && change?.after !== undefined) return `${inlineCode(id)} (new file)`;
  const known = definitionLink(place, graph, id);
  if (known) return known;
  if (change) return inlineCode(id);
  return graph.inFile(path).length > 0 ? `${fileLink(place, path)}` : `${inlineCode(id)} (not found)`;
}
