/** Resolution of exported names, through any number of re-exports. */

import { type Entity, exactly, type Found, inferred, union } from "../entities.ts";
import { meeting, usual } from "../files/conditions.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { valueOr } from "../members/defined.ts";
import type { Memory, Store } from "../memory/memory.ts";
import type { ExportFact } from "../outline.ts";
import type { SeenTarget } from "../project.ts";
import { fromSeveral } from "./global-usings.ts";
import { declaredAtTop, nameInScope } from "./names.ts";
import { hasNoPath, moduleIn } from "./paths.ts";

/** Memoised; a name that is only re-exported in a cycle does not exist. */
export function createExported(linker: Linker, memory: Memory): Linker["exported"] {
  const forAll = new Map<string, Store<string, Found | undefined>>();
  const forOthers = new Map<string, Store<string, Found | undefined>>();
  return (target, language, name, isForOthers = false) => {
    const answers = isForOthers ? forOthers : forAll;
    const key = target.condition === undefined ? target.path : `${target.path}\n${target.condition}`;
    let ofTarget = answers.get(key);
    if (!ofTarget) {
      ofTarget = memory.store<string, Found | undefined>(() => undefined);
      answers.set(key, ofTarget);
    }
    return ofTarget(name, () => find(linker, target, language, name, isForOthers));
  };
}

function find(
  linker: Linker,
  target: SeenTarget,
  language: string,
  name: string,
  isForOthers: boolean,
): Found | undefined {
  if (target.kind === "package") return packaged(linker, target, language, name);
  const file = linker.tables.fileAt(target.path);
  const rules = file?.rules ?? linker.tables.rules.get(language);
  const own =
    target.kind === "file" && file
      ? rules?.exportsEverything
        ? nameInScope(linker, file, 0, name, undefined, isForOthers)
        : exportNamed(linker, file, name)
      : undefined;
  // In a package `from . import part as part` asks the package for its own name, which says nothing.
  const isFound = own !== undefined && own.entities.length > 0;
  if (isFound && !(rules?.pathHead && hasNoPath(linker, own))) return own;
  const inner = moduleIn(linker, { target, language }, name);
  if (inner) return isFound ? union([own, inner]) : inner;
  return (file && target.kind === "file" ? besideNamed(linker, file, name) : undefined) ?? own;
}

/** What the stub beside a module declares that the module itself does not say: it may get it while it runs. */
function besideNamed(linker: Linker, file: FileTable, name: string): Found | undefined {
  const other = file.rules?.beside === undefined ? undefined : linker.tables.resolve(file, file.rules.beside);
  return other && linker.exported(other, file.outline.language, name);
}

function packaged(linker: Linker, target: SeenTarget, language: string, name: string): Found | undefined {
  const several = fromSeveral(linker, target.path, language, name);
  if (several) return several;
  const saying = linker.tables.filesDeclaring(target.path, name).flatMap((file) => {
    const one = declaredAtTop(linker, file, name);
    return one ? [{ file, one }] : [];
  });
  const met = meeting(target.condition, saying, ({ file }) => file);
  const found = usual(withoutStandIns(linker, met), ({ file }) => file);
  if (found.length > 0) {
    const all = union(
      firstParts(
        linker,
        found.map(({ one }) => one),
      ),
    );
    return found === met ? all : inferred(all);
  }
  const outer = linker.tables.rules.get(language)?.outer?.(target);
  const holder = outer && linker.exported(outer.target, language, outer.name);
  if (!holder) return undefined;
  const members = holder.entities
    .map((entity) => linker.member(entity, name))
    .filter(({ entities }) => entities.length > 0);
  return members.length === 0 ? undefined : union(members);
}

/** The same list where nothing is left out. */
function withoutStandIns(linker: Linker, all: readonly Exporter[]): readonly Exporter[] {
  if (all.length < 2 || !all[0]!.file.rules?.standIns) return all;
  const isStandIn = ({ one: { entities } }: Exporter): boolean =>
    entities.every((entity) => entity.kind === "definition" && linker.tables.definition(entity.id).bodiless);
  const found = all.filter((one) => !isStandIn(one));
  return found.length > 0 && found.length < all.length ? found : all;
}

interface Exporter {
  readonly file: FileTable;
  readonly one: Found;
}

/** Of a class in several parts the first stands for all. */
function firstParts(linker: Linker, found: readonly Found[]): readonly Found[] {
  const parts = new Set<number>();
  const isFirst = (one: Entity): boolean => {
    if (one.kind !== "definition") return true;
    if (parts.has(one.id)) return false;
    for (const part of linker.tables.partsOf(one.id)) parts.add(part);
    return true;
  };
  return found.map((one) => {
    const entities = one.entities.filter(isFirst);
    return entities.length === one.entities.length ? one : { ...one, entities };
  });
}

function exportNamed(linker: Linker, file: FileTable, name: string): Found | undefined {
  const facts = file.exports.get(name) ?? [];
  const found = facts.map((fact) => valueOfExport(linker, file, fact)).filter((one) => one !== undefined);
  if (found.length > 0) return union(found);
  if (name === "default" || name === "=") return undefined;
  for (const fact of file.exports.get("*") ?? []) {
    if (fact.from === undefined) continue;
    const target = linker.tables.resolve(file, fact.from);
    const passed = target && linker.exported(target, file.outline.language, name);
    if (passed) return passed;
  }
  return undefined;
}

function valueOfExport(linker: Linker, file: FileTable, fact: ExportFact): Found | undefined {
  const { language } = file.outline;
  if (fact.from !== undefined) {
    const target = linker.tables.resolve(file, fact.from);
    if (!target) return exactly({ kind: "external" });
    if (fact.imported === "*") return exactly({ kind: "module", target, language });
    return linker.exported(target, language, fact.imported!);
  }
  if (fact.definition !== undefined) return valueOr(linker, file.base + fact.definition);
  return fact.value === undefined ? undefined : linker.chain(file, 0, fact.value);
}
