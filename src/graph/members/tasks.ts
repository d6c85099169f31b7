/** Functions that a queue runs later: Celery's `@task def send()`, then `send.delay()` and `send.s().apply_async()`. */
import { type Entity, exactly, type Found, inferred, nothing } from "../entities.ts";
import type { Linker } from "../linker.ts";

/** @returns The task that a method of it runs or puts into another one; calling that gives the same, not what the task gives. */
export function taskRun(
  linker: Linker,
  { id }: Extract<Entity, { kind: "definition" }>,
  name: string,
): Found {
  const { tasks } = linker.tables.fileOf(id).rules ?? {};
  if (!tasks?.methods.has(name)) return nothing;
  const { decorators = [] } = linker.tables.definition(id);
  return decorators.some((one) => tasks.decorator.test(one))
    ? inferred(exactly({ kind: "definition", id, later: true }))
    : nothing;
}
