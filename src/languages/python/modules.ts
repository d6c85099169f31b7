/**
 * How Python finds modules: packages are folders, with or without `__init__.py`; an absolute name is looked for
 * beside the file's own top package, beside the file, and at the usual roots.
 */
import type { Outline } from "../../graph/outline.ts";
import type { FamilyRules, ModuleTarget, VisibilityRule } from "../../graph/project.ts";
import { baseName, folderOf } from "../../source/paths.ts";
import { knownBases, libraryTypes } from "./library-types.ts";
import { standardModules } from "./standard-modules.ts";

/** Folders from which absolute names are usually imported. */
const usualRoots = ["", "src", "lib", "python"];

export function createRules(paths: readonly string[]): FamilyRules {
  const files = new Set(paths.filter((path) => path.endsWith(".py") || path.endsWith(".pyi")));
  const folders = new Set<string>();
  for (const path of files)
    for (let folder = folderOf(path); folder !== "" && !folders.has(folder); folder = folderOf(folder))
      folders.add(folder);
  const packageRoots = new Map<string, Set<string>>();
  for (const folder of folders) {
    if (!isPackage(folder, files) || isPackage(folderOf(folder), files)) continue;
    const name = baseName(folder);
    packageRoots.set(name, (packageRoots.get(name) ?? new Set()).add(folderOf(folder)));
  }
  const modules = modulesOf(files);
  const at = (path: string): ModuleTarget | undefined =>
    modules.get(path) ?? (folders.has(path) ? { kind: "folder", path } : undefined);
  /** What a name may begin with that means something in the repository: most mean a package that is installed. */
  const firstNames = new Set([...modules.keys(), ...folders].map((path) => baseName(path)));
  return {
    resolve: (from, specifier) => {
      if (specifier === beside) return besideOf(from, files);
      if (specifier === fixtures) return sharedFixtures(from, files);
      const dots = /^\.*/.exec(specifier)![0].length;
      const parts = specifier.slice(dots).split(".").filter(Boolean);
      if (dots > 0) return relativeModule(from, dots, parts, at);
      if (parts.length === 0 || !firstNames.has(parts[0]!)) return undefined;
      let folder: ModuleTarget | undefined;
      for (const root of rootsFor(from, parts[0]!, files, packageRoots)) {
        const found = at(join(root, ...parts));
        // `import logging` in a file `logging.py` means another one; a package that imports from itself means its modules.
        if (found?.kind === "file") return found.path !== from || isInit(from) ? found : undefined;
        folder ??= found;
      }
      return folder ?? (standardModules.has(parts[0]!) ? undefined : nearby(from, parts, files, at));
    },
    member: (target, name) => {
      if (target.kind === "folder") return at(join(target.path, name));
      return isInit(target.path) ? at(join(folderOf(target.path), name)) : undefined;
    },
    exportsEverything: true,
    classBodyIsScope: true,
    separateTypeNames: false,
    narrows: true,
    enumBases: /(?:^|\.)(?:(?:Int|Str)?(?:Enum|Flag)|(?:Text|Integer)?Choices)$/,
    superMethod: undefined,
    callMethod: "__call__",
    dynamic: {
      ...{ classOf: "__class__", maker: "__new__", unknownMember: "__getattr__", descriptor: "__get__" },
      operator:
        /\.__i?(?:add|sub|mul|matmul|truediv|floordiv|mod|pow|lshift|rshift|and|xor|or|neg|pos|invert)__$/,
    },
    readsProperties: true,
    subclassMembers: {
      emptyBases: /^(?:object|(?:abc\.)?ABC|(?:typing\.)?(?:Generic|Protocol)\b.*)$/,
      unknownMember: "__getattr__",
    },
    beside,
    fixtures,
    libraryTypes: libraryTypes,
    libraryClasses: knownBases,
    makesItself: new Set(
      "model_validate model_validate_json model_validate_strings model_construct parse_obj parse_raw from_orm".split(
        " ",
      ),
    ),
    givesItself: new Set(["model_copy"]),
    tasks: {
      decorator: /^(?:\w+\.)*(?:shared_)?task\b/,
      methods: new Set(
        "delay delay_on_commit apply apply_async apply_async_on_commit s si signature subtask".split(" "),
      ),
    },
    contextManagerDecorator: /(?:^|\.)(?:async)?contextmanager$/,
    elementMethods: {
      index: "__getitem__",
      iterate: "__iter__",
      iterateLater: "__aiter__",
      next: ["__next__", "__anext__"],
    },
    visibility: visibilityIn,
  };
}

/** No module is called so. */
const beside = "<beside>";

/** `http.pyi` of `http.py`, and the other way round. */
function besideOf(path: string, files: ReadonlySet<string>): ModuleTarget | undefined {
  const other = path.endsWith("i") ? path.slice(0, -1) : `${path}i`;
  return files.has(other) ? { kind: "file", path: other } : undefined;
}

/** The same. */
const fixtures = "<conftest>";

/** The nearest `conftest.py` around a file; of one the next. */
function sharedFixtures(from: string, files: ReadonlySet<string>): ModuleTarget | undefined {
  for (let folder = folderOf(from), isLast = false; !isLast; folder = folderOf(folder)) {
    const path = join(folder, "conftest.py");
    if (path !== from && files.has(path)) return { kind: "file", path };
    isLast = folder === "";
  }
  return undefined;
}

const isInit = (path: string): boolean => /(?:^|\/)__init__\.pyi?$/.test(path);

/**
 * By convention (PEP 8): `_name` is internal, in a class for its subclasses; `__name` is mangled. `__all__` has the
 * last word on what stands at the top.
 */
function visibilityIn({ exports }: Outline): VisibilityRule {
  const all = new Set(exports.map(({ name }) => name));
  return ({ name, scope }, owner) => {
    if (scope === 0 && all.size > 0) return all.has(name) ? "public" : "internal";
    if (!name.startsWith("_") || /^__.*__$/.test(name)) return "public";
    if (owner === undefined) return "internal";
    return name.startsWith("__") ? "private" : "protected";
  };
}

function relativeModule(
  from: string,
  dots: number,
  parts: readonly string[],
  at: (path: string) => ModuleTarget | undefined,
): ModuleTarget | undefined {
  let folder = folderOf(from);
  for (let level = 1; level < dots; level++) {
    if (folder === "") return undefined;
    folder = folderOf(folder);
  }
  return at(join(folder, ...parts));
}

/** Roots to try, nearest first. A package of that name elsewhere in the repository counts where it is the only one. */
function rootsFor(
  from: string,
  first: string,
  files: ReadonlySet<string>,
  packageRoots: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] {
  let top = folderOf(from);
  const roots: string[] = [];
  if (!isPackage(top, files)) roots.push(top);
  else {
    while (top !== "" && isPackage(top, files)) top = folderOf(top);
    roots.push(top);
  }
  const elsewhere = packageRoots.get(first);
  return [...new Set([...roots, ...usualRoots, ...(elsewhere?.size === 1 ? elsewhere : [])])];
}

/** Folders of what is run where it stands, or by a tool that imports from there. */
const runInPlace =
  /(?:^|\/)(?:tests?|testing|features|steps|examples?|samples?|demos?|scripts?|tools?|bench(?:marks?)?)(?:\/|$)/;

/**
 * What stands where a file is run: in its own folder or one above it that is no package. A package's own modules are
 * imported by its name, so that `import redis` beside `redis.py` means what is installed; but for tests and examples.
 * pytest imports from the folder of `conftest.py`: there a folder of any name will do.
 */
function nearby(
  from: string,
  parts: readonly string[],
  files: ReadonlySet<string>,
  at: (path: string) => ModuleTarget | undefined,
): ModuleTarget | undefined {
  const own = folderOf(from);
  for (let root = own; root !== ""; root = folderOf(root)) {
    if (isPackage(root, files) && !(root === own && runInPlace.test(own))) continue;
    const found = at(join(root, ...parts));
    if (!found || found.path === from) continue;
    if (found.kind === "file" || files.has(`${root}/conftest.py`)) return found;
  }
  return undefined;
}

/** By path without its ending; of a package its folder. Of several the first in this order counts. */
function modulesOf(files: ReadonlySet<string>): ReadonlyMap<string, ModuleTarget> {
  const modules = new Map<string, ModuleTarget>();
  for (const ending of ["/__init__.py", ".py", "/__init__.pyi", ".pyi"])
    for (const path of files) {
      if (!`/${path}`.endsWith(ending)) continue;
      const name = path.slice(0, Math.max(0, path.length - ending.length));
      if (!modules.has(name)) modules.set(name, { kind: "file", path });
    }
  return modules;
}

const isPackage = (folder: string, files: ReadonlySet<string>): boolean =>
  folder !== "" && (files.has(`${folder}/__init__.py`) || files.has(`${folder}/__init__.pyi`));

const join = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join("/");
