/** Filters C++ templates by a call's explicit template arguments, and by what can be deduced. */
import type { Entity } from "../entities.ts";
import type { Linker } from "../linker.ts";
import { templateHead } from "../notation/signatures.ts";
import type { Definition } from "../outline.ts";

/**
 * The functions that accept so many explicit template arguments; all where none does. The rest must be deducible from
 * parameters ([temp.arg.explicit] and [temp.deduct] of the standard).
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
  // An out-of-line member of a class template begins with the parameters of the class.
  if (definition.on !== undefined) return true;
  if (head.length === 0) return given === undefined;
  const isEndless = head.at(-1)!.isPack;
  if (!isEndless && (given ?? 0) > head.length) return false;
  return head.slice(given ?? 0).every(({ isDeducible }) => isDeducible);
}

interface TemplateParameter {
  readonly isPack: boolean;
  /** Whether it has a default, or can be deduced. */
  readonly isDeducible: boolean;
}

const known = new WeakMap<Definition, readonly TemplateParameter[]>();

function headOf({ signature }: Definition): readonly TemplateParameter[] {
  const head = templateHead(signature);
  if (!head) return [];
  const { rest } = head;
  // A nested type is a non-deduced context: `typename T::Foo`.
  const parameters = rest.slice(rest.indexOf("(")).replace(/\btypename\s+\w+\s*::/g, "");
  return head.parameters.map((text) => {
    const isPack = text.includes("...");
    const [, name] = /[\s.](\w+)$/.exec(text) ?? [];
    const hasDefault = text.includes("=");
    const isDeducible =
      isPack || hasDefault || name === undefined || new RegExp(`\\b${name}\\b`).test(parameters);
    return { isPack, isDeducible };
  });
}
