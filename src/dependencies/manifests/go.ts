import type { Declaration } from "../dependency.ts";
import { linesOf } from "../lines.ts";

/**
 * `go.mod`: what is required, for the module itself or for its dependencies (`// indirect`). What is replaced by another
 * module or by a folder comes from there; by another version of itself, in that version.
 */
export function readGoMod(text: string): readonly Declaration[] {
  const replaced = new Map(
    [...linesUnder(text, "replace")].flatMap((line) => {
      const match = /^"?([^\s"]+)"?(?:\s+v\S+)?\s*=>\s*"?([^\s"]+)"?(?:\s+(v\S+))?/.exec(line);
      return match ? [[match[1]!, { name: match[2]!, version: match[3] }] as const] : [];
    }),
  );
  return [...linesUnder(text, "require")].flatMap((line): readonly Declaration[] => {
    const [, name, range, rest = ""] = /^"?([^\s"]+)"?\s+(v\S+)(.*)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const by = replaced.get(name);
    const isIndirect = /\/\/\s*indirect\b/.test(rest);
    const said = {
      name,
      range: by?.version ?? range!,
      development: false,
      ...(isIndirect && { indirect: true as const }),
    };
    return by === undefined || by.name === name ? [said] : [{ ...said, range: "", elsewhere: true }];
  });
}

/** What stands behind a word, alone or in brackets, without lines that are comments only. */
function* linesUnder(text: string, word: string): Generator<string> {
  let block = "";
  for (const line of linesOf(text)) {
    const opened = /^\s*(\w+)\s*\(/.exec(line);
    if (opened) block = opened[1]!;
    else if (/^\s*\)/.test(line)) block = "";
    else if (block === word && !/^\s*\/\//.test(line)) yield line.trim();
    else if (block === "" && line.trim().startsWith(`${word} `)) yield line.trim().slice(word.length).trim();
  }
}
