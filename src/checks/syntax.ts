import type { Complaint } from "../errors.ts";
import { syntaxFaults } from "../languages/checking/syntax.ts";
import { languageOf } from "../languages/registry.ts";
import type { FileChange } from "../source/file.ts";
import { draw, type Pointed } from "./draw.ts";
import type { Finding } from "./finding.ts";
import { formatFaults, isFormat } from "./formats.ts";

/** The first faults teach; those after them are mostly their echo. */
const mostDrawn = 3;

/**
 * Only NEW faults stop a change (security.md E07): a file that did not parse before may stay as broken as it was,
 * which becomes a finding. Not judging what was there also forgives what our grammars do not know yet.
 */
export async function checkSyntax(
  change: FileChange,
): Promise<{ complaints: Complaint[]; findings: Finding[] }> {
  const { path, before, after } = change;
  if (after === undefined) return { complaints: [], findings: [] };
  const now = await faultsOf(path, after);
  if (now === undefined) return { complaints: [], findings: unchecked(path) };
  if (now.length === 0) return { complaints: [], findings: [] };
  const earlier = before === undefined ? [] : await faultsOf(path, before);
  // What could not be judged before cannot be called worse now.
  if (earlier === undefined || now.length <= earlier.length)
    return { complaints: [], findings: [stillBroken(path, now)] };
  const fresh = newFaults(earlier, now);
  return {
    complaints: fresh.slice(0, mostDrawn).map((fault) => complain(path, after, fault, earlier)),
    findings: [],
  };
}

async function faultsOf(path: string, text: string): Promise<readonly Pointed[] | undefined> {
  return formatFaults(path, text) ?? (await syntaxFaults(path, text));
}

/** Faults whose message stood fewer times in the old file; all, where only the count says that it is worse. */
function newFaults(earlier: readonly Pointed[], now: readonly Pointed[]): readonly Pointed[] {
  const known = new Map<string, number>();
  for (const { message } of earlier) known.set(message, (known.get(message) ?? 0) + 1);
  const fresh = now.filter(({ message }) => {
    const count = known.get(message) ?? 0;
    known.set(message, count - 1);
    return count <= 0;
  });
  return fresh.length === 0 ? now : fresh;
}

function complain(path: string, text: string, fault: Pointed, earlier: readonly Pointed[]): Complaint {
  const was = earlier.length === 0 ? "" : ` (it had ${earlier.length} before, and may not have more)`;
  return {
    kind: "syntax/new-fault",
    path,
    line: fault.line,
    message: `After these edits \`${path}\` does not parse${was}: ${fault.message} at line ${fault.line}, column ${fault.column} of the result, which is drawn here. Give edits of the original file that keep every bracket and block whole.`,
    excerpt: draw(text, fault),
  };
}

function stillBroken(path: string, faults: readonly Pointed[]): Finding {
  const { line, message } = faults[0]!;
  return {
    kind: "syntax/broken-before",
    path,
    line,
    message: `The file did not parse before the change and still does not (${faults.length} faults, the first: ${message}).`,
  };
}

/** Whether a file of this name is parsed at all: of a text in plain words nothing can be said. */
export const isParsed = (path: string): boolean =>
  languageOf(path) !== undefined || isFormat(path) || /\.css$/i.test(path);

function unchecked(path: string): Finding[] {
  if (!isParsed(path)) return [];
  return [{ kind: "syntax/unchecked", path, message: `The syntax of \`${path}\` could not be checked.` }];
}
