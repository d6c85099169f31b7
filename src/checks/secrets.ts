import type { Complaint } from "../errors.ts";
import { findSecrets } from "../redact/formats.ts";
import type { FileChange } from "../source/file.ts";

/** These two stand in manuals and tests with made-up values; the other formats nobody writes by accident. */
const oftenMadeUp = new Set(["authorization", "url-password"]);
const madeUp =
  /example|placeholder|change-?me|password|passwd|secret|dummy|fake|test|xxxx|your|localhost|127\.0\.0\.1|postgres:postgres|:\/\/[^\s:@/]*:[a-z]{1,8}@/i;

/** Keys and tokens that a change brings in. The complaint does not repeat them. */
export function checkSecrets({ path, before, after }: FileChange): readonly Complaint[] {
  if (after === undefined) return [];
  const complaints: Complaint[] = [];
  for (const { kind, start, end } of findSecrets(after)) {
    const value = after.slice(start, end);
    if (before?.includes(value) === true || (oftenMadeUp.has(kind) && madeUp.test(value))) continue;
    const line = after.slice(0, start).split("\n").length;
    complaints.push({
      kind: "secret/in-change",
      path,
      line,
      message: `Line ${line} of the result holds what looks like a secret (${kind}). Read it from the environment, or write a placeholder such as \`user:pass@example.com\`.`,
    });
    if (complaints.length === mostReported) break;
  }
  return complaints;
}

const mostReported = 10;
