import { expect, test } from "@jest/globals";
import type { IndexedRepository } from "../../src/jobs/reading/knowledge.ts";
import { reviewTools } from "../../src/jobs/suggest/review-tools.ts";
import { createModel } from "../../src/llm/openai.ts";
import { createSearchIndex } from "../../src/retrieval/documents.ts";
import type { CommitWorkspace } from "../../src/workspace/read-commit.ts";
import { graph, workspace } from "../agent/small-repository.ts";

const signal = new AbortController().signal;
const path = "src/shop/cart.py";

test("a cure whose arguments do not fit what it calls is doubted, with its finding", async () => {
  const search = await createSearchIndex(graph, (paths) => workspace.readMany(paths));
  const model = createModel({ baseUrl: "http://127.0.0.1:9/v1", apiKey: "x", model: "m" });
  const tools = reviewTools(
    { workspace: workspace as CommitWorkspace, search, graph } as IndexedRepository,
    { checks: {}, tools: new Set(), workers: 1, format: "off", web: undefined },
    model,
    () => Promise.reject(new Error("Nobody reads a file.")),
  );
  const findings = ["sum(self.lines, 0)", "sum(self.lines, 0), 2"].map((given) => ({
    ...{ title: "Totals are not exact", why: "Cents are lost.", kind: "bug" as const },
    ...{ severity: "high" as const, confidence: "sure" as const, path, line: 8 },
    edits: `=== ${path}\n8:         return round_cents(${given})`,
  }));
  const answer = await tools.at(-1)!.run({ findings }, signal);
  expect(answer).toMatchObject({
    kind: "accepted",
    objections: expect.stringMatching(/Finding 2: `round_cents` .+ takes 1 .+leave the finding out/),
  });
  expect((answer as { objections: string }).objections.match(/Finding/g)).toHaveLength(1);
});
