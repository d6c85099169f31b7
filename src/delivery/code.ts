import { ticksAround } from "../source/back-ticks.ts";
import { readsAsCommand } from "../source/commands.ts";
import { visible } from "./visible.ts";

/** Text as an inline code span that nothing in it can end, without what nobody sees. One line; empty text is shown as a blank span. */
export function inlineCode(text: string): string {
  const line = visible(text).replace(/\s+/g, " ").trim();
  if (line === "") return "` `";
  const ticks = ticksAround(line, 1);
  const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** Info strings that GitHub turns into something other than code. */
const live = /^(?:mermaid|geojson|topojson|stl|math|suggestion|diff-suggestion)$/i;

/**
 * Text as a code block whose fence is longer than any run of back-ticks inside, without what nobody sees. Ends without a
 * line break.
 */
export function codeBlock(code: string, language = ""): string {
  const text = visible(code);
  const ticks = ticksAround(text, 3);
  const info = /^[\w+#.-]{1,30}$/.test(language) && !live.test(language) ? language : "";
  return `${ticks}${info}\n${withoutCommands(text.replace(/\n$/, ""))}\n${ticks}`;
}

/** Some bots read commands from code blocks too: such a line is moved by a space, and its `@` stands apart. */
function withoutCommands(text: string): string {
  return text.replace(/^.+$/gm, (line) =>
    readsAsCommand(line) ? ` ${line.replace(/^(\s*)@/, "$1@ ")}` : line,
  );
}
