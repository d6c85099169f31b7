/** Lines of code as markdown shows them, whatever backticks they have. */
export function fenced(language: string, lines: readonly string[]): string {
  if (lines.every((line) => line.trim() === "")) return "";
  const longest = lines
    .flatMap((line) => line.match(/`+/g) ?? [])
    .reduce((sum, run) => Math.max(sum, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return [fence + language, ...lines, fence].join("\n");
}
