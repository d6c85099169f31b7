/** Extracts the code of a Jupyter notebook (nbformat 4) as one module, without outputs and text cells. */

interface Cell {
  readonly cell_type?: unknown;
  readonly source?: unknown;
}

/**
 * Each line of code is at its line of the `.ipynb` file, which usually has one line of JSON per line of code. Where
 * it is formatted otherwise, lines are counted from 1. Undefined where the text is no notebook.
 */
export function notebookCode(text: string): string | undefined {
  const cells = cellsOf(text);
  if (!cells) return undefined;
  const rows = text.split("\n");
  const code = rows.map(() => "");
  let at = 0;
  for (const cell of cells) {
    const lines = linesOf(cell);
    while (at < rows.length && !/^\s*"source": ?\[/.test(rows[at]!)) at++;
    for (const [index, line] of lines.entries())
      if (rows[at + 1 + index]?.trim().replace(/,$/, "").startsWith('"') !== true) return inOrder(cells);
      else if (cell.cell_type === "code") code[at + 1 + index] = plain(line);
    at += lines.length + 1;
  }
  return code.join("\n");
}

function cellsOf(text: string): readonly Cell[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const cells = (value as { cells?: unknown } | null)?.cells;
  return Array.isArray(cells) && cells.every((cell) => typeof cell === "object" && cell !== null)
    ? cells
    : undefined;
}

function linesOf({ source }: Cell): readonly string[] {
  // What is no text has no lines; an object need not even have a name for itself.
  if (Array.isArray(source)) return source.map((line) => (typeof line === "string" ? line : ""));
  return typeof source === "string" ? source.split(/(?<=\n)/) : [];
}

const inOrder = (cells: readonly Cell[]): string =>
  cells
    .filter((cell) => cell.cell_type === "code")
    .flatMap(linesOf)
    .map(plain)
    .join("\n");

/** Drops notebook commands, `%magic` and `!command`, which are no Python. */
const plain = (line: string): string => (/^\s*[%!?]/.test(line) ? "" : line.replace(/\r?\n$/, ""));
