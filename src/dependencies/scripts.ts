import { parse as parseToml, TomlError } from "smol-toml";
import { scriptPackages } from "../source/script-packages.ts";
import type { Dependency } from "./dependency.ts";
import { at, elementsOf } from "./entries.ts";
import { requirements } from "./manifests/requirement.ts";

/** Packages that a Python script names in its own comments (PEP 723); none where they cannot be read. */
export function neededByScript(path: string, text: string): readonly Dependency[] {
  const written = scriptPackages(path, text);
  if (written === undefined) return [];
  try {
    return requirements(elementsOf(at(parseToml(written), "dependencies")), false)
      .filter(({ elsewhere }) => !elsewhere)
      .map(({ name, range }) => ({
        ...{ ecosystem: "pypi", name, range, version: undefined, development: false, manifests: [path] },
      }));
  } catch (error) {
    if (error instanceof TomlError) return [];
    throw error;
  }
}
