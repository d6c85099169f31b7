/** Types that Python says in comments (PEP 484): `# type: (Foo) -> Bar` below the head of a function, `all = []  # type: List[Foo]`. */
import { splitTop } from "../../graph/notation/brackets.ts";
import { fieldOf, isExtra, type Node, namedChildAt, namedChildrenOf } from "../parsing/syntax-node.ts";
import type { DocTypes } from "./doc-types.ts";

/** Behind the parameters, on the line of the head or below it. */
const ofFunction =
  /\s*:(?:[ \t]*#(?![ \t]*type:).*\n)?\s*#[ \t]*type:[ \t]*\((.{0,1000})\)[ \t]*->([^#\n]{1,300})/y;
/** Behind a parameter or a statement, on its line. */
const ofOne = /[ \t]*(?:,[ \t]*)?#[ \t]*type:(?![ \t]*ignore\b)[ \t]*([^#\n]{1,300})/y;

/** What the comments of a function say, of all at once or beside each parameter. */
export function signatureComment(text: string, taker: Node): DocTypes | undefined {
  const list = fieldOf(taker, "parameters");
  if (!list) return undefined;
  const [, given, returns] = matchAt(ofFunction, text, list.endIndex) ?? [];
  const commented = text.slice(list.startIndex, list.endIndex).includes("type:");
  if (given === undefined && !commented) return undefined;
  const all = namedChildrenOf(list).filter((part) => !isExtra(part) && !/_separator$/.test(part.type));
  const types = (given ?? "").trim() === "..." ? [] : splitTop(given ?? "", ",");
  // What a method is called on is left out.
  const left = Math.max(0, all.length - types.length);
  const variables = all.flatMap((part, place): [string, string][] => {
    const type = commented ? typeComment(text, part) : undefined;
    const [, stars = "", plain = ""] = /^(\*{0,2})\s*(.*)$/.exec(type ?? types[place - left] ?? "")!;
    const name = nameOf(text, part);
    if (plain === "" || name === undefined) return [];
    return [[name, stars !== "" || /splat/.test(part.type) ? `${plain}[]` : plain]];
  });
  return { returns: returns?.trim(), value: undefined, variables, members: [] };
}

/** What the comment behind a parameter or a statement says, where there is one. */
export const typeComment = (text: string, { endIndex }: Node): string | undefined =>
  matchAt(ofOne, text, endIndex)?.[1]?.trim();

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Of `foo`, `foo=1`, `*foo`. */
function nameOf(text: string, parameter: Node): string | undefined {
  const name =
    parameter.type === "identifier" ? parameter : (fieldOf(parameter, "name") ?? namedChildAt(parameter, 0));
  return name?.type === "identifier" ? text.slice(name.startIndex, name.endIndex) : undefined;
}
