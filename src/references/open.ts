import type { AnswerCache } from "../github/public-code/answer-cache.ts";
import type { PublicCode } from "../github/public-code/public-code.ts";
import type { Model } from "../llm/model.ts";
import { contentKey, type DerivedStore } from "../store/derived.ts";
import type { ReferenceTools } from "./options.ts";
import type { ReferenceSettings } from "./settings.ts";

export interface ReferenceParts {
  readonly settings: ReferenceSettings;
  /** Keeps what GitHub and the model said, between runs. */
  readonly store: DerivedStore;
  readonly model: Model | undefined;
  readonly redact: (text: string) => string;
  readonly code: (cache: AnswerCache) => PublicCode;
}

/** What a run or a command searches with. Does no I/O. */
export function openReferences({ settings, store, model, redact, code }: ReferenceParts): ReferenceTools {
  return { code: code(answersIn(store)), paid: model && { model, store }, settings, redact };
}

/** GitHub's answers, among what is derived for a repository: forgotten with it. */
export function answersIn(store: DerivedStore): AnswerCache {
  return {
    async get(parts) {
      const key = contentKey(...parts);
      return (await store.get("github", [key])).get(key);
    },
    put: (parts, value) => store.put("github", new Map([[contentKey(...parts), value]])),
  };
}
