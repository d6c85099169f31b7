/**
 * Control-flow narrowing: the regions of the text in which a type guard holds for a name, or does not,
 * `if (isFoo(x)) { here }`, `isFoo(x) && here`, `if (!(x instanceof Foo)) return; here` (TypeScript, JavaScript, Python).
 */
import { narrowedAway, narrowedTo, packed } from "../../graph/notation/chain-steps.ts";
import { boundChains } from "../chains/bound-values.ts";
import { fieldOf, type Node, namedChildAt, parentOf } from "../parsing/syntax-node.ts";
import { type Captures, capture, isCaptured } from "./facts.ts";
import { type Draft, textOf } from "./outline-draft.ts";

/** How deep nested conditions are followed. */
const maxDepth = 16;
/** The latest are kept for each name. */
const maxRegions = 32;

/** Records where a type guard holds. An assignment to the name ends its regions. */
export function noteGuard(draft: Draft, captures: Captures, name: Node, text: string): void {
  const known = draft.guarded.get(text) ?? [];
  const isGuard = isCaptured(captures, "guard") || isCaptured(captures, "narrow");
  if (!isGuard) for (const one of known) one.end = Math.min(one.end, name.startIndex);
  if (!isGuard || !/^(?:javascript|python)$/.test(draft.language.family)) return;
  const type = capture(captures, "narrow");
  const isOneOf = isCaptured(captures, "member") || (type && parentOf(type)?.type === "tuple");
  const [chain, other] = isOneOf ? [] : boundChains(draft, captures);
  if (chain === undefined || other !== undefined) return;
  const regions = regionsOf(draft, name).map(({ start, end, isSo }) => {
    const mark = isSo ? narrowedTo : narrowedAway;
    return { start, end, chain: `${text}[${mark}${packed(chain)}]` };
  });
  if (regions.length > 0) draft.guarded.set(text, [...known, ...regions].slice(-maxRegions));
}

interface Region {
  readonly start: number;
  readonly end: number;
  /** Whether the guard holds there, or fails. */
  readonly isSo: boolean;
}

/** Whether the guard holds (`isSo`) where the condition around it so far evaluates to `where`. */
interface Outcome {
  readonly isSo: boolean;
  readonly where: boolean;
}

/** Walks up from the guard through its condition to the statement that the condition controls. */
function regionsOf(draft: Draft, name: Node): readonly Region[] {
  const regions: Region[] = [];
  let at = parentOf(name);
  if (at && /^argument(?:s|_list)$/.test(at.type)) at = parentOf(at);
  let answers: readonly Outcome[] = [
    { isSo: true, where: true },
    { isSo: false, where: false },
  ];
  const note = (start: number, end: number | undefined, where: boolean): void => {
    for (const one of answers)
      if (one.where === where && end !== undefined) regions.push({ start, end, isSo: one.isSo });
  };
  for (let depth = 0; at && depth < maxDepth; depth++) {
    const around: Node | undefined = parentOf(at);
    if (!around) return regions;
    const { endIndex: end } = around;
    const rest = parentOf(around)?.endIndex;
    switch (around.type) {
      case "parenthesized_expression":
        break;
      case "unary_expression":
      case "not_operator":
        if (!/^(?:!|not\b)/.test(textOf(draft, around))) return regions;
        answers = answers.map(({ isSo, where }) => ({ isSo, where: !where }));
        break;
      case "binary_expression":
      case "boolean_operator": {
        const operator = fieldOf(around, "operator")?.type ?? "";
        if (!/^(?:&&|\|\||and|or)$/.test(operator)) return regions;
        const isBoth = operator === "&&" || operator === "and";
        if (fieldOf(around, "left")?.id === at.id) note(at.endIndex, end, isBoth);
        answers = answers.filter(({ where }) => where === isBoth);
        break;
      }
      case "if_statement":
      case "elif_clause":
      case "ternary_expression": {
        const then = fieldOf(around, "consequence");
        if (!then || fieldOf(around, "condition")?.id !== at.id) return regions;
        note(then.startIndex, then.endIndex, true);
        note(then.endIndex, around.type === "elif_clause" ? rest : end, false);
        if (around.type === "if_statement" && !fieldOf(around, "alternative") && leaves(then))
          note(end, rest, false);
        return regions;
      }
      case "while_statement":
        note(at.endIndex, end, true);
        return regions;
      case "expression_statement":
        answers = answers.filter(({ isSo }) => isSo);
        note(end, rest, true);
        return regions;
      case "assert_statement":
        note(end, rest, true);
        return regions;
      case "arguments": {
        const call = parentOf(around)!;
        if (!asserting.test(textOf(draft, call)) || namedChildAt(around, 0)?.id !== at.id) return regions;
        note(call.endIndex, parentOf(parentOf(call) ?? call)?.endIndex, true);
        return regions;
      }
      default:
        return regions;
    }
    at = around;
  }
  return regions;
}

/** Assertion functions, which do not return where their argument is false. */
const asserting = /^(?:[\w$]+\.)?(?:assert|invariant)\(/;

/** Whether control leaves at the end of a branch, so that what follows is reached through the other one only. */
const leaves = (then: Node): boolean =>
  leaving.test((/block$/.test(then.type) ? namedChildAt(then, -1) : then)?.type ?? "");

const leaving = /^(?:return|throw|raise|continue|break)_statement$/;
