import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { splitLines } from "../source/lines.ts";
import type { ReadSource } from "./documents.ts";

/** A constant that a definition reads from another module: `regexes.hostname`. It is no definition of the graph. */
export interface UsedConstant {
  readonly user: CodeNode;
  readonly module: CodeNode;
  readonly name: string;
  /** 1-based line of its declaration. */
  readonly line: number;
}

/** Names looked up for one definition, modules that pass a name on, lines of one import statement, constants in all. */
const limits = { chains: 80, hops: 3, statement: 40, constants: 24 };
const chain = /(?<![\w$.])[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*/g;

/**
 * Follows the names in the bodies of definitions through their file's imports, and on through modules that pass them
 * on, to module-level declarations. The graph says which modules, the source which names; nothing is guessed.
 */
export async function usedConstants(
  users: readonly CodeNode[],
  graph: CodeGraph,
  readSource: ReadSource,
): Promise<readonly UsedConstant[]> {
  const linesOf = createLines(readSource);
  await linesOf.load(users.map((user) => user.path));
  const found = new Map<string, UsedConstant>();
  for (const user of users) {
    const body = (await linesOf.of(user.path)).slice(user.startLine - 1, user.endLine).join("\n");
    const chains = new Set([...body.matchAll(chain)].slice(0, limits.chains).map(([text]) => text));
    const imports = await importsOf(user.path, graph, linesOf);
    for (const written of chains) {
      const [head, ...rest] = written.split(".") as [string, ...string[]];
      const place = await through(imports, head, rest, graph, linesOf, limits.hops);
      const key = place && `${place.module.path}:${place.line}`;
      if (key && place.module.path !== user.path && !found.has(key)) found.set(key, { ...place, user });
      if (found.size >= limits.constants) return [...found.values()];
    }
  }
  return [...found.values()];
}

interface Lines {
  load(paths: readonly string[]): Promise<void>;
  of(path: string): Promise<readonly string[]>;
}

function createLines(readSource: ReadSource): Lines {
  const known = new Map<string, readonly string[]>();
  const load = async (paths: readonly string[]): Promise<void> => {
    const wanted = [...new Set(paths)].filter((path) => !known.has(path));
    if (wanted.length === 0) return;
    const texts = await readSource(wanted);
    for (const path of wanted)
      known.set(
        path,
        splitLines(texts.get(path) ?? "").map((line) => line.text),
      );
  };
  return {
    load,
    of: async (path) => {
      await load([path]);
      return known.get(path)!;
    },
  };
}

/** One import statement: the names written in it, and the module it leads to. */
interface Import {
  readonly names: ReadonlySet<string>;
  /** True where it passes every name on: `export * from`, `from x import *`. */
  readonly everything: boolean;
  readonly target: CodeNode;
}

async function importsOf(path: string, graph: CodeGraph, linesOf: Lines): Promise<readonly Import[]> {
  const edges = graph.outgoing(path, "Import");
  if (edges.length === 0) return [];
  const lines = await linesOf.of(path);
  return edges.flatMap(({ to, line }) => {
    const target = graph.node(to);
    const statement = statementAt(lines, line);
    const everything = /\*(?!\s*as\b)/.test(statement);
    return target ? [{ names: new Set(statement.match(/[A-Za-z_$][\w$]*/g)), everything, target }] : [];
  });
}

/** A statement goes on while its bracket is open. */
function statementAt(lines: readonly string[], line: number): string {
  let text = lines[line - 1] ?? "";
  for (let next = line; next < line + limits.statement && /[({][^)}]*$/.test(text); next++)
    text += `\n${lines[next] ?? ""}`;
  return text;
}

type Found = Omit<UsedConstant, "user"> | undefined;

/** `core.regexes.hostname` by `import * as core`; `hostname` by `import { hostname }`. */
async function through(
  imports: readonly Import[],
  head: string,
  rest: readonly string[],
  graph: CodeGraph,
  linesOf: Lines,
  hops: number,
): Promise<Found> {
  for (const { names, everything, target } of imports) {
    const named = names.has(head);
    const [next, ...further] = rest;
    const found =
      (named && next !== undefined && (await within(target, next, further, graph, linesOf, hops))) ||
      ((named || everything) && (await within(target, head, rest, graph, linesOf, hops)));
    if (found) return found;
  }
  return undefined;
}

/** The declaration of a name in a module, or in one that the module takes it from. */
async function within(
  module: CodeNode,
  name: string,
  rest: readonly string[],
  graph: CodeGraph,
  linesOf: Lines,
  hops: number,
): Promise<Found> {
  // Calls of definitions are edges of the graph; only what has none is looked for here.
  const defined = graph.inFile(module.path).some((node) => node.kind !== "Module" && node.name === name);
  if (defined || hops === 0) return undefined;
  const lines = await linesOf.of(module.path);
  const declared = new RegExp(`^(?:\\w+[ \\t]+){0,4}${name.replaceAll("$", "\\$")}[ \\t]*(?::[^=]*)?=(?!=)`);
  const at = lines.findIndex((line) => line.includes(name) && line.length <= 2_000 && declared.test(line));
  if (at >= 0) return { module, name, line: at + 1 };
  return through(await importsOf(module.path, graph, linesOf), name, rest, graph, linesOf, hops - 1);
}
