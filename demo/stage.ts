import { style } from "../src/cli/style.ts";

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
        .trim()
        .split("\n");
      stream.write(`${lines.map((line) => `${style(stream, "dim", "│")} ${line}`).join("\n")}\n`);
    },
  };
}
