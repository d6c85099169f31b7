import type { Declaration } from "../dependency.ts";

const workshop = /:(?:test|development|dev|ci|lint|doc|docs|tools?)\b/;

/** `Gemfile`, read line by line and never executed: what a condition or a loop makes is not seen. */
export function readGemfile(text: string): readonly Declaration[] {
  const groups: string[] = [];
  const found: Declaration[] = [];
  for (const line of text.split(/\r?\n/).map((one) => one.replace(/^\s*#.*$/, ""))) {
    if (/\bdo(?:\s*\|.*\|)?\s*$/.test(line)) groups.push(/^\s*group\b/.test(line) ? line : "");
    else if (/^\s*(?:if|unless|case|begin)\b/.test(line)) groups.push("");
    else if (/^\s*end\b/.test(line)) groups.pop();
    const match = /^\s*gem[\s(]+["']([\w.-]+)["'](.*)$/.exec(line);
    if (!match || /\b(?:path|git|github)(?::|\s*=>)/.test(match[2]!)) continue;
    const ranges = [...match[2]!.matchAll(/,\s*["']([^"']*)["']/g)].map(([, range]) => range!);
    const development = [line, ...groups].some((one) => workshop.test(one));
    found.push({ name: match[1]!, range: ranges.join(", "), development });
  }
  return found;
}

/** `*.gemspec`, read in the same way. */
export function readGemspec(text: string): readonly Declaration[] {
  const said = /\badd_(runtime_|development_)?dependency[\s(]+["']([\w.-]+)["']([^\n]*)/g;
  return [...text.matchAll(said)].map(([, kind, name, rest]) => ({
    name: name!,
    range: [...rest!.matchAll(/,\s*["']([^"']*)["']/g)].map(([, range]) => range!).join(", "),
    development: kind === "development_",
  }));
}
