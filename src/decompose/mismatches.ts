import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { declared, graphOfProgram, isInner } from "./program.ts";

/**
 * Where the functions that were declared first and those of the program differ, a sentence each. The study of the
 * multi-level form names this as a cause of its failures; here both are parsed and compared, so that it can go back.
 */
export async function mismatches(
  declarations: string,
  program: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const [said, done] = [await graphOfProgram(declarations, signal), await graphOfProgram(program, signal)];
  const implemented = new Map(declared(done).map((node) => [node.qualifiedName, node]));
  const names = new Set(declared(said).map(({ qualifiedName }) => qualifiedName));
  const missing = declared(said).flatMap((node) => {
    const same = implemented.get(node.qualifiedName);
    return same ? differences(node, same) : [absent(node, done)];
  });
  // One function more does no harm; beside one that is missing it is often the same by another name.
  const undeclared = declared(done)
    .filter((node) => missing.length > 0 && !names.has(node.qualifiedName) && node.name !== "main")
    .map(({ qualifiedName }) => `\`${qualifiedName}\` is in the program and was not declared.`);
  const unused = declared(done)
    .filter(({ name }) => program.split(new RegExp(`\\b${name}\\b`)).length === 2)
    .map(({ qualifiedName }) => `\`${qualifiedName}\` is never used.`);
  return [...missing, ...undeclared, ...unused];
}

function absent({ name, qualifiedName }: CodeNode, done: CodeGraph): string {
  const elsewhere = declared(done).find((node) => node.name === name);
  if (!elsewhere) return `\`${qualifiedName}\` was declared and is not in the program.`;
  const place = isInner(elsewhere, done)
    ? `inside of another function (\`${elsewhere.qualifiedName}\`)`
    : "at the top";
  return `\`${qualifiedName}\` was declared and stands ${place}.`;
}

function differences(said: CodeNode, done: CodeNode): readonly string[] {
  const [wanted, given] = [parametersOf(said.signature), parametersOf(done.signature)];
  const more = given.slice(wanted.length).every((name) => hasDefault(done.signature, name));
  if (more && wanted.join() === given.slice(0, wanted.length).join()) return [];
  return [
    `\`${said.qualifiedName}\` was declared with (${wanted.join(", ")}) and takes (${given.join(", ")}).`,
  ];
}

/** Who calls a function as it was declared need not know of such a parameter. */
const hasDefault = (signature: string, name: string): boolean =>
  name.startsWith("*") || new RegExp(`\\b${name}\\b\\s*(?::[^=]*)?=`).test(signature);

/** Names of the parameters, of a signature of Python. */
export function parametersOf(signature: string): readonly string[] {
  const start = signature.indexOf("(") + 1;
  const names: string[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; start > 0 && at < signature.length; at++) {
    const character = signature[at]!;
    if ("([{".includes(character)) depth += 1;
    const ends = character === ")" && depth === 0;
    if (")]}".includes(character)) depth -= 1;
    if (!ends && !(character === "," && depth === 0)) continue;
    const name = /^\s*(\**\w+)/.exec(signature.slice(from, at))?.[1];
    if (name !== undefined && name !== "self" && name !== "cls") names.push(name);
    from = at + 1;
    if (ends) break;
  }
  return names;
}
