import type { ToolCall } from "../llm/model.ts";
import { isObject } from "../source/json-object.ts";
import { type ParsedArguments, parseArguments } from "./arguments.ts";

/** A tool call made fit for the history and for running: the same on every replay, because it depends on the turn alone. */
export interface RepairedCall extends ToolCall {
  readonly parsed: ParsedArguments;
  /** Equal for equal calls, whatever the order of keys. */
  readonly signature: string;
}

/**
 * Gives every call an id of its own, a name that endpoints accept, and arguments that are valid JSON: endpoints
 * refuse a history that holds their own model's mistakes. `turn` makes ids unique over the run.
 */
export function repairCalls(
  calls: readonly ToolCall[],
  turn: number,
  seenIds: ReadonlySet<string>,
): readonly RepairedCall[] {
  const ids = new Set(seenIds);
  return calls.map((call, index) => {
    const parsed = parseArguments(call.arguments);
    const name = call.name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unnamed";
    const id =
      /^[\x21-\x7e]{1,128}$/.test(call.id) && !ids.has(call.id) ? call.id : `call_${turn}_${index + 1}`;
    ids.add(id);
    const written = parsed.kind === "value" ? parsed.value : { unreadable: call.arguments.slice(0, 500) };
    return {
      id,
      name,
      arguments: JSON.stringify(written),
      ...(call.echo && { echo: call.echo }),
      parsed,
      signature: `${name} ${canonical(written)}`,
    };
  });
}

/** The call that stands in three of the last eight turns: a loop, also when two calls take turns. */
export function repeatedCall(signatures: readonly (readonly string[])[]): string | undefined {
  const recent = signatures.slice(-repetition.window).map((turn) => new Set(turn));
  const latest = recent.at(-1) ?? new Set<string>();
  return [...latest].find((one) => recent.filter((turn) => turn.has(one)).length >= repetition.most);
}

const repetition = { window: 8, most: 3 };

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
