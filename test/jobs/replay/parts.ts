import type { RecordingParts } from "../../../src/jobs/replay/record.ts";
import { usualConfig } from "../../../src/repository-config/schema.ts";

/** A recording with these steps. */
export const partsWith = (
  steps: readonly { readonly name: string; readonly value: unknown }[],
  end: RecordingParts["end"] = { kind: "delivered", message: "Add a thing" },
): RecordingParts => ({
  ...{ version: "1.0.0", recordedAt: new Date("2026-01-02T03:04:05Z"), end },
  run: {
    ...{ id: "r1", owner: "acme", name: "shop", issueNumber: 12, verb: "implement", request: "" },
    ...{ actorLogin: "ada", actorId: 1, frozenAt: "2026-01-02T03:04:05Z", delivery: undefined },
  },
  steps: steps.map(({ name, value }) => ({ name, record: { kind: "done", value } })),
  settings: {
    ...{ model: "scripted", config: usualConfig, us: { login: "coderag[bot]" }, attempts: 1 },
    ...{ contextTokens: 4_000, retrieval: "bigraph", format: "off", tools: ["read-file"] },
    limits: { maxTurns: 10, maxTokens: 100_000, maxMilliseconds: 100_000, maxOutputTokens: 1_000 },
    checks: { protectedPaths: [] },
    has: {
      ...{ references: false, paid: false, packages: false, web: false, tests: false, trace: false },
      ...{ embedder: false, meaning: false, redactor: false },
    },
  },
});
