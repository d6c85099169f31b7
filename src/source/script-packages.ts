const begin = /^# \/\/\/ script[ \t]*$/;

/**
 * The TOML that a Python script carries in its comments (PEP 723) between `# /// script` and `# ///`: it names the
 * packages that `uv run` and `pipx run` install before they start the script. Undefined for a file without it; with
 * several blocks, which no tool accepts, all of them.
 */
export function scriptPackages(path: string, text: string): string | undefined {
  // What has no ending begins with the name of its interpreter.
  if (!/\.pyw?$|(?:^|\/)[^./]+$/i.test(path) || !text.includes("# /// script")) return undefined;
  const lines = text.split(/\r\n?|\n/);
  const found: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (!begin.test(lines[at]!)) continue;
    let end = at + 1;
    while (end < lines.length && /^#(?: |$)/.test(lines[end]!)) end++;
    found.push(...lines.slice(at + 1, end).map((line) => (/^# \/\/\/\s*$/.test(line) ? "" : line.slice(2))));
    at = end;
  }
  return found.length === 0 ? undefined : found.join("\n");
}
