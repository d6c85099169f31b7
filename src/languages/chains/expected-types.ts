/**
 * Contextual typing: the type of a name without an annotation, from its position (TypeScript). `handle({ on: (event)
 * => ... })` gives that of `event`, `({ size }: Props) => ...` that of `size`.
 */
import {
  firstArgumentMark,
  packedText,
  typeArgumentsMark,
  unknownArguments,
} from "../../graph/notation/chain-steps.ts";
import { anyElement, type Chain } from "../../graph/outline.ts";
import { chainIn, type Draft, partsOf, textOf, withoutCall } from "../outlines/outline-draft.ts";
import { fieldOf, type Node, namedChildAt, parentOf } from "../parsing/syntax-node.ts";
import { callContent } from "./call-type-arguments.ts";
import { madeAround, memberAround, typeOfMember } from "./csharp-members.ts";
import { elementIndex, isOfSameValue } from "./destructuring.ts";
import { nameIn, typeDeclared, typesWritten } from "./explicit-types.ts";
import {
  type Expected,
  maxParts,
  memberOfType,
  parameterOfType,
  unknown,
  type Wanted,
} from "./inline-types.ts";
import { elementTaken } from "./library-calls.ts";
import { matchedChain, matchers } from "./pattern-variables.ts";
import { typeOfCast } from "./special-forms.ts";

/** Limit of nesting. */
const maxDepth = 16;

const isPlain = (name: string): boolean => /^[\w$]+$/.test(name);

/** @param name A parameter, or a name in a destructuring pattern. */
export function expectedOf(draft: Draft, name: Node): Expected {
  const matcher = parentOf(name);
  if (matcher && matchers.has(matcher.type)) {
    const value = matchedChain(draft, matcher, (call) => calleeOf(draft, call));
    return value === undefined ? unknown : { value };
  }
  let tail = "";
  for (let at = name, depth = 0; depth < maxDepth; depth++) {
    const around = parentOf(at);
    switch (around?.type) {
      case "object_pattern":
        // `{ a: b }` has its name from the pair.
        if (at.type !== "pair_pattern" && at.type !== "rest_pattern") tail = `.${leftOf(draft, at)}${tail}`;
        break;
      case "pair_pattern":
        tail = `.${textOf(draft, fieldOf(around, "key") ?? at)}${tail}`;
        break;
      case "array_pattern":
      case "tuple_pattern":
        tail = `[#${elementIndex(at)}]${tail}`;
        break;
      case "variable_declarator": {
        const type = typeDeclared(around);
        return type ? memberOfType(draft, type, tail) : ofValue(draft, fieldOf(around, "value"), tail);
      }
      case "for_in_statement":
        return fieldOf(around, "operator")?.type === "of"
          ? ofValue(draft, fieldOf(around, "right"), `[*]${tail}`)
          : unknown;
      case "required_parameter":
      case "optional_parameter":
        return /^(?:\.[\w$]+|\[#\d+\])*$/.test(tail) ? ofParameter(draft, around, tail) : unknown;
      case "arrow_function":
        return fieldOf(around, "parameter")?.id === at.id ? ofPlace(draft, around, 0, tail) : unknown;
      case "lambda_expression":
        return fieldOf(around, "parameters")?.id === at.id ? ofPlace(draft, around, 0, tail) : unknown;
      case "parameter": {
        const list = parentOf(around);
        const lambda = list && parentOf(list);
        const place = lambda?.type === "lambda_expression" ? placeIn(list!, around) : undefined;
        return place === undefined ? unknown : ofPlace(draft, lambda!, place, tail);
      }
      case "closure_parameters":
      case "inferred_parameters": {
        // By the commas: a `_` of Rust is no part with a name.
        const lambda = parentOf(around);
        return lambda ? ofPlace(draft, lambda, elementIndex(at), tail) : unknown;
      }
      default:
        if (!around || !isOfSameValue(around)) return unknown;
    }
    at = around;
  }
  return unknown;
}

/** The argument for a callback's parameter, by the callback's position; also for a function passed by name: `this::run`. */
export const passedTo = (draft: Draft, taker: Node, parameter = 0): Chain | undefined =>
  ofPlace(draft, taker, parameter, "").value;

/** Where a part stands among parameters or arguments, undefined beyond the first of them. */
function placeIn(list: Node, part: Node): number | undefined {
  const place = partsOf(list, maxParts).findIndex(({ id }) => id === part.id);
  return place < 0 ? undefined : place;
}

/** The name before `= value`. */
const leftOf = (draft: Draft, node: Node): string => textOf(draft, fieldOf(node, "left") ?? node);

/** The value that a pattern destructures. */
function ofValue(draft: Draft, value: Node | undefined, tail: string): Expected {
  const chain = value && chainIn(draft, value);
  return chain === undefined ? unknown : { value: chain + tail };
}

function ofParameter(draft: Draft, parameter: Node, tail: string): Expected {
  const written = fieldOf(parameter, "type");
  if (written) return memberOfType(draft, namedChildAt(written, 0), tail);
  const list = parentOf(parameter)!;
  const place = placeIn(list, parameter);
  const taker = parentOf(list);
  return taker && place !== undefined ? ofPlace(draft, taker, place, tail) : unknown;
}

/** The type of a callback's parameter, by the position of the callback: outwards, collecting the path to it. */
function ofPlace(draft: Draft, taker: Node, parameter: number, tail: string): Expected {
  let path = "";
  for (let at = taker, depth = 0; depth < maxDepth; depth++) {
    const around = parentOf(at);
    if (at.type === "method_definition" || at.type === "pair") {
      const key = fieldOf(at, at.type === "pair" ? "key" : "name");
      const name = key && textOf(draft, key);
      if (around?.type !== "object" || name === undefined || !isPlain(name)) return unknown;
      path = `.${name}${path}`;
      at = around;
      continue;
    }
    switch (around?.type) {
      case "pair":
      case "parenthesized_expression":
      case "reference_expression":
      case "conditional_expression":
      case "switch_expression_arm":
      case "switch_expression":
      case "initializer_expression":
        break;
      case "array":
        path = `.${anyElement}${path}`;
        break;
      case "arrow_expression_clause":
        return parameterOfType(draft, typeOfMember(parentOf(around)), { path, parameter, tail });
      case "object_creation_expression":
        return ofElements(draft, fieldOf(around, "type"), { path, parameter, tail });
      case "assignment_expression": {
        const left = fieldOf(around, "left");
        if (left?.type === "element_binding_expression") break;
        const made = left?.type === "identifier" ? madeAround(around) : undefined;
        if (made) {
          const holder = nameIn(draft, made);
          return holder === undefined
            ? unknown
            : { value: `<${holder}>.${textOf(draft, left!)}[${path}:${parameter}]${tail}` };
        }
        const chain = left && left.id !== at.id ? chainIn(draft, left) : undefined;
        return chain === undefined ? unknown : { value: `${chain}[${path}:${parameter}]${tail}` };
      }
      case "property_declaration":
        return parameterOfType(draft, fieldOf(around, "type"), { path, parameter, tail });
      case "argument":
        break;
      case "arguments":
      case "argument_list": {
        const call = parentOf(around)!;
        const chain = calleeOf(draft, call);
        const place = placeIn(around, at);
        if (!chain || place === undefined) return unknown;
        const isFirst = place === 0 && parameter === 0 && path === "";
        const element = isFirst && tail !== "" ? elementTaken(chain) : undefined;
        return {
          value: `${chain}[${place}${path}:${parameter}${contentOf(draft, call, place)}]${tail}`,
          other: element === undefined ? undefined : element + tail,
        };
      }
      case "variable_declarator":
      case "public_field_definition": {
        const type = fieldOf(around, "type") ?? fieldOf(parentOf(around)!, "type");
        return parameterOfType(draft, type, { path, parameter, tail });
      }
      case "satisfies_expression":
      case "as_expression":
      case "type_assertion":
        return parameterOfType(draft, typeOfCast(around), { path, parameter, tail });
      case "arrow_function":
        return parameterOfType(draft, fieldOf(around, "return_type"), { path, parameter, tail });
      case "return_statement": {
        const block = parentOf(around);
        const member = memberAround(around);
        if (member) return parameterOfType(draft, typeOfMember(member), { path, parameter, tail });
        const giver = block?.type === "statement_block" ? parentOf(block) : undefined;
        return parameterOfType(draft, giver && fieldOf(giver, "return_type"), { path, parameter, tail });
      }
      default:
        return unknown;
    }
    at = around;
  }
  return unknown;
}

/** An element of a collection initialiser: `new List<Handler> { (foo) => ... }`. */
function ofElements(draft: Draft, type: Node | undefined, { path, parameter, tail }: Wanted): Expected {
  const name = type && nameIn(draft, type);
  return name?.endsWith(">") === true && path === ""
    ? { value: `<${name}>[][:${parameter}]${tail}` }
    : unknown;
}

/** The type arguments of a call for inference; by its first argument only if the callback is another one. */
function contentOf(draft: Draft, call: Node, place: number): string {
  const { expressions } = draft.language;
  const written = expressions.generics ? "" : typesWritten(draft, call);
  if (written !== "" || (!expressions.generics && expressions.arguments === undefined)) return written;
  const called = fieldOf(call, "function");
  const content = callContent(call, called, draft.text, expressions, (one) => chainIn(draft, one), 0);
  if (expressions.arguments !== undefined) return content === unknownArguments ? "" : content;
  if (content.startsWith(typeArgumentsMark)) return content;
  if (place === 0 || content === "") return "";
  return /^[%&~]/.test(content) ? content : firstArgumentMark + packedText(content);
}

/** The callee of a call; an enum constant of Java calls the enum's constructor. */
function calleeOf(draft: Draft, call: Node): Chain | undefined {
  const made = call.type === "enum_constant" ? fieldOf(parentOf(parentOf(call)!)!, "name") : undefined;
  if (made) return chainIn(draft, made);
  const named = ["function", "constructor", "type"].flatMap((field) => fieldOf(call, field) ?? [])[0];
  return named ? chainIn(draft, named) : withoutCall(chainIn(draft, call));
}
