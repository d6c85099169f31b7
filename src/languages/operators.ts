/** Operators as the methods that they call: `a + b` is `a.__add__(b)`, or `b.__radd__(a)` where a has none. */
import { packed } from "../graph/chain-steps.ts";
import type { Chain } from "../graph/outline.ts";
import type { ChainOf, Place } from "./comprehensions.ts";
import { fieldOf, type Node } from "./syntax-node.ts";

/** Operations in operations are followed so far. */
const maxDepth = 4;
/** Longer chains are left out: each operation says that of the one before it. */
const maxLength = 120;

/** What an operation gives; undefined where nothing is known of either side. */
export function operatorChain(operation: Node, place: Place, chainOf: ChainOf): Chain | undefined {
  const { text, types, depth } = place;
  const { left, right, methods } = types.operators![operation.type]!;
  const method = methodOf(operation, methods, text);
  if (method === undefined || depth >= maxDepth) return undefined;
  const first = known(fieldOf(operation, left), chainOf);
  const second = right === undefined ? undefined : fieldOf(operation, right);
  const other = known(second, chainOf);
  const reversed = other && `${other}.${method.replace("__", "__r")}()`;
  if (first === undefined) return fieldOf(operation, left)?.type === "string" ? undefined : reversed;
  return `${first}.${method}(${reversed ? packed(reversed) : ""})`;
}

function methodOf(
  operation: Node,
  methods: Readonly<Record<string, string>>,
  text: string,
): string | undefined {
  const operator = fieldOf(operation, "operator");
  const sign = operator && text.slice(operator.startIndex, operator.endIndex);
  return sign !== undefined && Object.hasOwn(methods, sign) ? methods[sign] : undefined;
}

/** A class has not the operators of its objects: `Foo | None` is a type. */
const className = /^(?:\w+\.)*_*[A-Z]\w*[a-z]\w*$/;

function known(side: Node | undefined, chainOf: ChainOf): Chain | undefined {
  const chain = side && chainOf(side);
  if (chain === undefined || chain.startsWith("?") || chain.length > maxLength) return undefined;
  return className.test(chain) ? undefined : chain;
}
