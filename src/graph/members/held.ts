/** What types from elsewhere hold: the User of `Json<User>`. */
import { type Entity, type Found, inferred, nothing, outside, together } from "../entities.ts";
import type { Linker } from "../linker.ts";

/** Of a type from elsewhere what it holds, and the members of that where it has them. */
export function memberHeld(
  linker: Linker,
  { holds = nothing, lends }: Extract<Entity, { kind: "external" }>,
  called: string,
): Found {
  if (called === "0" && holds.entities.length > 0) return inferred(holds);
  if (!lends) return outside;
  return inferred(together([outside, ...holds.entities.map((one) => linker.member(one, called))]));
}
