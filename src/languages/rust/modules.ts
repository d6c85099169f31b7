/**
 * How Rust finds modules: a crate is the tree of files below its root (`src/lib.rs`, `src/main.rs`, what Cargo.toml
 * names); `mod a` stands in `a.rs` or `a/mod.rs` below its parent. Crates of one repository know each other by name.
 */
import type { Outline } from "../../graph/outline.ts";
import type { FamilyRules, ModuleTarget, VisibilityRule } from "../../graph/project.ts";
import { folderOf, joinPath } from "../../source/paths.ts";
import { libraryTypes } from "./library-types.ts";

export const projectFiles = /^Cargo\.toml$/;

const givesItself = new Set(
  (
    "unwrap expect unwrap_or unwrap_or_default unwrap_or_else clone cloned to_owned as_ref as_mut as_deref as_deref_mut deref " +
    "borrow borrow_mut lock read write into take ok ok_or ok_or_else or or_else filter copied get_or_insert get_or_insert_with " +
    "inspect inspect_err map_err context with_context max min clamp"
  ).split(" "),
);

export function createRules(paths: readonly string[], files: ReadonlyMap<string, string>): FamilyRules {
  const known = new Set(paths.filter((path) => path.endsWith(".rs")));
  const crates = new Map<string, string>();
  const renamed = new Map<string, string>();
  const roots = new Set<string>();
  for (const path of known) if (isUsualRoot(path, files) || isBuildScript(path, files)) roots.add(path);
  for (const [path, text] of files) {
    const crate = readCrate(folderOf(path), text, known);
    for (const root of crate.roots) roots.add(root);
    if (crate.library !== undefined) for (const name of crate.names) crates.set(name, crate.library);
    // A name that two crates give to different ones is followed for neither.
    for (const [name, real] of crate.renamed)
      renamed.set(name, renamed.has(name) && renamed.get(name) !== real ? "" : real);
  }
  for (const [name, real] of renamed) {
    const library = crates.get(real);
    if (library !== undefined && !crates.has(name)) crates.set(name, library);
  }
  const child = (path: string, name: string): string | undefined => {
    const folder = join(childFolder(path, roots), name);
    return [`${folder}.rs`, `${folder}/mod.rs`].find((one) => known.has(one) && one !== path);
  };
  const tree = { known, roots, rootsIn: byFolder(roots) };
  const head = (from: string, name: string): string | undefined => {
    if (name === "self") return from;
    if (name.includes("/") && !name.endsWith(".rs")) return child(from, name);
    if (name.endsWith(".rs")) return declared(from, name);
    if (name === "super") return parentOf(from, tree);
    if (name === "crate") return rootOf(from, tree);
    return child(from, name) ?? crates.get(name);
  };
  /** What `#[path = "unix/imp.rs"]` means in a file. */
  const declared = (from: string, written: string): string | undefined => {
    const path = joinPath(folderOf(from), written);
    return known.has(path) && path !== from ? path : undefined;
  };
  const step = (path: string, name: string): string | undefined =>
    name === "super" ? parentOf(path, tree) : name === "self" ? path : child(path, name);
  return {
    resolve: (from, specifier) => {
      const [first = "", ...rest] = specifier.split("::").filter((part) => part !== "");
      let path = head(from, first);
      for (const name of rest) {
        const next = path === undefined ? undefined : step(path, name);
        if (next === undefined) break;
        path = next;
      }
      return asTarget(path);
    },
    member: (target, name) => asTarget(step(target.path, name)),
    pathHead: (from, name) => asTarget(head(from, name)),
    namespacesBetween,
    exportsEverything: true,
    classBodyIsScope: false,
    separateTypeNames: false,
    conversions: "Rust",
    superMethod: undefined,
    callMethod: undefined,
    openTypes: true,
    mayRedefine: true,
    givesItself,
    makesItself: new Set(["default"]),
    derived: new Map(
      ["parse", "try_parse", "parse_from", "try_parse_from"].map((name) => [name, /^derive\b.*\bParser\b/s]),
    ),
    libraryTypes: libraryTypes,
    makesOther: /^(?:new|default|from(?:_\w+)?|with_\w+)$/,
    separateFieldNames: true,
    typesOfCalls: true,
    standsFor: ["deref"],
    holders: new Set(["Data", "Extension", "Form", "Json", "State"]),
    // With the mark of what is called: a field may have the same name.
    elementMethods: { index: "index!", iterate: "next!" },
    indexesPointers: true,
    visibility: visibilityIn,
    testMark: /^(?:cfg\(test\)|(?:\w+::)*(?:test|rstest|test_case|quickcheck|wasm_bindgen_test)\b)/,
  };
}

/** What a trait has is as public as the trait, also where a type fulfils it; all else is private to its module. */
function visibilityIn({ outOfLineBases = [] }: Outline): VisibilityRule {
  const fulfilling = new Set(outOfLineBases.map(({ scope }) => scope));
  return ({ on, scope }, owner) =>
    (owner !== undefined && /\btrait\b/.test(owner.signature)) || (on !== undefined && fulfilling.has(scope))
      ? "public"
      : "private";
}

interface Crate {
  /** What others call it: its own name, and the name of its library. */
  readonly names: readonly string[];
  readonly library: string | undefined;
  readonly roots: readonly string[];
  /** What it calls others, and their own names. */
  readonly renamed: readonly (readonly [name: string, real: string])[];
}

/** Of a Cargo.toml the names and the files of its targets, and the dependencies that it calls by another name. */
function readCrate(folder: string, text: string, known: ReadonlySet<string>): Crate {
  const names: string[] = [];
  const roots: string[] = [];
  const renamed: [string, string][] = [];
  let library = [join(folder, "src/lib.rs")].find((path) => known.has(path));
  let section = "";
  for (const line of text.split("\n")) {
    section = /^\s*\[{1,2}([^[\]]+)\]/.exec(line)?.[1]?.trim() ?? section;
    const [, alias = dependencyIn(section), real] = renaming.exec(line) ?? [];
    if (alias !== undefined && real !== undefined && section.includes("dependencies"))
      renamed.push([asName(alias), asName(real)]);
    const [, key, value] = /^\s*(name|path|build)\s*=\s*["']([^"']+)["']/.exec(line) ?? [];
    if (key === "name" && (section === "package" || section === "lib")) names.push(asName(value!));
    const isRoot = key === "build" ? section === "package" : /^(?:lib|bin|test|bench|example)$/.test(section);
    if (value === undefined || key === "name" || !isRoot) continue;
    const path = join(folder, value.replace(/^\.\//, ""));
    if (!known.has(path)) continue;
    roots.push(path);
    if (section === "lib") library = path;
  }
  return { names, library, roots, renamed };
}

/** `a = { package = "b" }`, or `package = "b"` below `[dependencies.a]`. */
const renaming = /^\s*(?:"?([\w-]+)"?\s*=\s*\{[^}]*\b)?package\s*=\s*["']([\w-]+)["']/;

const dependencyIn = (section: string): string | undefined =>
  /dependencies\."?([\w-]+)"?$/.exec(section)?.[1];

const asName = (crate: string): string => crate.replaceAll("-", "_");

/** `src/tests/a.rs` is a module like any other: Cargo looks for tests, benchmarks and examples beside its own file. */
function isUsualRoot(path: string, files: ReadonlyMap<string, string>): boolean {
  if (/(?:^|\/)src\/(?:lib|main|bin\/[^/]+(?:\/main)?)\.rs$/.test(path)) return true;
  const target = /^(?:(.*)\/)?(?:tests|benches|examples)\/[^/]+(?:\/main)?\.rs$/.exec(path);
  if (target === null) return false;
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    if (files.has(join(folder, "Cargo.toml"))) return folder === (target[1] ?? "");
    if (folder === "") return true;
  }
}

/** Elsewhere than beside its Cargo.toml `build.rs` is a module like any other. */
const isBuildScript = (path: string, files: ReadonlyMap<string, string>): boolean =>
  /(?:^|\/)build\.rs$/.test(path) && files.has(join(folderOf(path), "Cargo.toml"));

/** The folder in which a module's own modules stand. */
function childFolder(path: string, roots: ReadonlySet<string>): string {
  return roots.has(path) || /(?:^|\/)mod\.rs$/.test(path) ? folderOf(path) : path.replace(/\.rs$/, "");
}

interface Tree {
  readonly known: ReadonlySet<string>;
  readonly roots: ReadonlySet<string>;
  /** The same by their folders. */
  readonly rootsIn: ReadonlyMap<string, readonly string[]>;
}

function byFolder(roots: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>();
  for (const root of roots) {
    const others = folders.get(folderOf(root));
    if (others) others.push(root);
    else folders.set(folderOf(root), [root]);
  }
  return folders;
}

function parentOf(path: string, { known, roots, rootsIn }: Tree): string | undefined {
  if (roots.has(path)) return undefined;
  const inner = folderAround(path);
  // Further out for a module that is declared with a path of its own, `#[path = "gen/fold.rs"] mod fold`, or within another one.
  for (let folder = inner; ; folder = folderOf(folder)) {
    const usual = [join(folder, "mod.rs"), `${folder}.rs`, join(folder, "lib.rs"), join(folder, "main.rs")];
    const found = usual.find((one) => one !== path && known.has(one));
    const others = rootsIn.get(folder) ?? [];
    const parent = found ?? (folder === inner || others.length === 1 ? others[0] : undefined);
    if (parent !== undefined || folder === "") return parent;
  }
}

/** The folder in which a module stands beside the others of its parent. */
const folderAround = (path: string): string =>
  /(?:^|\/)mod\.rs$/.test(path) ? folderOf(folderOf(path)) : folderOf(path);

/** The modules that are written out in the file of its parent in which a module is declared: `mod outer { mod inner; }`. */
function namespacesBetween(path: string, parent: string): readonly string[] {
  const folder = folderOf(parent);
  const around = folderAround(path);
  if (!around.startsWith(folder === "" ? "" : `${folder}/`)) return [];
  const names = around
    .slice(folder === "" ? 0 : folder.length + 1)
    .split("/")
    .filter(Boolean);
  return join(folder, `${names[0]}.rs`) === parent ? names.slice(1) : names;
}

function rootOf(path: string, tree: Tree): string | undefined {
  let at: string | undefined = path;
  for (let depth = 0; at !== undefined && depth < 50; depth++) {
    if (tree.roots.has(at)) return at;
    at = parentOf(at, tree);
  }
  return undefined;
}

const asTarget = (path: string | undefined): ModuleTarget | undefined =>
  path === undefined ? undefined : { kind: "file", path };
const join = (folder: string, name: string): string => (folder === "" ? name : `${folder}/${name}`);
