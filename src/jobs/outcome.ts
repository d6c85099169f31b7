import type { ToolUse } from "../delivery/tool-uses.ts";
import type { CheckAnnotation } from "../github/check-run.ts";
import type { PublishedPullRequest } from "../github/forge.ts";
import type { Usage } from "../llm/model.ts";

/** How a job ended, as a value: reported by one function, whatever the verb. Survives JSON. */
export type Outcome = Delivered | Answered | Declined;

export interface Delivered {
  readonly kind: "delivered";
  readonly pullRequest: PublishedPullRequest;
  readonly branch: string;
  readonly commit: string;
  /** True where the commit went onto a pull request that was there already. */
  readonly onto?: true;
  readonly title: string;
  /** What the change does, in the model's words: untrusted until it is cleaned. */
  readonly summary: string;
  /** Requirements that are not or only partly done, and the reason. */
  readonly notDone: readonly string[];
  /** What else is to be known of a commit that has no description of its own. */
  readonly notes?: string;
  readonly usage: Usage;
  /** Not in what runs of earlier versions recorded. */
  readonly uses?: readonly ToolUse[];
}

/** What was asked for is said in the run's own comment, not in a pull request. */
export interface Answered {
  readonly kind: "answered";
  /** One sentence: what was done or found. */
  readonly headline: string;
  /** Markdown, made safe by whoever made it; may be empty. GitHub's limit is kept by cutting its end. */
  readonly body: string;
  readonly usage?: Usage;
  readonly uses?: readonly ToolUse[];
  /** What the check run says on lines of the files. */
  readonly annotations?: readonly CheckAnnotation[];
}

/** Nothing was written, for a reason that a person can understand and act on. */
export interface Declined {
  readonly kind: "declined";
  readonly cause: string;
  readonly cure: string;
  /** The model's own words, where they explain it better: untrusted. */
  readonly explanation?: string;
  /** What the checks said of the model's last try: untrusted, for it quotes the model's code. */
  readonly refused?: string;
  readonly usage?: Usage;
  readonly uses?: readonly ToolUse[];
}

/** One sentence of cause, one of cure. */
export const declined = (cause: string, cure: string): Declined => ({ kind: "declined", cause, cure });
