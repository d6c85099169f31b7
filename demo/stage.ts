import { style } from "../src/cli/style.ts";
import { wrap } from "../src/cli/wrap.ts";

/** What the demo says on the terminal, with the seconds since it began. */
export interface Stage {
  title(text: string): void;
  say(text: string): void;
  /** Markdown, indented; comments of ours are left out. */
  quote(markdown: string): void;
}

export function createStage(stream: NodeJS.WriteStream): Stage {
  const began = performance.now();
  const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(1).padStart(5)} s`;
  return {
    title: (text) => void stream.write(`\n${style(stream, "bold", text)}\n\n`),
    say: (text) => void stream.write(`${style(stream, "dim", seconds())}  ${text}\n`),
    quote(markdown) {
      const lines = markdown
        .replace(/<!--[\s\S]*?-->\n?/g, "")
        .replace(/^\|.*\n\|[-:|]+\|\n/gm, "")
        .trim()
        .split("\n")
        .flatMap((line) => folded(line.startsWith("|") ? rowText(line) : line));
      stream.write(`${lines.map((line) => `${style(stream, "dim", "│")} ${line}`).join("\n")}\n`);
    },
  };
}

/** A row of a table, whose head is left out, as an item of a list. */
const rowText = (row: string): string =>
  `- ${row
    .slice(1, -1)
    .split(" | ")
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(" · ")}`;

/** A paragraph or an item of a list, with what does not fit a line below its beginning. */
function folded(line: string): readonly string[] {
  const [mark = ""] = /^\s*(?:[-*] |\d+\. )?/.exec(line) ?? [];
  const width = Math.min(process.stdout.columns ?? 100, 100) - 2 - mark.length;
  const rows = wrap(line.slice(mark.length), width);
  return rows.length === 0
    ? [line]
    : rows.map((row, at) => `${at === 0 ? mark : " ".repeat(mark.length)}${row}`);
}
