import { parse as parseToml } from "smol-toml";
import type { Declaration } from "../dependency.ts";
import { at, entriesOf, saysAny, textOf } from "../entries.ts";

const kinds = [
  ["dependencies", false],
  ["build-dependencies", true],
  ["dev-dependencies", true],
] as const;

/** `Cargo.toml`: crates of the registry, also those of a workspace and of single targets. */
export function readCargoToml(text: string): readonly Declaration[] {
  const manifest: unknown = parseToml(text);
  const tables = [manifest, ...entriesOf(at(manifest, "target")).map(([, target]) => target)];
  return [
    ...tables.flatMap((table) =>
      kinds.flatMap(([kind, development]) => crates(at(table, kind), development)),
    ),
    ...entriesOf(at(manifest, "workspace", "dependencies")).flatMap(([alias, written]) =>
      crate(alias, written, false).map((one) => ({ ...one, entry: alias })),
    ),
  ];
}

/** Also with a version, which then counts for others only: a registry of the project's own, a folder, a repository. */
const isElsewhere = (written: unknown): boolean =>
  saysAny(written, ["git", "path", "registry-index"]) ||
  (textOf(at(written, "registry")) ?? "crates-io") !== "crates-io";

const crates = (table: unknown, development: boolean): readonly Declaration[] =>
  entriesOf(table).flatMap(([alias, written]) => crate(alias, written, development));

/** One or none: what is neither of a registry nor of a known place is left out. */
function crate(alias: string, written: unknown, development: boolean): readonly Declaration[] {
  if (at(written, "workspace") === true) return [{ name: alias, range: "", development, listedAs: alias }];
  const range = typeof written === "string" ? written : at(written, "version");
  const name = textOf(at(written, "package")) ?? alias;
  if (isElsewhere(written)) return [{ name, range: "", development, elsewhere: true }];
  return typeof range === "string" ? [{ name, range: range === "*" ? "" : range, development }] : [];
}
