import { inlineCode } from "./code.ts";
import { safeLine } from "./markdown.ts";

/** A package that a change adds. */
export interface NewPackage {
  readonly ecosystem: string;
  readonly name: string;
  readonly range: string;
  readonly path: string;
  readonly doubts: readonly string[];
  readonly registry: "known" | "unknown" | "not asked";
}

const said = {
  known: "its registry knows it",
  unknown: "**its registry has no such package**",
  "not asked": "no registry was asked for it",
};

/** A box for each new package, for a person to tick. Empty where there is none. */
export function newPackageList(packages: readonly NewPackage[]): string {
  if (packages.length === 0) return "";
  const rows = packages.map(({ ecosystem, name, range, path, doubts, registry }) => {
    const version = range === "" ? "" : ` ${inlineCode(range)}`;
    const look = doubts.length === 0 ? "" : `; look twice: ${safeLine(doubts.join("; "), 300)}`;
    return `- [ ] ${inlineCode(`${ecosystem}:${name}`)}${version} in ${inlineCode(path)}: ${said[registry]}${look}`;
  });
  return ["Nothing of this is installed yet. Tick what you have looked at.", "", ...rows].join("\n");
}
