import type { FileChange } from "../source/file.ts";
import type { Graphs } from "./changed.ts";
import { inlineCode } from "./code.ts";
import { safeLine, tableRow } from "./markdown.ts";
import { definitionName, fileLink, type Place } from "./permalink.ts";
import { isOpen, type LedgerEntry } from "./submission.ts";

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
 * we have the requirement; one that the model passed over is not done; one that it added keeps its own words, and is
 * left out where it has none.
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
  const added = [...said.values()].filter(({ id, requirement }) => !known.has(id) && requirement !== "");
  return [...asked, ...added];
}

/** What a person must know is missing, a line each: `R3: document it (there is no such page)`. */
export const notDoneLines = (rows: readonly LedgerRow[]): readonly string[] =>
  rows
    .filter(isOpen)
    .map(({ id, requirement, note }) => `${id}: ${requirement}${note === "" ? "" : ` (${note})`}`);

const statusText: Readonly<Record<LedgerEntry["status"], string>> = {
  done: "✅ done",
  partly: "🟡 partly",
  "not-done": "❌ not done",
  background: "⚪ asks for nothing",
};

/** The ledger as a table. A place counts only where the repository or the change has it. */
export function ledgerTable(
  rows: readonly LedgerRow[],
  changes: readonly FileChange[],
  graphs: Graphs,
  place: Place,
): string {
  if (rows.length === 0) return "";
  const changed = new Map(changes.map((change) => [change.path, change]));
  const shown = rows.slice(0, most.rows);
  // The column stays away where no row has anything in it.
  const withNotes = shown.some(({ note }) => note !== "");
  const lines = shown.map((row) => {
    const where = row.where.slice(0, most.places).map((id) => placeText(id, changed, graphs, place));
    const cells = [
      row.id,
      safeLine(row.requirement, 300),
      statusText[row.status],
      where.join(", ") || "–",
      ...(withNotes ? [safeLine(row.note, 300)] : []),
    ];
    return tableRow(cells);
  });
  const titles = ["", "Requirement", "Status", "Where", ...(withNotes ? ["Note"] : [])];
  const more =
    rows.length > most.rows
      ? [`| | and ${rows.length - most.rows} more |${" |".repeat(titles.length - 2)}`]
      : [];
  return [`| ${titles.join(" | ")} |`, `|${"---|".repeat(titles.length)}`, ...lines, ...more].join("\n");
}

/** As `definitionName`; what is no definition of the graph, a constant for example, is looked up in the changed text. */
function placeText(
  id: string,
  changed: ReadonlyMap<string, FileChange>,
  graphs: Graphs,
  place: Place,
): string {
  const known = definitionName(place, graphs, id);
  if (known) return known;
  const [path, name = ""] = id.split("#") as [string, string?];
  const change = changed.get(path);
  const word = name.slice(name.lastIndexOf(".") + 1);
  if (word !== "" && change?.after?.includes(word))
    return change.before?.includes(word) ? inlineCode(id) : `${inlineCode(id)} (new)`;
  if (graphs.before.node(path)) return fileLink(place, path);
  if (graphs.after.node(path)) return `${inlineCode(path)} (new file)`;
  return `${inlineCode(id)} (not found)`;
}
