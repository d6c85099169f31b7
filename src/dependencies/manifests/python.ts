import { parse as parseToml } from "smol-toml";
import { baseName } from "../../source/paths.ts";
import { isPublicSource } from "../../web/private-names.ts";
import { type Declaration, nameKey } from "../dependency.ts";
import { at, elementsOf, entriesOf, saysAny, textOf } from "../entries.ts";

/** PEP 508: a name, extras, a range or an address, a marker. Undefined for what is none. */
function requirement(line: string, development: boolean): Declaration | undefined {
  const match = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(@)?\s*\(?([^;)]*)\)?/.exec(line);
  if (!match) return undefined;
  if (match[2] !== undefined) return { name: match[1]!, range: "", development, elsewhere: true };
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
    plain.filter((line) => !/^\s*-|^[^@]*:\/\/|^\s*\.{0,2}\//.test(line)),
    development,
  );
}

/** `pyproject.toml`: the standard tables (PEP 621, PEP 735) and those of Poetry, PDM and uv. */
export function readPyproject(text: string): readonly Declaration[] {
  const manifest: unknown = parseToml(text);
  const extras = entriesOf(at(manifest, "project", "optional-dependencies"));
  const sources = entriesOf(at(manifest, "tool", "uv", "sources")).filter(([, source]) =>
    (Array.isArray(source) ? elementsOf(source) : [source]).some((one) => isUvsOwn(one, manifest)),
  );
  const own = new Set(sources.map(([name]) => nameKey("pypi", name)));
  const groups = [
    ...entriesOf(at(manifest, "dependency-groups")),
    ...entriesOf(at(manifest, "tool", "pdm", "dev-dependencies")),
    ["uv", at(manifest, "tool", "uv", "dev-dependencies")] as const,
  ];
  const said = [
    ...requirements(elementsOf(at(manifest, "project", "dependencies")), false),
    ...extras.flatMap(([name, list]) => requirements(elementsOf(list), workshop.test(name))),
    ...groups.flatMap(([, list]) => requirements(elementsOf(list), true)),
    ...poetry(at(manifest, "tool", "poetry", "dependencies"), false),
    ...poetry(at(manifest, "tool", "poetry", "dev-dependencies"), true),
    ...entriesOf(at(manifest, "tool", "poetry", "group")).flatMap(([name, group]) =>
      poetry(at(group, "dependencies"), workshop.test(name)),
    ),
  ];
  return [
    ...said.filter(({ name }) => !own.has(nameKey("pypi", name))),
    // Those of a workspace's root count for all of its members, so they are said here whoever needs them.
    ...sources.map(([name]) => ({ name, range: "", development: false, elsewhere: true as const })),
  ];
}

const places = ["git", "path", "url", "file", "hg", "svn", "bzr", "workspace"];

/** A place of `tool.uv.sources`, or an index that the same file does not say to be public. */
function isUvsOwn(source: unknown, manifest: unknown): boolean {
  const name = at(source, "index");
  if (name === undefined) return saysAny(source, places);
  const index = elementsOf(at(manifest, "tool", "uv", "index")).find((one) => at(one, "name") === name);
  return !isPublicSource(textOf(at(index, "url")) ?? "");
}

/** `Pipfile`: the same form as Poetry's tables. */
export function readPipfile(text: string): readonly Declaration[] {
  const manifest: unknown = parseToml(text);
  return [...poetry(at(manifest, "packages"), false), ...poetry(at(manifest, "dev-packages"), true)];
}

function poetry(table: unknown, development: boolean): readonly Declaration[] {
  return entriesOf(table).flatMap(([name, written]) => {
    if (name.toLowerCase() === "python") return [];
    const all = Array.isArray(written) ? elementsOf(written) : [written];
    if (all.some((one) => saysAny(one, places))) return [{ name, range: "", development, elsewhere: true }];
    const [said] = all;
    const range = typeof said === "string" ? said : at(said, "version");
    return typeof range === "string" ? [{ name, range: range === "*" ? "" : range, development }] : [];
  });
}
