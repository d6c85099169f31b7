import type { Declaration } from "../dependency.ts";

/** `go.mod`: what the module itself requires; what only its dependencies need (`// indirect`) is left out. */
export function readGoMod(text: string): readonly Declaration[] {
  const found: Declaration[] = [];
  let block = "";
  for (const line of text.split(/\r?\n/)) {
    const opened = /^\s*(\w+)\s*\(/.exec(line);
    if (opened) block = opened[1]!;
    else if (/^\s*\)/.test(line)) block = "";
    const said = block === "require" ? /^\s*(\S+)\s+(v\S+)(.*)$/ : /^\s*require\s+(\S+)\s+(v\S+)(.*)$/;
    const match = said.exec(line);
    if (match && !/\/\/\s*indirect\b/.test(match[3]!))
      found.push({ name: match[1]!.replaceAll('"', ""), range: match[2]!, development: false });
  }
  return found;
}
