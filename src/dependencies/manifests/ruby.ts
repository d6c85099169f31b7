import type { Declaration } from "../dependency.ts";
import { linesOf } from "../lines.ts";

const workshop = /:(?:test|development|dev|ci|lint|doc|docs|tools?)\b/;

/** Where Bundler takes gems from but a registry, as an option of a gem or as a block of several. */
const places = ["path", "git", "github", "gist", "bitbucket", "gitlab"];
const ownSource = /\bsource(?::|["']?\s*=>)\s*["'](?!https?:\/\/rubygems\.org)/;

/** `Gemfile`, read line by line and never executed: what a condition or a loop makes is not seen. */
export function readGemfile(text: string): readonly Declaration[] {
  const own = [...text.matchAll(/^[ \t]*git_source[ \t(]+:(\w+)/gm)].map(([, name]) => name!);
  const place = `(?:${[...places, ...own].join("|")})`;
  const [option, block] = [new RegExp(`\\b${place}(?::|["']?\\s*=>)`), new RegExp(`^\\s*${place}\\b`)];
  const open: string[] = [];
  const found: Declaration[] = [];
  // A comma goes on in the next line.
  const plain = `${text}\n`.replace(/^[ \t]*#.*$/gm, "");
  const whole = plain.replace(/,[ \t\r]*(?:#[^\n]*)?\n\s*/g, ", ");
  for (const line of linesOf(whole)) {
    if (/\bdo(?:\s*\|.*\|)?\s*(?:#.*)?$/.test(line))
      open.push(/^\s*group\b/.test(line) || block.test(line) ? line : "");
    else if (/^\s*(?:if|unless|case|begin)\b/.test(line)) open.push("");
    else if (/^\s*end\b/.test(line)) open.pop();
    const match = /^\s*gem[\s(]+["']([\w.-]+)["'](.*)$/.exec(line);
    if (!match) continue;
    const [, name = "", rest = ""] = match;
    const ranges = [...rest.matchAll(/,\s*["']([^"']*)["'](?!\s*=>)/g)].map(([, range]) => range!);
    const development = [line, ...open].some((one) => workshop.test(one));
    const elsewhere = option.test(rest) || ownSource.test(rest) || open.some((one) => block.test(one));
    found.push({ name, range: ranges.join(", "), development, ...(elsewhere && { elsewhere }) });
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
