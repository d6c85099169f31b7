/** What a type annotation that is written in place says of a name in a pattern, or of a callback's parameter. */
import { anyElement, type Chain } from "../../graph/outline.ts";
import { type Draft, partsOf, textOf } from "../outlines/outline-draft.ts";
import { fieldOf, firstNamedChildrenOf, type Node, namedChildAt } from "../parsing/syntax-node.ts";
import { nameIn } from "./explicit-types.ts";

/** A type as written, or a chain to it; neither where nothing is known. */
export interface Expected {
  readonly type?: string;
  readonly value?: Chain;
  /** An alternative, where the callee may be a list's method or one of the repository. */
  readonly other?: Chain | undefined;
}

export const unknown: Expected = {};

/** What is asked of a type. */
export interface Wanted {
  /** From the type to the callback: `.on.open`, `.*` through a list. */
  readonly path: string;
  /** The index of the callback's parameter. */
  readonly parameter: number;
  /** From the parameter to the name in its pattern, as the rest of a chain. */
  readonly tail: string;
}

/** Limits of parameters or arguments, and of members of a type, that are read for each name. */
export const maxParts = 32;
const maxMembers = 256;

/** A member of a type, by the rest of a chain: the type itself where the member is written here. */
export function memberOfType(draft: Draft, type: Node | undefined, tail: string): Expected {
  if (type && tail === "") return { type: textOf(draft, type) };
  if (type?.type === "object_type") {
    const [, name, rest = ""] = /^\.([\w$]+)(.*)$/.exec(tail) ?? [];
    const member = memberNamed(draft, type, name);
    const own = member?.type === "property_signature" ? fieldOf(member, "type") : undefined;
    const memberType = own && namedChildAt(own, 0);
    if (rest !== "") return memberOfType(draft, memberType, rest);
    return memberType ? { type: textOf(draft, memberType) } : unknown;
  }
  const name = type && nameIn(draft, type);
  return name === undefined ? unknown : { value: `<${name}>${tail}` };
}

const aroundType = new Set(["type_annotation", "parenthesized_type"]);

/** The parameter of a function type, or of one that the path leads to in the type. */
export function parameterOfType(draft: Draft, annotation: Node | undefined, wanted: Wanted): Expected {
  const { path, parameter, tail } = wanted;
  const type = annotation && aroundType.has(annotation.type) ? namedChildAt(annotation, 0) : annotation;
  if (!type) return unknown;
  const list = path === "" ? fieldOf(type, "parameters") : undefined;
  if (list) {
    const own = partsOf(list, maxParts)[parameter];
    const written = own && fieldOf(own, "type");
    const itself = written && namedChildAt(written, 0);
    if (tail !== "") return memberOfType(draft, itself, tail);
    return itself ? { type: textOf(draft, itself) } : unknown;
  }
  if (type.type === "object_type" && path !== "") return ofObjectType(draft, type, wanted);
  const isOfList = path.startsWith(`.${anyElement}`);
  const element = isOfList && type.type === "array_type" ? namedChildAt(type, 0) : undefined;
  if (element && /^(?:object|parenthesized)_type$/.test(element.type))
    return parameterOfType(draft, element, { ...wanted, path: path.slice(anyElement.length + 1) });
  const name = nameIn(draft, type, isOfList);
  return name === undefined ? unknown : { value: `<${name}>[${path}:${parameter}]${tail}` };
}

/** By the member that the path begins with, or an index signature. */
function ofObjectType(draft: Draft, type: Node, wanted: Wanted): Expected {
  const [, name, path = ""] = /^\.([\w$]+)(.*)$/.exec(wanted.path) ?? [];
  const own = memberNamed(draft, type, name);
  const inside = { ...wanted, path };
  if (own?.type === "method_signature") return path === "" ? parameterOfType(draft, own, inside) : unknown;
  const member = own ?? firstNamedChildrenOf(type, maxMembers).find((one) => one.type === "index_signature");
  return member ? parameterOfType(draft, fieldOf(member, "type"), inside) : unknown;
}

/** The name of an index signature is no member. */
const memberNamed = (draft: Draft, type: Node, name: string | undefined): Node | undefined =>
  firstNamedChildrenOf(type, maxMembers).find((one) => {
    const memberName = fieldOf(one, "name");
    return one.type !== "index_signature" && memberName && textOf(draft, memberName) === name;
  });
