import type { Declaration } from "../dependency.ts";
import { at, entriesOf } from "../entries.ts";

/** `composer.json`; the language, its extensions and libraries of the system are no packages. */
export function readComposerJson(text: string): readonly Declaration[] {
  const manifest: unknown = JSON.parse(text);
  return [...packages(at(manifest, "require"), false), ...packages(at(manifest, "require-dev"), true)];
}

const packages = (table: unknown, development: boolean): readonly Declaration[] =>
  entriesOf(table).flatMap(([name, range]) =>
    name.includes("/") && typeof range === "string"
      ? [{ name, range: range === "*" ? "" : range, development }]
      : [],
  );
