import { withoutHashComments } from "../comments.ts";
import { type Declaration, nameKey } from "../dependency.ts";
import { homeOf, packageOfC, valueIn, versionOf } from "./packages-of-c.ts";

const call = /\bdependency[ \t]*\(\s*'([^'\n]{1,100})'\s*(?=[,)])/g;
/** Longer calls nobody writes. */
const mostCharacters = 400;

/** `meson.build`, read and never executed: what `dependency` finds, in the version that it asks for. */
export function readMeson(text: string, path: string): readonly Declaration[] {
  const plain = withoutHashComments(text, "'");
  return [...plain.matchAll(call)].flatMap((match) => {
    const rest = restOfCall(plain.slice(match.index + match[0].length, match.index + mostCharacters));
    const said = /\bversion[ \t]*:\s*(\[[^\]]*\]|'[^'\n]*')/.exec(rest)?.[1] ?? "";
    const range = [...said.matchAll(/'(?:==)?\s*([<>=!]*)\s*([\d.]+)'/g)].map(
      ([, sign, of]) => `${sign}${of}`,
    );
    const name = match[1]!;
    const one = {
      name,
      range: range.join(" "),
      ...(range.length === 0 && { listedAs: nameKey("cpp", name) }),
    };
    const isTool = /\bnative[ \t]*:[ \t]*true\b/.test(rest);
    return packageOfC(one, path).map((found) => (isTool ? { ...found, development: true } : found));
  });
}

/** Up to the bracket that closes the call. */
function restOfCall(text: string): string {
  let depth = 1;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return text.slice(0, at);
  }
  return text;
}

/** `subprojects/*.wrap`: from where Meson fetches a package, in which version, and under which name builds ask for it. */
export function readWrap(text: string, path: string): readonly Declaration[] {
  const said = valueIn(text);
  const address = said("url") ?? said("source_url");
  if (address === undefined) return [];
  const file = path.slice(path.lastIndexOf("/") + 1, -".wrap".length);
  const provided = providedBy(text);
  const name = provided.length === 0 || provided.includes(file) ? file : provided[0]!;
  const home = homeOf(address);
  // What Meson's own list of packages has is everybody's, wherever it lies.
  if (home === undefined && !/^[ \t]*(?:wrapdb_version|patch_url)[ \t]*=/m.test(text))
    return packageOfC({ name, range: "", elsewhere: true }, path);
  const version = ["wrapdb_version", "revision", "directory", "source_url"]
    .map((key) => versionOf((said(key) ?? "").replace(home ?? "", "")))
    .find((one) => one !== undefined);
  return packageOfC(
    {
      ...{ name, range: version ?? "" },
      ...(home !== undefined && { home }),
      ...(version === undefined && { listedAs: nameKey("cpp", name) }),
    },
    path,
  );
}

/** `dependency_names = a, b` and `a = a_dep`. */
function providedBy(text: string): readonly string[] {
  const [, part = ""] = text.split(/^\[provide\]/m, 2);
  return [...part.matchAll(/^[ \t]*([\w.+-]+)[ \t]*=[ \t]*(.*)$/gm)].flatMap(([, key = "", value = ""]) => {
    if (key === "program_names") return [];
    return key === "dependency_names" ? value.split(",").map((one) => one.trim()) : [key];
  });
}
