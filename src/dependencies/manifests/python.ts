import { parse as parseToml } from "smol-toml";
import { baseName } from "../../source/paths.ts";
import type { Declaration } from "../dependency.ts";
import { at, elementsOf, entriesOf } from "../entries.ts";

/** PEP 508: a name, extras, a range, a marker. Undefined for a reference to an address and for what is none. */
function requirement(line: string, development: boolean): Declaration | undefined {
  const match = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(@)?\s*\(?([^;)]*)\)?/.exec(line);
  if (!match || match[2] !== undefined) return undefined;
  const range = match[3]!.trim();
  // The rest of the line has to be a range, or the line was no requirement.
  if (range !== "" && !/^(?:[<>=!~]=?|===)/.test(range)) return undefined;
  return { name: match[1]!, range: range.replace(/\s+/g, ""), development };
}

const requirements = (lines: Iterable<unknown>, development: boolean): Declaration[] =>
  [...lines].flatMap((line) => {
    const found = typeof line === "string" ? requirement(line, development) : undefined;
    return found ? [found] : [];
  });

/** Groups with these names are for those who work on the package itself. */
const workshop = /dev|test|lint|doc|type|typing|ci|build|check|format|style|bench|coverage|release/i;

/** `requirements.txt` and its kin: options, addresses, editable folders and hashes are passed over. */
export function readRequirements(text: string, path: string): readonly Declaration[] {
  const name = baseName(path).replace(/requirements/i, "");
  const development = workshop.test(name) || /(?:^|\/)(?:tests?|docs?)\//.test(path);
  const lines = text.replace(/\\\r?\n/g, " ").split(/\r?\n/);
  const plain = lines.map((line) => line.replace(/(?:^|\s)#.*$/, "").replace(/\s--?[a-z].*$/, ""));
  return requirements(
    plain.filter((line) => !/^\s*-|:\/\/|^\s*\.{0,2}\//.test(line)),
    development,
  );
}

/** `pyproject.toml`: the standard tables (PEP 621, PEP 735) and those of Poetry, PDM and uv. */
export function readPyproject(text: string): readonly Declaration[] {
  const manifest: unknown = parseToml(text);
  const extras = entriesOf(at(manifest, "project", "optional-dependencies"));
  const groups = [
    ...entriesOf(at(manifest, "dependency-groups")),
    ...entriesOf(at(manifest, "tool", "pdm", "dev-dependencies")),
    ["uv", at(manifest, "tool", "uv", "dev-dependencies")] as const,
  ];
  return [
    ...requirements(elementsOf(at(manifest, "project", "dependencies")), false),
    ...extras.flatMap(([name, list]) => requirements(elementsOf(list), workshop.test(name))),
    ...groups.flatMap(([, list]) => requirements(elementsOf(list), true)),
    ...poetry(at(manifest, "tool", "poetry", "dependencies"), false),
    ...poetry(at(manifest, "tool", "poetry", "dev-dependencies"), true),
    ...entriesOf(at(manifest, "tool", "poetry", "group")).flatMap(([name, group]) =>
      poetry(at(group, "dependencies"), workshop.test(name)),
    ),
  ];
}

/** `Pipfile`: the same form as Poetry's tables. */
export function readPipfile(text: string): readonly Declaration[] {
  const manifest: unknown = parseToml(text);
  return [...poetry(at(manifest, "packages"), false), ...poetry(at(manifest, "dev-packages"), true)];
}

function poetry(table: unknown, development: boolean): readonly Declaration[] {
  return entriesOf(table).flatMap(([name, written]) => {
    if (name.toLowerCase() === "python") return [];
    const said = Array.isArray(written) ? (written[0] as unknown) : written;
    const range = typeof said === "string" ? said : at(said, "version");
    return typeof range === "string" ? [{ name, range: range === "*" ? "" : range, development }] : [];
  });
}
