import { UserError } from "../errors.ts";

/**
 * Why no turn came: `config` (address, key or model name are wrong), `quota` (used up for longer than a run can
 * wait), `context-length` (the request is too long for the model), `endpoint` (kept failing), `refused` (we would
 * not accept what came: a redirect, another model, too much).
 */
export type ModelErrorKind = "config" | "quota" | "context-length" | "endpoint" | "refused";

/** No turn, and asking again the same way will not help. A person can cure it, so it is a reply; it never holds a key. */
export class ModelError extends UserError {
  readonly kind: ModelErrorKind;
  constructor(kind: ModelErrorKind, message: string, cure: string) {
    super(message, cure);
    this.name = "ModelError";
    this.kind = kind;
  }
}
