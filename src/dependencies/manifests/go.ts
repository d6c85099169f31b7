import type { Declaration } from "../dependency.ts";

/** `go.mod`: what is required, for the module itself or for its dependencies (`// indirect`). */
export function readGoMod(text: string): readonly Declaration[] {
  const found: Declaration[] = [];
  let block = "";
  for (const line of text.split(/\r?\n/)) {
    const opened = /^\s*(\w+)\s*\(/.exec(line);
    if (opened) block = opened[1]!;
    else if (/^\s*\)/.test(line)) block = "";
    const said =
      block === "require" ? /^\s*(?!\/\/)(\S+)\s+(v\S+)(.*)$/ : /^\s*require\s+(\S+)\s+(v\S+)(.*)$/;
    const match = said.exec(line);
    if (!match) continue;
    const isIndirect = /\/\/\s*indirect\b/.test(match[3]!);
    const name = match[1]!.replaceAll('"', "");
    found.push({ name, range: match[2]!, development: false, ...(isIndirect && { indirect: true }) });
  }
  return found;
}
