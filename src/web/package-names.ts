import type { Declared } from "./declared.ts";
import { registries } from "./registries/all.ts";
import { type Ecosystem, ecosystems } from "./registries/registry.ts";

/** A package as it is asked for. */
export interface PackageName {
  readonly ecosystem: Ecosystem;
  readonly name: string;
}

/**
 * The packages that a query names: written as `npm:zod`, declared by the project, or of a form that no other word has
 * (`@scope/name`, a Go module's path, `vendor/name`, `group:artifact`) in one of the project's ecosystems. Each once,
 * in the query's order. A plain word that the project does not declare is a word.
 */
export function packagesNamed(query: string, declared: Declared): readonly PackageName[] {
  const found = new Map<string, PackageName>();
  for (const word of query.split(/[\s,;()[\]{}"'`<>?!|]+/)) {
    const plain = word.replace(/[.:/]+$/, "");
    const named = explicit(plain) ?? known(plain, declared);
    if (named !== undefined) found.set(`${named.ecosystem}:${named.name.toLowerCase()}`, named);
  }
  return [...found.values()];
}

/** `npm:zod`; undefined where the ecosystem is not known or the name cannot be one of its names. */
export function explicit(written: string): PackageName | undefined {
  const [prefix = ""] = written.split(":", 1);
  const ecosystem = ecosystems.find((one) => one === prefix.toLowerCase());
  const name = written.slice(prefix.length + 1);
  return ecosystem !== undefined && registries[ecosystem].name.test(name) ? { ecosystem, name } : undefined;
}

function known(word: string, declared: Declared): PackageName | undefined {
  for (const [ecosystem, names] of declared) {
    if (!registries[ecosystem].name.test(word)) continue;
    const lower = word.toLowerCase();
    // PyPI takes `-`, `_` and `.` for the same.
    const same =
      ecosystem === "pypi" ? [...names].some((one) => folded(one) === folded(lower)) : names.has(lower);
    if (same || forms[ecosystem]?.test(word) === true) return { ecosystem, name: word };
  }
  return undefined;
}

const folded = (name: string): string => name.replace(/[-_.]+/g, "-");

const forms: Readonly<Partial<Record<Ecosystem, RegExp>>> = {
  npm: /^@[\w.-]+\/[\w.-]+$/,
  go: /^[\w-]+(?:\.[\w-]+)+\/[\w./~-]+$/,
  packagist: /^[a-z0-9][\w.-]+\/[\w.-]+$/i,
  maven: /^[a-z]\w*(?:\.\w+)+:[\w.-]+$/i,
};
