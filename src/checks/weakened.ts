import { counted } from "../source/counted.ts";
import type { FileChange } from "../source/file.ts";
import { baseName } from "../source/paths.ts";
import type { AddedLine } from "./added-lines.ts";
import type { Finding } from "./finding.ts";

/**
 * Signs that a change makes the checks of a repository weaker so that they pass (security.md E10). Findings, not
 * complaints, since each can be right; but with any of them nobody may say that the tests vouch for the change.
 */
export function checkWeakened(
  change: FileChange,
  added: readonly AddedLine[],
  changes: readonly FileChange[],
): readonly Finding[] {
  const { path, before, after } = change;
  const find = (kind: string, message: string, line?: number): Finding => ({
    kind: `weakened/${kind}`,
    path,
    ...(line === undefined ? {} : { line }),
    message,
  });
  if (after === undefined)
    return isTest(path) && !moved(change, changes) ? [find("deleted-tests", "A test file is deleted.")] : [];
  const findings = added.flatMap(({ line, text, replaced }) => {
    if (brings(skips, text, replaced))
      return [find("skipped-test", "A test is skipped, or others are by running one alone.", line)];
    if (brings(silences, text, replaced))
      return [find("silenced-check", "A type, lint or coverage check is silenced.", line)];
    return [];
  });
  const swallowed = occurrences(after, emptyHandler) - occurrences(before ?? "", emptyHandler);
  if (swallowed > 0)
    findings.push(find("empty-catch", `${swallowed} error handler that does nothing is added.`));
  if (before === undefined || !isTest(path)) return findings;
  const tests = occurrences(before, testStart) - occurrences(after, testStart);
  if (tests > 0)
    findings.push(find("deleted-tests", `The file has ${counted(tests, "fewer test")} than before.`));
  const claims = occurrences(before, assertion) - occurrences(after, assertion);
  if (tests <= 0 && claims > 0)
    findings.push(
      find("deleted-assertions", `The file has ${counted(claims, "fewer assertion")} than before.`),
    );
  return findings;
}

/** A line that was skipped or silenced in the same words before is as weak as it was. */
function brings(mark: RegExp, text: string, replaced: readonly string[]): boolean {
  return [...text.matchAll(mark)].some(([found]) => !replaced.some((line) => line.includes(found)));
}

const skips = new RegExp(
  [
    /\b(?:it|test|describe|suite|context|specify)\.(?:concurrent\.)?(?:skip|skipIf|todo|only|failing|fails|fixme)\b/,
    /\b(?:xit|xtest|xdescribe|xcontext|fit|fdescribe)\s{0,9}\(/,
    /\bpytest\.(?:mark\.)?(?:skip|skipif|xfail|importorskip)\b|@(?:unittest\.)?(?:skip(?:If|Unless)?|expectedFailure)\b|\bself\.skipTest\(/,
    /\b[tb]\.Skip(?:f|Now)?\(|#\[ignore\b|@(?:Disabled|Ignore)\b|\bmarkTestSkipped\b|\[(?:Fact|Theory)\(Skip\b/,
    /\bGTEST_SKIP\b|\bTEST(?:_[FP])?\s{0,3}\([^)\n]{0,200}\bDISABLED_|\[Ignore\b|\bmarkTestIncomplete\b/,
    /\b(?:pending|skip)\s{0,9}\(?["'][^"']{0,200}["']\)?\s{0,9}$|\{\s{0,9}skip:\s{0,9}(?:true|["'])/,
  ]
    .map((pattern) => pattern.source)
    .join("|"),
  "g",
);

const silences = new RegExp(
  [
    /@ts-(?:ignore|nocheck|expect-error)\b|\beslint-disable|\btslint:disable|\b(?:biome|oxlint|deno-lint|prettier)-(?:ignore|disable)/,
    /#\s{0,9}(?:type:\s{0,9}ignore|noqa\b|pylint:\s{0,9}disable|pyright:\s{0,9}ignore|mypy:\s{0,9}ignore-errors|nosec\b|ruff:\s{0,9}noqa)/,
    /\bNOLINT|\/\/\s{0,9}nolint\b|\bNOSONAR\b|@SuppressWarnings\b|@Suppress\(|#!?\[allow\(|\brubocop:disable|#pragma warning disable/,
    /\b(?:istanbul|c8|v8|node:coverage) (?:ignore|disable)\b|\bpragma:\s{0,9}no cover|phpcs:ignore|@phpstan-ignore|@codeCoverageIgnore/,
  ]
    .map((pattern) => pattern.source)
    .join("|"),
  "g",
);

/** `catch (e) {}`, also with a comment inside, `.catch(() => {})`, Python's `except: pass`, Ruby's `rescue` before `end`. */
const emptyHandler =
  /\bcatch\s{0,20}(?:\([^()\n]{0,200}\)\s{0,20})?\{\s{0,200}(?:\/\/[^\n]{0,200}\n\s{0,200}|\/\*[^*]{0,200}\*\/\s{0,200})?\}|\.catch\(\s{0,20}(?:\(\w{0,40}\)|\w{1,40})\s{0,20}=>\s{0,20}\{\s{0,200}\}\s{0,20}\)|\bexcept\b[^\n:]{0,200}:\s{0,200}(?:#[^\n]{0,200}\n\s{0,200})?(?:pass|\.\.\.)[ \t]{0,20}(?:#|\n|$)|^[ \t]{0,200}rescue\b[^\n]{0,200}\n\s{0,200}end\b/gm;

const testStart =
  /\b(?:it|test|specify)(?:\.\w{1,20}){0,3}\s{0,9}[(`]|\b(?:it|test|specify|scenario) {1,3}["']|\bTEST(?:_[FP])?\s{0,3}\(|\bdef test_?\w{0,200}|\bfunc (?:Test|Fuzz)[A-Z_]\w{0,200}|@(?:Test|ParameterizedTest)\b|#\[(?:\w{1,40}::)?test\]|\[(?:Fact|Theory|Test)\]|\bpublic function test\w{1,200}/g;

const assertion =
  /\bexpect\s{0,9}\(|\b(?:EXPECT|ASSERT)_[A-Z]|\bAssert\.\w|\brequire\.[A-Z]\w{1,30}\(|\bmust_\w|\bassert\w{0,60}\b|\.should\b|\bt\.(?:Error|Fatal)f?\(/g;

function occurrences(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

function isTest(path: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testing)\/|(?:^|[./_-])(?:test|tests|spec)\.[^/]+$|(?:^|\/)test_[^/]+$|[a-z]Tests?\.(?:java|kt|cs|scala|php|swift)$|_(?:test|spec)\.[^/]+$/.test(
    path,
  );
}

/** A rename is a deletion and a new file with the same name or much the same text. */
function moved(gone: FileChange, changes: readonly FileChange[]): boolean {
  const name = baseName(gone.path);
  return changes.some(
    ({ path, before, after }) =>
      before === undefined &&
      after !== undefined &&
      isTest(path) &&
      (after === gone.before || path.endsWith(`/${name}`) || path === name) &&
      occurrences(after, testStart) >= occurrences(gone.before ?? "", testStart),
  );
}
