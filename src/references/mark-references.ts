import type { PublicCode } from "../github/public-code/public-code.ts";
import { spdxIn } from "./excerpts.ts";
import { licenceUse } from "./licence.ts";
import { type MarkedText, marksOf } from "./marks.ts";
import type { Reference } from "./report.ts";

/**
 * Marks of every chosen file, whatever its licence, and of what the READMEs say: a model may know by heart what it is
 * not shown. The texts are read for the marks and go nowhere.
 */
export async function markReferences(
  references: readonly Reference[],
  { code, licences }: { readonly code: PublicCode; readonly licences: readonly string[] },
): Promise<readonly MarkedText[]> {
  const found: MarkedText[] = [];
  for (const { fullName, commit, licence, files, summary } of references) {
    const mark = (text: string, own: string | undefined, path?: string): void => {
      const marks = marksOf(text);
      const allowed = licenceUse(own, licences) === "code";
      if (Object.keys(marks).length > 0)
        found.push({ fullName, commit, licence: own, allowed, marks, ...(path !== undefined && { path }) });
    };
    mark(summary, licence);
    for (const { path, blob } of files) {
      const text = await code.text(fullName, blob);
      if (text !== undefined) mark(text, spdxIn(text) ?? licence, path);
    }
  }
  return found;
}
