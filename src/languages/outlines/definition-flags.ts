/** What is true or not of a definition, as captures within it say. */
import { type Captures, isCaptured } from "./facts.ts";
import type { OpenDefinition } from "./outline-draft.ts";

/** Notes on a definition what these captures say of it. */
export function takeFlags(captures: Captures, definition: OpenDefinition): void {
  if (isCaptured(captures, "onClass") && definition.kind === "function") definition.onClass = true;
  if (isCaptured(captures, "overload")) definition.bodiless = true;
  if (isCaptured(captures, "for.types")) definition.forTypes = true;
  if (isCaptured(captures, "implicit")) definition.implicit = true;
  if (isCaptured(captures, "bound")) delete definition.implicit;
  if (isCaptured(captures, "fallback")) definition.fallback = true;
  if (isCaptured(captures, "property")) definition.property = true;
}
