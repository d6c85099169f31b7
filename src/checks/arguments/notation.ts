import type { Node } from "../../languages/parsing/parser.ts";
import type { Gives, Takes } from "./takes.ts";

/** A call as it is written. */
export interface WrittenCall {
  /** What is called, without what stands before its last dot. */
  readonly name: string;
  /** What stands before it; undefined where there is nothing. */
  readonly receiver?: string | undefined;
  /** It makes an object of the class that has this name. */
  readonly makes: boolean;
  readonly gives: Gives;
}

/** How a language writes calls and functions. */
export interface Notation {
  readonly calls: readonly string[];
  /** Undefined for what is not understood. */
  call(node: Node): WrittenCall | undefined;
  /** Types of nodes that declare functions. */
  readonly functions: readonly string[];
  /** Without what a receiver takes; undefined for what is not understood. */
  takes(node: Node): Takes | undefined;
  /** The name that a function's node declares. */
  nameOf(node: Node): string | undefined;
}

export const line = (node: Node): number => node.startPosition.row + 1;

/** Named children that are no comments. */
export const partsOf = (node: Node | null | undefined): readonly Node[] =>
  node?.namedChildren.filter((child): child is Node => child !== null && !/comment/.test(child.type)) ?? [];

export const named = (node: Node): string | undefined => node.childForFieldName("name")?.text;

/** Arguments by place, of which those of `spread` are any number. */
export function byPlace(list: readonly Node[], spread: string): Gives {
  return {
    placed: list.filter(({ type }) => type !== spread).length,
    named: [],
    more: list.some(({ type }) => type === spread),
    moreNames: false,
  };
}
