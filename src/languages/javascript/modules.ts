/**
 * How JavaScript and TypeScript find modules: relative paths with the endings people leave out, the path mapping of
 * the nearest tsconfig.json, aliases of other tools, `#imports`, and packages of the same repository by their name.
 */
import { type Definition, indexSignature, type Outline, ownerModule, program } from "../../graph/outline.ts";
import type { FamilyRules, ModuleTarget, VisibilityRule } from "../../graph/project.ts";
import { folderOf, joinPath } from "../../source/paths.ts";
import { readAliases } from "./aliases.ts";
import { autoImported, autoImports, placesOf } from "./auto-imports.ts";
import { libraryTypes } from "./library-types.ts";
import {
  fieldTargets,
  type Manifest,
  type PathMap,
  readManifest,
  readPathMap,
  starMatch,
} from "./manifests.ts";

/** Others than `tsconfig.json` count where that names them. */
export const projectFiles =
  /^(?:(?:package|(?:[\w-]+\.)*[jt]sconfig(?:[.-][\w-]+)*)\.json|deno\.jsonc?|(?:(?:svelte|nuxt|vue|(?:[\w-]+\.)?vite|vitest|astro)\.config|webpack[\w.-]*)\.[cm]?[jt]s)$/;

/** What imports leave out; components last, as Vue's own tools have it. */
const endings = [".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue"];
/** What an ending written in an import may be before compilation. */
const written: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".d.ts", ".jsx"],
  ".jsx": [".tsx"],
  ".mjs": [".mts", ".d.mts"],
  ".cjs": [".cts", ".d.cts"],
};

/** A path without one of the endings above: most places that are tried have no file by any of them. */
const ending = /(?:(?:\.d)?\.[cm]?[jt]sx?|\.vue)$/;

const callsItself = new Set(["call", "apply"]);
/** What Sequelize, TypeORM and Objection give to classes that build on theirs. */
const makesItself = new Set(
  "build create findByPk findOne findOneBy findOneByOrFail findOneOrFail".split(" "),
);

const wholeProgram: ModuleTarget = { kind: "package", path: "program of JavaScript" };
/** What every program has: a repository that adds a method to such a class does not make another one of it. */
const ofTheEngine = new Set(
  (
    "Array ReadonlyArray ArrayBuffer AsyncGenerator AsyncIterable AsyncIterator BigInt Boolean DataView Date Error Function " +
    "Generator Intl Iterable IterableIterator Iterator JSON Map ReadonlyMap Math Number Object Promise PromiseLike Proxy Record Reflect RegExp " +
    "Set ReadonlySet String Symbol Uint8Array WeakMap WeakRef WeakSet console process globalThis window"
  ).split(" "),
);

export function createRules(paths: readonly string[], files: ReadonlyMap<string, string>): FamilyRules {
  const known = new Set(paths);
  const manifests = new Map<string, Manifest>();
  const packages = new Map<string, Manifest>();
  const pathMaps = new Map<string, PathMap>();
  const aliases = new Map<string, PathMap["paths"]>();
  for (const [path, text] of files) {
    if (/(?:^|\/)package\.json$/.test(path)) {
      const manifest = readManifest(path, text);
      if (!manifest) continue;
      manifests.set(manifest.folder, manifest);
      if (manifest.name) packages.set(manifest.name, manifest);
    } else if (/(?:^|\/)[jt]sconfig\.json$/.test(path)) {
      const map = readPathMap(path, files);
      if (map) pathMaps.set(folderOf(path), map);
    } else {
      const own = readAliases(path, text);
      if (own.length > 0) aliases.set(folderOf(path), [...(aliases.get(folderOf(path)) ?? []), ...own]);
    }
  }
  const aliasMaps = new Map(
    [...aliases].map(([folder, paths]) => [folder, { folder, paths, base: undefined }] as const),
  );
  const imported = autoImports(paths);
  const stems = new Set<string>();
  for (const path of paths) {
    const end = ending.exec(path)?.[0];
    if (end === undefined) continue;
    stems.add(path.slice(0, -end.length));
    // `a.d.ts` is also what `a.d` and the ending `.ts` lead to.
    if (end.startsWith(".d.")) stems.add(path.slice(0, 2 - end.length));
  }
  const file = (path: string) => fileAt(path, { known, stems, manifests });
  /** By folder and specifier: what came out. */
  const answers = new Map<string, Map<string, ModuleTarget | undefined>>();
  const resolvePath = (from: string, specifier: string): string | undefined => {
    if (/^\.{0,2}\//.test(specifier) || specifier === "." || specifier === "..") {
      const path = joinPath(folderOf(from), specifier);
      return file(path) ?? builtFrom(path, nearest(manifests, path), file);
    }
    if (specifier.startsWith("#")) {
      const manifest = nearest(manifests, from);
      const target = manifest && firstFile(fieldTargets(manifest.imports, specifier), manifest, file);
      if (target) return target;
    }
    return (
      mapped(nearest(pathMaps, from), specifier, file) ??
      mapped(nearest(aliasMaps, from), specifier, file) ??
      ofPackage(packages, specifier, file)
    );
  };
  return {
    resolve: (from, specifier) => {
      if (specifier.startsWith(autoImported)) return imported(specifier.slice(autoImported.length));
      if (specifier === ownerModule) {
        const stem = from.replace(/(?:\.(?:component|page))?\.html$/, "");
        return asTarget(
          [".component.ts", ".page.ts", ".ts"].map((one) => stem + one).find((one) => known.has(one)),
        );
      }
      const folder = folderOf(from);
      const ofFolder = answers.get(folder) ?? new Map<string, ModuleTarget | undefined>();
      if (ofFolder.has(specifier)) return ofFolder.get(specifier);
      const bare = specifier.startsWith("#") ? specifier : specifier.split(/[?#]/, 1)[0]!;
      const target = asTarget(resolvePath(from, bare));
      answers.set(folder, ofFolder.set(specifier, target));
      return target;
    },
    packageOf: (_, declared) => (declared === program ? wholeProgram.path : undefined),
    qualified: (name, around) =>
      ofTheEngine.has(name) ? [] : [...placesOf(name, around), { target: wholeProgram, name }],
    exportsEverything: false,
    classBodyIsScope: false,
    separateTypeNames: true,
    bindsThisPerFile: true,
    readsProperties: true,
    separateStaticNames: true,
    genericFunctions: true,
    functionObjects: true,
    callSignatures: true,
    libraryTypes: libraryTypes,
    narrows: true,
    superMethod: "constructor",
    callMethod: undefined,
    ownModule: "exports",
    callsItself,
    makesItself,
    elementMethods: { index: indexSignature, iterate: "[Symbol.iterator]" },
    visibility: visibilityIn,
  };
}

const asTarget = (path: string | undefined): ModuleTarget | undefined =>
  path === undefined ? undefined : { kind: "file", path };

interface Files {
  readonly known: ReadonlySet<string>;
  /** Known paths without their endings. */
  readonly stems: ReadonlySet<string>;
  readonly manifests: ReadonlyMap<string, Manifest>;
}

function fileAt(path: string, files: Files, depth = 0): string | undefined {
  const { known, stems, manifests } = files;
  const compiled = /\.[cm]?jsx?$/.exec(path)?.[0];
  const stem = compiled ? path.slice(0, -compiled.length) : path;
  if (compiled && stems.has(stem))
    for (const other of written[compiled] ?? []) if (known.has(stem + other)) return stem + other;
  if (known.has(path)) return path;
  if (stems.has(path)) for (const one of endings) if (known.has(path + one)) return path + one;
  const manifest = manifests.get(path);
  if (manifest && depth < 3)
    for (const entry of manifest.entries) {
      const target = joinPath(path, entry);
      const found = target === path ? undefined : fileAt(target, files, depth + 1);
      if (found) return found;
    }
  const index = path === "" ? "index" : `${path}/index`;
  if (stems.has(index)) for (const one of endings) if (known.has(index + one)) return index + one;
  return undefined;
}

/** The value of the nearest folder above a file that has one. */
function nearest<T>(byFolder: ReadonlyMap<string, T>, path: string): T | undefined {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const value = byFolder.get(folder);
    if (value !== undefined || folder === "") return value;
  }
}

type FileAt = (path: string) => string | undefined;

function mapped(map: PathMap | undefined, specifier: string, file: FileAt): string | undefined {
  if (!map) return undefined;
  // The longest prefix before the star wins, as TypeScript has it.
  const matching = map.paths
    .filter(([pattern]) => starMatch(pattern, specifier) !== undefined)
    .sort(([a], [b]) => b.split("*")[0]!.length - a.split("*")[0]!.length);
  for (const [pattern, targets] of matching)
    for (const target of targets) {
      const found = file(joinPath(map.folder, target.replaceAll("*", starMatch(pattern, specifier)!)));
      if (found) return found;
    }
  return map.base === undefined ? undefined : file(joinPath(map.base, specifier));
}

function ofPackage(
  packages: ReadonlyMap<string, Manifest>,
  specifier: string,
  file: FileAt,
): string | undefined {
  const parts = specifier.split("/");
  const name = parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
  const manifest = packages.get(name);
  if (!manifest) return undefined;
  const rest = specifier.slice(name.length + 1);
  const targets = fieldTargets(manifest.exports, rest === "" ? "." : `./${rest}`);
  const usual =
    rest === "" ? [...manifest.entries, "src/index", "index", "lib/index"] : [rest, `src/${rest}`];
  return firstFile([...targets, ...usual], manifest, file);
}

/** The first target that is tracked; built files are looked for among their sources. */
function firstFile(targets: readonly string[], manifest: Manifest, file: FileAt): string | undefined {
  for (const target of targets) {
    const found = file(joinPath(manifest.folder, target));
    if (found) return found;
  }
  for (const target of targets) {
    const found = builtFrom(joinPath(manifest.folder, target), manifest, file);
    if (found) return found;
  }
  return undefined;
}

/** Where builds put what they make, each kind perhaps in a folder of its own, which may be one of the sources, too. */
const buildFolders = [
  /^(?:dist|lib|build|out|esm|cjs)(?=\/|$)/,
  /^(?:dist|lib|build|out|esm|cjs)\/(?:esm|cjs|umd|es|es\d+|esnext|commonjs|module|types|node|browser|web|neutral|default)(?=\/|$)/,
];

/** The source of a file that a build makes, which is in no repository: tests often import `../dist/index.js`. */
function builtFrom(path: string, manifest: Manifest | undefined, file: FileAt): string | undefined {
  const folder = manifest?.folder ? `${manifest.folder}/` : "";
  if (!path.startsWith(folder)) return undefined;
  const built = path.slice(folder.length);
  for (const one of buildFolders) {
    const source = built.replace(one, "src");
    const found = source === built ? undefined : file(folder + source.replace(/\.d\.([cm]?)ts$/, ".$1ts"));
    if (found) return found;
  }
  return undefined;
}

/**
 * In a module only what is exported is public; a file that neither imports nor exports is a script, whose names are
 * everybody's. Members are public unless their name begins with `#` (or a modifier says otherwise); those of an
 * object or namespace are as public as it is.
 */
function visibilityIn({ definitions, exports, imports }: Outline): VisibilityRule {
  if (exports.length === 0 && imports.length === 0) return ofMember;
  const names = new Set<string>();
  const unnamed = new Set<Definition | undefined>();
  for (const { name, value, from, definition } of exports) {
    if (definition !== undefined) unnamed.add(definitions[definition]);
    else if (from === undefined) names.add(value ?? name);
  }
  return (definition, owner) => {
    if (unnamed.has(definition)) return "public";
    if (definition.on !== undefined) return ofMember(definition, owner);
    if (owner?.kind === "class") return ofMember(definition, owner);
    if (owner?.kind === "namespace") return /^export\b/.test(definition.signature) ? "public" : "private";
    return names.has((owner ?? definition).name) ? "public" : "private";
  };
}

const ofMember: VisibilityRule = ({ name }) => (name.startsWith("#") ? "private" : "public");
