import type { PublicCode } from "../github/public-code/public-code.ts";
import type { PaidModel } from "../retrieval/requirements/ask-lines.ts";
import type { ReferenceSettings } from "./settings.ts";

/** What a reference search works with, made by the composition root. */
export interface ReferenceTools {
  readonly code: PublicCode;
  /** Undefined: by words and rules alone. */
  readonly paid: PaidModel | undefined;
  readonly settings: ReferenceSettings;
  /** Takes secrets out of what is sent. */
  readonly redact: (text: string) => string;
  /** False: what was chosen is shown without a look at its code, so that a bench can say what the look is worth. */
  readonly look?: boolean;
}

/** What is searched for. */
export interface ReferenceRequest {
  /** In a person's words; untrusted. */
  readonly text: string;
  /** As GitHub names it; undefined: as the request says, or any. */
  readonly language: string | undefined;
  /** `owner/name` of the repository for which is searched: neither it nor its forks are examples for it. */
  readonly target: string | undefined;
}
