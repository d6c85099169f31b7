import { noUsage } from "../../src/llm/budget.ts";
import type { Reference, ReferenceReport } from "../../src/references/report.ts";

export const commit = "0123456789abcdef0123456789abcdef01234567";

export const reference = (more: Partial<Reference> = {}): Reference => ({
  ...{
    fullName: "wind/kite-diary",
    description: "A kite diary",
    summary: "It keeps flights.",
    reason: "Has a map.",
  },
  ...{
    licence: "MIT",
    licencePath: "LICENSE",
    use: "code",
    commit,
    pushedAt: "2026-03-04T05:06:07Z",
    stars: 1,
  },
  ...{ archived: false, sources: 2, filesBy: "rules" },
  files: [{ path: "src/my diary.py", blob: commit, bytes: 10, reason: "It records." }],
  ...more,
});

/** What a search for a kite diary found: one repository. */
export const referenceReport = (one: Partial<Reference> = {}): ReferenceReport => ({
  ...{ version: 1, request: "a kite diary", language: "Python", keywords: ["kite"], candidates: 2 },
  queries: [{ keywords: ["kite"], query: "kite", total: 1234, looked: 30, incomplete: true }],
  references: [reference(one)],
  rejected: [{ fullName: "sky/kitelib", why: "says nothing of wind" }],
  by: { keywords: "model", summaries: "rules", repositories: "model" },
  ...{ notes: [], usage: noUsage, looked: { repositories: 1, byModel: 1 } },
});
