import { tooLarge } from "../limits.ts";
import { loadGrammar, type Node, type Tree, withTreeIfAny } from "../parsing/parser.ts";
import { languageOf } from "../registry.ts";

/** A package that a file imports, under the name by which it is used there. */
export interface UsedImport {
  readonly name: string;
  readonly from: string;
  /** 1-based. */
  readonly line: number;
  readonly used: boolean;
}

/**
 * The imports of a file of Go, which does not compile with one that is not used. Undefined for other languages, and
 * where the file does not parse. A package may have another name than its path ends in: then it seems not to be used.
 */
export async function usedImports(path: string, text: string): Promise<readonly UsedImport[] | undefined> {
  if (languageOf(path) !== "go" || tooLarge(text) !== undefined) return undefined;
  return withTreeIfAny(await loadGrammar("go"), text, importsOf);
}

function importsOf({ rootNode: root }: Tree): readonly UsedImport[] | undefined {
  if (root.hasError) return undefined;
  const imports = root.descendantsOfType("import_spec").flatMap((spec) => named(spec));
  if (imports.length === 0) return [];
  const used = new Set(
    root.namedChildren
      .filter(({ type }) => type !== "import_declaration")
      .flatMap((part) => part.descendantsOfType(["identifier", "package_identifier"]))
      .map(({ text }) => text),
  );
  return imports.map((one) => ({ ...one, used: used.has(one.name) }));
}

/** Without those that have no name of their own: `_`, `.` and C's. */
function named(spec: Node): readonly Omit<UsedImport, "used">[] {
  const from = spec.childForFieldName("path")?.text.slice(1, -1) ?? "";
  const given = spec.childForFieldName("name")?.text;
  const name =
    given ??
    from
      .replace(/\/v\d+$/, "")
      .split("/")
      .at(-1)!;
  if (from === "C" || !/^[A-Za-z]\w*$/.test(name)) return [];
  return [{ name, from, line: spec.startPosition.row + 1 }];
}
