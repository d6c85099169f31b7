import type { Complaint } from "../errors.ts";
import { usedImports } from "../languages/checking/used-imports.ts";
import type { FileChange } from "../source/file.ts";

/**
 * Imports that a change leaves without a use, where a compiler refuses that (Go): the last use was taken away, or the
 * import is new. Of new ones only the standard library is judged; another path need not end in its package's name.
 */
export async function checkImports({ path, before, after }: FileChange): Promise<readonly Complaint[]> {
  if (after === undefined) return [];
  const unused = (await usedImports(path, after))?.filter(({ used }) => !used) ?? [];
  if (unused.length === 0) return [];
  const were = before === undefined ? [] : await usedImports(path, before);
  if (were === undefined) return [];
  const earlier = new Map(were.map(({ from, used }) => [from, used]));
  return unused
    .filter(({ from }) => earlier.get(from) ?? !/^[^/]*\./.test(from))
    .map(({ name, from, line }) => ({
      kind: "syntax/unused-import",
      path,
      line,
      message: `After these edits \`${path}\` imports \`${from}\` in line ${line} of the result and does not use \`${name}\`, which does not compile. Take the import out as well, or use it.`,
    }));
}
