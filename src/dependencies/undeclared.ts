import type { FileOutline } from "../graph/outline.ts";
import { outlinesOf } from "../languages/outlines/change-outlines.ts";
import { readOutline } from "../languages/outlines/outline-one.ts";
import { languageOf } from "../languages/registry.ts";
import type { FileChange } from "../source/file.ts";
import type { Ecosystem } from "../web/registries/registry.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type ImportedAs, leadsTo, namings } from "./modules.ts";
import { type ImportedPackage, packageOf } from "./package-of.ts";
import { isAside, manifestEcosystem, readDependencies } from "./read-dependencies.ts";
import { neededByScript } from "./scripts.ts";

/** The repository that a change is for. */
export interface Around {
  readonly workspace: Pick<Workspace, "entries" | "readMany">;
  /** Paths of files that may have these words in them, the likeliest first, so many at most. */
  mentioning(words: string, most: number): readonly string[];
}

export interface UndeclaredImport extends ImportedPackage {
  readonly path: string;
  /** 1-based, in the changed file. */
  readonly line: number;
  /** True where the ecosystem's imports say the package's whole name and the project keeps a manifest: it cannot be there. */
  readonly certain: boolean;
}

/** Imports that say the very name under which a package is declared. Elsewhere a module may have another name. */
const exact: ReadonlySet<Ecosystem> = new Set(["npm", "go"]);
/** Bytes of a manifest or of a tool's settings that are read, and files that are asked whether they import the same. */
const most = { bytes: 1_000_000, files: 20 };

/** Settings of tools that give modules names of the project's own. */
const aliasFiles =
  /(?:^|\/)(?:[jt]sconfig[\w.-]*\.json|[\w.-]+\.config\.[cm]?[jt]s|deno\.jsonc?|import_?map\.json|\.babelrc(?:\.json)?|project\.json)$/;

/**
 * Packages that a change begins to import and that nothing in the repository stands behind: no manifest, no file, no
 * alias, no import elsewhere. A model may have made them up, and somebody may have registered what models make up.
 * One a file and package, in the order of the changes.
 */
export async function undeclaredImports(
  changes: readonly FileChange[],
  around: Around,
): Promise<readonly UndeclaredImport[]> {
  const fresh = (await Promise.all(changes.map(newImports))).flat();
  if (fresh.length === 0) return [];
  const paths = new Set([
    ...around.workspace.entries.keys(),
    ...changes.flatMap(({ path, after }) => after ?? path),
  ]);
  const declared = await declaredBy(changes, around);
  const found: UndeclaredImport[] = [];
  for (const one of fresh) {
    if (isDeclared(one, declared) || isLocal(one, paths) || isNeededByScript(one, changes)) continue;
    if (await isKnownElsewhere(one, changes, around)) continue;
    const { from, ...rest } = one;
    const { ecosystem, path } = one;
    // What says its registry (`npm:zod`) is fetched from there, declared or not.
    const needsManifest = exact.has(ecosystem) && !from.startsWith("npm:");
    found.push({ ...rest, certain: needsManifest && declared.ecosystems.has(ecosystem) && !isAside(path) });
  }
  return found;
}

interface NewImport extends ImportedPackage {
  readonly path: string;
  readonly line: number;
  readonly from: string;
}

async function newImports(change: FileChange): Promise<readonly NewImport[]> {
  const { path, before = "", after } = change;
  const outlines = await outlinesOf(change);
  if (outlines === undefined || after === undefined) return [];
  const { language } = outlines;
  const known = new Set(importsOf(language, before, outlines.before).map(({ name }) => name));
  const found = new Map<string, NewImport>();
  for (const one of importsOf(language, after, outlines.after))
    if (!known.has(one.name) && !found.has(one.name)) found.set(one.name, { ...one, path });
  return [...found.values()];
}

/** Every import that leads to a package; none for a file that is not understood. */
function importsOf(
  language: string,
  text: string,
  outline: FileOutline | undefined,
): readonly Omit<NewImport, "path">[] {
  if (!outline) return [];
  const { imports, exports } = outline;
  return [...imports, ...exports, ...(language === "go" ? blankImports(text) : [])].flatMap(
    ({ from, line }) => {
      const named = from === undefined ? undefined : packageOf(language, from);
      return named ? [{ ...named, from: from!, line }] : [];
    },
  );
}

/** Go runs what `_ "path"` imports, and an outline has no name to list it by. */
function blankImports(text: string): readonly { readonly from: string; readonly line: number }[] {
  return [...text.matchAll(/^[ \t]*(?:import[ \t]+)?_[ \t]+"([^"\n]+)"/gm)].map(({ 1: from, index }) => ({
    from: from!,
    line: text.slice(0, index).split("\n").length,
  }));
}

interface Declared {
  readonly dependencies: readonly ImportedAs[];
  /** Manifests and settings, as they are after the change. */
  readonly texts: readonly string[];
  readonly ecosystems: ReadonlySet<Ecosystem>;
}

async function declaredBy(
  changes: readonly FileChange[],
  { workspace }: Pick<Around, "workspace">,
): Promise<Declared> {
  const speaks = (path: string): boolean => manifestEcosystem(path) !== undefined || aliasFiles.test(path);
  const paths = [...workspace.entries.values()].filter(
    ({ path, size = 0 }) => size <= most.bytes && speaks(path),
  );
  const files = new Map(await workspace.readMany(paths.map(({ path }) => path)));
  for (const { path, after } of changes)
    if (after === undefined) files.delete(path);
    else if (speaks(path)) files.set(path, after);
  const { dependencies, indirect, elsewhere, own } = readDependencies(files);
  return {
    dependencies: [...dependencies, ...indirect, ...elsewhere, ...own],
    texts: [...files.values()],
    ecosystems: new Set([...files.keys()].flatMap((path) => manifestEcosystem(path) ?? [])),
  };
}

/** By a dependency that brings such a module, or by its very name in a manifest or in a tool's settings. */
function isDeclared({ ecosystem, name, from }: NewImport, { dependencies, texts }: Declared): boolean {
  if (dependencies.some((one) => one.ecosystem === ecosystem && leadsTo(one, from))) return true;
  if (ecosystem === "go") return false;
  // A fork, a folder or an address may be named in many ways; of npm's packages the name is always a quoted key.
  const word = new RegExp(`(?<![\\w-])${escaped(name).replace(/_/g, "[-_.]")}(?![\\w-])`, "i");
  if (ecosystem !== "npm") return texts.some((text) => word.test(text));
  const scope = /^@[^/]+/.exec(name)?.[0];
  const said = [name, ...(scope === undefined ? [`@types/${name}`] : [`${scope}/*`, `${scope}/`])];
  return texts.some((text) => said.some((word) => text.includes(`"${word}"`) || text.includes(`'${word}'`)));
}

/** The file itself says that it needs the package: a script with its packages in its comments. */
function isNeededByScript({ path, from, ecosystem }: NewImport, changes: readonly FileChange[]): boolean {
  if (ecosystem !== "pypi") return false;
  const text = changes.find((change) => change.path === path)?.after ?? "";
  return neededByScript(path, text).some(({ name }) => namings.pypi.leadsTo(name, from));
}

/** A file or folder of the repository has that name, at whatever depth: source folders are set in many ways. */
function isLocal({ ecosystem, name }: NewImport, paths: ReadonlySet<string>): boolean {
  if (ecosystem === "packagist" || ecosystem === "nuget" || name.startsWith("@")) return false;
  const folder = ecosystem === "maven" ? name.split(".").slice(0, 2).join("/") : name;
  const part = new RegExp(`(?:^|/)${escaped(folder)}(?:/|\\.[^/]*$|$)`);
  for (const path of paths) if (part.test(path)) return true;
  return false;
}

/** Another file imports the same, or says that it is part of it; for namespaces no folder needs to exist. */
async function isKnownElsewhere(
  { ecosystem, name }: NewImport,
  changes: readonly FileChange[],
  { workspace, mentioning }: Around,
): Promise<boolean> {
  const texts = await workspace.readMany(mentioning(name, most.files));
  const home = new RegExp(`^\\s*(?:namespace|package)\\s+${escaped(name)}(?![\\w])`, "m");
  const made = changes.flatMap(({ path, after }) => (after === undefined ? [] : [[path, after] as const]));
  for (const [path, text] of [...texts, ...made]) {
    const language = languageOf(path);
    if (language === undefined || !text.includes(name)) continue;
    if (home.test(text)) return true;
    if (!texts.has(path)) continue;
    const imports = importsOf(language, text, await readOutline({ language, text }));
    if (imports.some((one) => one.ecosystem === ecosystem && one.name === name)) return true;
  }
  return false;
}

const escaped = (name: string): string => name.replace(/[^\w/]/g, "\\$&");
