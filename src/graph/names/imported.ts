/** Resolution of imports. */
import { exactly, external, type Found, union, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import type { ImportFact } from "../outline.ts";
import { fromAmbient } from "./ambient.ts";
import { followImport } from "./paths.ts";

/** What an imported name is. Not in the repository: known to be outside. */
export function imported(linker: Linker, file: FileTable, fact: ImportFact, mark = ""): Found {
  const { language } = file.outline;
  if (file.rules?.pathHead) return followImport(linker, file, fact);
  const target = linker.tables.resolve(file, fact.from);
  if (!target && file.rules?.separateDeclarations && fact.kind === "name")
    return linker.shared(file, fact.from.replaceAll("::", "."), fact.name!) ?? external;
  if (!target) return fromAmbient(linker, file, fact) ?? external;
  const whole = exactly({ kind: "module", target, language });
  const exported = (name: string) => linker.exported(target, language, name);
  // A package may say what it gives in one file, by names of modules: `declare module "kit/vite"`.
  if (fact.kind === "name")
    return exported(fact.name! + mark) ?? fromAmbient(linker, file, fact) ?? unresolved;
  // `use Foo;` may mean a class without a namespace as well as a namespace (PHP).
  const outer = fact.kind === "module" ? file.rules?.outer?.(target) : undefined;
  const member = outer && linker.exported(outer.target, language, outer.name);
  if (member && member.entities.length > 0) return member;
  // What `module.exports = ...` names is what `require` gives, and what a default import of such a module gives.
  const equals = exported("=");
  if (fact.kind === "default") return exported("default") ?? equals ?? whole;
  // What an object that is written out there says by name the module says, too, and for certain.
  const others =
    equals?.entities.filter((one) => one.kind !== "record" || one.scope > 0 || one.type.includes("...")) ??
    [];
  return equals && others.length > 0 ? union([{ ...equals, entities: others }, whole]) : whole;
}
