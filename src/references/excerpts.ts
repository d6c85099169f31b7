import type { PublicCode } from "../github/public-code/public-code.ts";
import { stripInvisible } from "../source/invisible.ts";
import { passagesFor } from "../web/passages.ts";
import { fitTexts } from "./ask-kept.ts";
import { licenceUse } from "./licence.ts";
import type { Reference } from "./report.ts";

/** What of a public repository goes into a prompt. Survives JSON. */
export interface ReferenceExcerpt {
  readonly fullName: string;
  readonly commit: string;
  /** SPDX. */
  readonly licence: string;
  /** `code`: parts of a file; `facts`: what its README says, because its licence does not allow more. */
  readonly kind: "code" | "facts";
  /** Undefined for facts. */
  readonly path?: string;
  /** A stranger's. */
  readonly text: string;
}

/** Tokens of all excerpts, and characters of one file before they are shared out. */
const most = { tokens: 3_000, file: 8_000 };

/**
 * The parts of the chosen files that speak of the request, under licences that allow it. Of repositories with another
 * recognised licence the README's summary; of those without one nothing, whatever they show. A file's own
 * `SPDX-License-Identifier` counts more than the repository's.
 */
export async function readExcerpts(
  request: string,
  references: readonly Reference[],
  { code, licences }: { readonly code: PublicCode; readonly licences: readonly string[] },
): Promise<readonly ReferenceExcerpt[]> {
  const found: ReferenceExcerpt[] = [];
  for (const { fullName, commit, licence, use, files, summary } of references) {
    if (use === "none" || licence === undefined) continue;
    const source = { fullName, commit };
    const before = found.length;
    for (const { path, blob } of use === "code" ? files : []) {
      const text = await code.text(fullName, blob);
      const own = text === undefined ? undefined : (spdxIn(text) ?? licence);
      if (text === undefined || licenceUse(own, licences) !== "code") continue;
      const parts = passagesFor(request, stripInvisible(text).text, most.file);
      found.push({ ...source, licence: own!, kind: "code", path, text: parts });
    }
    if (found.length === before) found.push({ ...source, licence, kind: "facts", text: summary });
  }
  const { texts } = fitTexts(
    found.map(({ text }) => text),
    most.tokens,
  );
  return found.map((one, at) => ({ ...one, text: texts[at]! })).filter(({ text }) => text !== "");
}

/** A file's own licence as it says it. A choice (`MIT OR GPL-3.0`) and anything else that is no single name counts as not allowed. */
export function spdxIn(text: string): string | undefined {
  return /SPDX-License-Identifier:[ \t]*([^\n\r*]{1,100})/.exec(text.slice(0, 4_000))?.[1]?.trim();
}
