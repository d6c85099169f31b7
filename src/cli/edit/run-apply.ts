import { checkLimits } from "../../checks/limits.ts";
import { checkPaths } from "../../checks/paths.ts";
import { diffStat, unifiedDiff } from "../../edits/diff.ts";
import { UserError } from "../../errors.ts";
import { counted } from "../../source/counted.ts";
import { jsonText, printOut } from "../print.ts";
import { style } from "../style.ts";
import { type AnswerOptions, type OpenedAnswer, withAnswer } from "./open-answer.ts";
import { complaintText, diffText } from "./text.ts";
import { writeChanges } from "./write-changes.ts";

/**
 * Applies an answer. Standard output is a diff that `git apply` reads, or JSON; what is against it stands on standard
 * error. Paths and sizes are judged as in a run (security.md E01, E02, E05); whether the result parses is what `check` says.
 */
export async function runApply(
  path: string,
  options: AnswerOptions & { readonly write?: boolean },
): Promise<number> {
  return withAnswer(path, options, async ({ opened, changes, complaints: ofEdits }) => {
    const complaints = [...ofEdits, ...checkLimits(changes), ...checkPaths(changes, opened.workspace)];
    const written = complaints.length === 0 && options.write === true;
    if (written) await writeChanges(folderOf(opened), changes);
    const stat = diffStat(changes);
    if (options.json) {
      const diff = changes.map((change) => unifiedDiff(change)).join("");
      await printOut([
        `${jsonText({ applied: complaints.length === 0, written, ...stat, diff, complaints })}\n`,
      ]);
      return complaints.length === 0 ? 0 : 1;
    }
    if (complaints.length > 0) {
      process.stderr.write(complaintText(complaints, "Nothing was applied."));
      return 1;
    }
    await printOut(changes.map(diffText));
    const what = `${counted(stat.files.length, "file")}, +${stat.added} -${stat.removed}`;
    process.stderr.write(
      written
        ? `${style(process.stderr, "green", "Written")}: ${what}.\n`
        : `Dry run: nothing was written (${what}). Give --write to change the files.\n`,
    );
    return 0;
  });
}

function folderOf({ directory, isLocal, repository }: OpenedAnswer["opened"]): string {
  if (isLocal && repository?.gitDir === undefined) return directory;
  throw new UserError(`${directory} has no files on this machine.`, "Name a local folder: --repo DIR.");
}
