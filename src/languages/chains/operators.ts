/** Operators as the methods that they call: `a + b` is `a.__add__(b)`, or `b.__radd__(a)` where a has none. */
import { packed } from "../../graph/notation/chain-steps.ts";
import type { Chain } from "../../graph/outline.ts";
import type { ExpressionTypes } from "../expression-types.ts";
import { fieldOf, firstNamedChildrenOf, type Node } from "../parsing/syntax-node.ts";
import type { ChainOf, Place } from "./comprehensions.ts";

/** Limit of nested operations; of a longer sum, the first ones count. */
const maxDepth = 4;
/** Longer chains are left out. */
const maxLength = 120;

/** The result of an operation; undefined where nothing is known of either operand. */
export function operatorChain(operation: Node, place: Place, chainOf: ChainOf): Chain | undefined {
  const { first, other } = sidesOf(operation, place, chainOf) ?? {};
  const second = other?.();
  const reversed = second && `${second}()`;
  return first === undefined ? reversed : `${first}(${reversed ? packed(reversed) : ""})`;
}

/** The method that an operation calls; of two candidates the first. */
export function operatorMethod(operation: Node, place: Place, chainOf: ChainOf): Chain | undefined {
  const { first, other } = sidesOf(operation, place, chainOf) ?? {};
  return first ?? other?.();
}

/** The methods that an operation may call, by operand. */
interface Sides {
  readonly first: Chain | undefined;
  /** Asked where the first side has none. */
  other(): Chain | undefined;
}

function sidesOf(operation: Node, { text, types, depth }: Place, chainOf: ChainOf): Sides | undefined {
  const { left, right, methods } = types.operators![operation.type]!;
  const method = depth < maxDepth ? methodOf(operation, methods, text) : undefined;
  const side = method === undefined ? undefined : fieldOf(operation, left);
  if (method === undefined || !side) return undefined;
  const first = known(side, chainOf);
  // A number leaves it to the other side for certain; what nobody knows may answer itself.
  if (first === undefined && !isNumber(side, types)) return undefined;
  return {
    first: first === undefined ? undefined : `${first}.${method}`,
    other: () => {
      const chain = right === undefined ? undefined : known(fieldOf(operation, right), chainOf);
      return chain && `${chain}.${method.replace("__", "__r")}`;
    },
  };
}

/** A number, or what is worked out of numbers: `2`, `-1`, `(2**3)`. */
function isNumber(node: Node, types: ExpressionTypes, depth = 0): boolean {
  if (types.numbers?.includes(node.type)) return true;
  const holdsOthers = types.operators?.[node.type] !== undefined || types.through.includes(node.type);
  return (
    holdsOthers &&
    depth < maxDepth &&
    firstNamedChildrenOf(node, 2).every((one) => isNumber(one, types, depth + 1))
  );
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
