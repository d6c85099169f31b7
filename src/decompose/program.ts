import { buildGraph } from "../graph/build.ts";
import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { indexFiles } from "../languages/index-files.ts";
import { loadProject } from "../languages/rules.ts";

/** A function or class of a program, or a function inside of a function. */
export interface Module {
  /** `outer.inner` for an inner function. */
  readonly name: string;
  readonly kind: "function" | "inner function";
  /** As it stands, without the indentation that all its lines have. */
  readonly text: string;
}

/** The code graph of one file by itself. */
export async function graphOfFile(path: string, text: string, signal: AbortSignal): Promise<CodeGraph> {
  const { outlines } = await indexFiles([{ path, hash: "", text }], { workers: 0 }, signal);
  return buildGraph(outlines, await loadProject([path], async () => new Map([[path, text]])));
}

/** The code graph of a program of Python. */
export const graphOfProgram = (text: string, signal: AbortSignal): Promise<CodeGraph> =>
  graphOfFile("main.py", text, signal);

/**
 * Cuts the functions and classes out of a program, and inner functions by themselves, as step 3 of a cycle of CodeChain's
 * multi-level form wants them. What reads the input belongs to the program and not to what can be used again.
 */
export async function modulesOf(program: string, signal: AbortSignal): Promise<readonly Module[]> {
  const graph = await graphOfProgram(program, signal);
  const constants = [...program.matchAll(constant)].map(([line, name]) => ({ line, name: name! }));
  return declared(graph)
    .map((node) => moduleOf(node, graph, program))
    .filter(({ text }) => !readsInput.test(text))
    .map((module) => (module.kind === "function" ? withConstants(module, constants) : module));
}

/** A constant of the program, on one line: a function that names it is no use without it. */
const constant = /^([A-Z][A-Z0-9_]*)\b[^=\n]*=[^=\n][^\n]*[^\s,([{\\]$/gm;

function withConstants(
  module: Module,
  constants: readonly { readonly line: string; readonly name: string }[],
): Module {
  const used = constants.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(module.text));
  return { ...module, text: [...used.map(({ line }) => line), module.text].join("\n") };
}

/** A definition of a file with this text. */
export function moduleOf(node: CodeNode, graph: CodeGraph, file: string): Module {
  const lines = file.split("\n").slice(node.startLine - 1, node.endLine);
  const kind = isInner(node, graph) ? "inner function" : "function";
  return { name: node.qualifiedName, kind, text: dedent(lines) };
}

/** Everything that stands by itself: methods are part of their class. */
export const declared = (graph: CodeGraph): readonly CodeNode[] =>
  graph.nodes.filter(({ kind }) => kind === "Function" || kind === "Class");

/** Whether a function stands inside of another function, or of a method. */
export const isInner = ({ kind, owner = "" }: CodeNode, graph: CodeGraph): boolean =>
  kind === "Function" && ["Function", "Method"].includes(graph.node(owner)?.kind ?? "");

const readsInput = /\binput\s*\(|\bstdin\b|\bopen\s*\(\s*0/;

function dedent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^\s*/.exec(line)![0].length);
  const common = Math.min(...indents);
  return lines.map((line) => line.slice(common).trimEnd()).join("\n");
}
