import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { lineTexts } from "../source/lines.ts";
import type { ReadSource } from "./documents.ts";

/** What one module makes known: read from its text once, for a package's front is asked for every name. */
export interface ModuleNames {
  readonly lines: readonly string[];
  /** Names of the definitions that the graph has in this file. */
  readonly defined: ReadonlySet<string>;
  /** 1-based line of the first declaration of each name: `LIMIT = 3`, `export const hex: RegExp = ...`. */
  readonly declared: ReadonlyMap<string, number>;
  /** The import statements that may bring a name, in the order of the graph's edges. */
  importsOf(name: string): readonly ImportStatement[];
}

export interface ImportStatement {
  readonly names: ReadonlySet<string>;
  /** True where it passes every name on: `export * from`, `from x import *`. */
  readonly everything: boolean;
  /** The modules that it leads to. */
  readonly targets: readonly CodeNode[];
}

/** Lines of one import statement, and characters of a line that may declare a name. */
const limits = { statement: 40, declaration: 2_000 };
const declaration = /^(?:\w+[ \t]+){0,4}([A-Za-z_$][\w$]*)[ \t]*(?::[^=]*)?=(?!=)/;

/** The modules of a graph that were read already. A graph stands for one state of the source, so they stay true. */
const known = new WeakMap<CodeGraph, Map<string, ModuleNames>>();

/** Reads what is not known yet of these modules, and answers all that are known of the graph. */
export async function readModules(
  paths: Iterable<string>,
  graph: CodeGraph,
  readSource: ReadSource,
): Promise<ReadonlyMap<string, ModuleNames>> {
  const modules = known.get(graph) ?? new Map<string, ModuleNames>();
  known.set(graph, modules);
  const wanted = [...new Set(paths)].filter((path) => !modules.has(path));
  const texts = wanted.length === 0 ? new Map<string, string>() : await readSource(wanted);
  for (const path of wanted) modules.set(path, namesOf(path, texts.get(path) ?? "", graph));
  return modules;
}

function namesOf(path: string, text: string, graph: CodeGraph): ModuleNames {
  const lines = lineTexts(text);
  const defined = graph.inFile(path).flatMap(({ kind, name }) => (kind === "Module" ? [] : name));
  const importsOf = finder(statements(path, lines, graph));
  return { lines, defined: new Set(defined), declared: declarations(lines), importsOf };
}

function declarations(lines: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    const name = line.length <= limits.declaration ? declaration.exec(line)?.[1] : undefined;
    if (name !== undefined && !found.has(name)) found.set(name, at + 1);
  }
  return found;
}

function statements(path: string, lines: readonly string[], graph: CodeGraph): readonly ImportStatement[] {
  const found: (ImportStatement & { readonly line: number; readonly targets: CodeNode[] })[] = [];
  for (const { to, line } of graph.outgoing(path, "Import")) {
    const target = graph.node(to);
    const last = found.at(-1);
    if (!target) continue;
    if (last?.line === line) {
      last.targets.push(target);
      continue;
    }
    const text = statementAt(lines, line);
    const names = new Set(text.match(/[A-Za-z_$][\w$]*/g));
    found.push({ line, names, everything: /\*(?!\s*as\b)/.test(text), targets: [target] });
  }
  return found;
}

/** A statement goes on while its bracket is open. */
function statementAt(lines: readonly string[], line: number): string {
  let text = lines[line - 1] ?? "";
  for (let next = line; next < line + limits.statement && isOpen(text); next++)
    text += `\n${lines[next] ?? ""}`;
  return text;
}

function isOpen(text: string): boolean {
  const last = (...signs: readonly string[]): number =>
    Math.max(...signs.map((sign) => text.lastIndexOf(sign)));
  return last("(", "{") > last(")", "}");
}

function finder(statements: readonly ImportStatement[]): ModuleNames["importsOf"] {
  const naming = new Map<string, ImportStatement[]>();
  for (const statement of statements)
    for (const name of statement.names) {
      const same = naming.get(name);
      if (same) same.push(statement);
      else naming.set(name, [statement]);
    }
  const passing = statements.filter(({ everything }) => everything);
  if (passing.length === 0) return (name) => naming.get(name) ?? [];
  const position = new Map(statements.map((statement, at) => [statement, at]));
  return (name) =>
    [...new Set([...(naming.get(name) ?? []), ...passing])].sort(
      (a, b) => position.get(a)! - position.get(b)!,
    );
}
