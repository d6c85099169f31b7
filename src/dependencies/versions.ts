import type { Ecosystem } from "../web/registries/registry.ts";

/**
 * The part of a version whose change may break its users: the first number, or the first two while the first is
 * nought (semantic versioning 2.0, item 4; Cargo and npm count likewise). Undefined where the text is no version.
 */
export function majorOf(version: string): string | undefined {
  const match = /^[v=\s]*(?:\d+!)?(\d+)(?:\.(\d+))?/.exec(version);
  if (!match) return undefined;
  return match[1] === "0" ? `0.${match[2] ?? "0"}` : match[1]!;
}

/**
 * Orders versions by their numbers, part by part; a version with words (`1.0.0-rc.1`, `2.0b1`) comes before the one
 * without. Enough to tell newer from older of one package; no range is judged by it.
 */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [partsOf(left), partsOf(right)];
  for (let at = 0; at < Math.max(a.numbers.length, b.numbers.length); at++) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  if (a.words === b.words) return 0;
  if (a.words === "" || b.words === "") return a.words === "" ? 1 : -1;
  return a.words.localeCompare(b.words, "en", { numeric: true });
}

function partsOf(version: string): { readonly numbers: readonly number[]; readonly words: string } {
  const plain = version.replace(/^[v=\s]+/, "").replace(/\+.*$/, "");
  const numbers = /^\d+(?:\.\d+)*/.exec(plain)?.[0] ?? "";
  return {
    numbers: numbers.split(".").map(Number),
    words: plain.slice(numbers.length).replace(/^\.?(?:post|final|release|ga)\d*$/i, ""),
  };
}

/**
 * The one version that a range allows, or the lowest that it names: what the project was written against. Undefined
 * where the range names none.
 */
export function versionIn(range: string, ecosystem: Ecosystem): string | undefined {
  const written = /(?:^|[\s,|^~<>=!v[(])(\d+(?:\.\w+)*(?:-[\w.]+)?(?:\+[\w.]+)?)/.exec(
    range.replaceAll(/!=[^,]*|[*xX](?=[\s,|.]|$)/g, ""),
  )?.[1];
  if (ecosystem === "go") return /^v\S+$/.exec(range)?.[0];
  return written?.replace(/\.$/, "");
}

/**
 * Whether a range lets in later majors than the one it names: without a lock file a newer one is then in use. Cargo and
 * npm read a bare version as `^`, Go, Maven and NuGet as that very version.
 */
export function isOpen(range: string): boolean {
  const isEndless =
    range.trim() === "" || /^(?:>=?[^<,|]*|\*|x|latest|[[(][^,]+,\s*[\])])$/i.test(range.trim());
  return isEndless || spansMajors(range);
}

/** `>=4.1,<9` and `[1.0,3.0)`, but not `>=6,<7`. */
function spansMajors(range: string): boolean {
  const bounds = [...range.matchAll(/([<>]=?|[[(,])\s*v?(\d[\d.]*)/g)];
  const least = bounds.find(([, sign]) => /[>[(]/.test(sign!))?.[2];
  const [, sign, limit] = bounds.find(([, sign]) => /[<,]/.test(sign!)) ?? [];
  if (least === undefined || limit === undefined || range.includes("||")) return false;
  const isIncluded = sign === "<=" || (sign === "," && range.trim().endsWith("]"));
  const below = /^(0\.)?(\d+)(?:\.0)*$/.exec(limit);
  const last = isIncluded || below === null ? majorOf(limit) : `${below[1] ?? ""}${Number(below[2]) - 1}`;
  return majorOf(least) !== last;
}

/** Whether a range allows one version only, so that no lock file has to say which. */
export function isPinned(range: string, ecosystem: Ecosystem): boolean {
  if (ecosystem === "go" || ecosystem === "maven" || ecosystem === "nuget")
    return /^\[?v?\d[\w.+-]*\]?$/.test(range);
  const sign = {
    pypi: /^={2,3}\s*\d[^*,]*$/,
    npm: /^[=v]?\d+\.\d+\.\d+\S*$/,
    crates: /^=\s*\d+\.\d+\.\d+\S*$/,
  };
  const pattern = ecosystem in sign ? sign[ecosystem as keyof typeof sign] : /^=?\s*v?\d+(?:\.\d+)+[\w.-]*$/;
  return pattern.test(range.trim());
}
