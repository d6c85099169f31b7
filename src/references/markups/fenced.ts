import { ticksAround } from "../../source/back-ticks.ts";

/** Lines of code as markdown shows them, whatever backticks they have. */
export function fenced(language: string, lines: readonly string[]): string {
  if (lines.every((line) => line.trim() === "")) return "";
  const ticks = ticksAround(lines.join("\n"), 3);
  return [ticks + language, ...lines, ticks].join("\n");
}
