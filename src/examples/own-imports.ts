import { posix } from "node:path";
import type { FileOutline } from "../graph/outline.ts";
import type { Ecosystem } from "../web/registries/registry.ts";

/** Where a package's front stands in its own repository: the root, or what is built into it. */
const front =
  /^(?:\.|(?:\.\/)?(?:src|lib|dist|build|out|esm|cjs)?\/?(?:index|main|mod)?(?:\.[cm]?[jt]sx?)?)$/;

/**
 * A package's own examples and tests call it by where it stands (`require("../..")`); its users call it by its name.
 * What leads to the package's front is said as they say it. Other languages name their packages at home, too.
 */
export function asUsersImport(
  facts: FileOutline,
  path: string,
  { ecosystem, name }: { readonly ecosystem: Ecosystem; readonly name: string },
): FileOutline {
  if (ecosystem !== "npm") return facts;
  const leadsHome = (from: string): boolean =>
    /^\.{1,2}(?:\/|$)/.test(from) && front.test(posix.join(posix.dirname(path), from).replace(/\/$/, ""));
  const imports = facts.imports.map((one) => (leadsHome(one.from) ? { ...one, from: name } : one));
  return { ...facts, imports };
}
