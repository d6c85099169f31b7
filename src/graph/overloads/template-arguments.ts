/** Which templates of C++ a call may mean by what it writes between angle brackets, and what its arguments tell. */
import type { Entity } from "../entities.ts";
import type { Linker } from "../linker.ts";
import { templateHead } from "../notation/signatures.ts";
import type { Definition } from "../outline.ts";

/**
 * Of several functions those that can be called with so many arguments for their templates; all where none can. What is
 * not written has to be told by the parameters ([temp.arg.explicit] and [temp.deduct] of the standard).
 *
 * @param given Undefined where a call writes none.
 */
export function ofTemplates<E extends Entity>(
  { tables }: Linker,
  entities: readonly E[],
  given: number | undefined,
): readonly E[] {
  if (entities.length < 2) return entities;
  const fitting = entities.filter(
    (one) =>
      one.kind !== "definition" ||
      tables.fileOf(one.id).rules?.conversions !== "C++" ||
      takesArguments(tables.definition(one.id), given),
  );
  return fitting.length > 0 ? fitting : entities;
}

function takesArguments(definition: Definition, given: number | undefined): boolean {
  if (definition.kind !== "function") return true;
  const head = known.get(definition) ?? headOf(definition);
  known.set(definition, head);
  // What stands outside of a class template begins with the parameters of that.
  if (definition.on !== undefined) return true;
  if (head.length === 0) return given === undefined;
  const isEndless = head.at(-1)!.isPack;
  if (!isEndless && (given ?? 0) > head.length) return false;
  return head.slice(given ?? 0).every(({ isTold }) => isTold);
}

interface TemplateParameter {
  readonly isPack: boolean;
  /** Where it is not written, its default or the arguments of the call say what it is. */
  readonly isTold: boolean;
}

const known = new WeakMap<Definition, readonly TemplateParameter[]>();

function headOf({ signature }: Definition): readonly TemplateParameter[] {
  const head = templateHead(signature);
  if (!head) return [];
  const { rest } = head;
  // Of a type inside of another one nothing is told by what is given: `typename T::Foo`.
  const parameters = rest.slice(rest.indexOf("(")).replace(/\btypename\s+\w+\s*::/g, "");
  return head.parameters.map((text) => {
    const isPack = text.includes("...");
    const [, name] = /[\s.](\w+)$/.exec(text) ?? [];
    const hasDefault = text.includes("=");
    const isTold = isPack || hasDefault || name === undefined || new RegExp(`\\b${name}\\b`).test(parameters);
    return { isPack, isTold };
  });
}
