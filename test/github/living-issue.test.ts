import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { KeptPage } from "../../src/github/living-issue.ts";
import { appOf } from "../helpers/github/app.ts";
import { type EmulatedGitHub, startGitHub } from "../helpers/github/start.ts";

let github: EmulatedGitHub;
beforeAll(async () => {
  github = await startGitHub({ repositories: [{ owner: "octo", name: "shop" }], users: { ada: "write" } });
});
afterAll(() => github.close());

/** By a publisher that remembers nothing, as after a restart. */
const keep = (marker: string, number: number | undefined, body = "text"): Promise<KeptPage> =>
  appOf(github)
    .publisher(github.installationId, github.repository())
    .keepPage({ title: "Examples", body, marker, number });
const numberOf = (kept: KeptPage): number => ("number" in kept ? kept.number : 0);

test.each([
  [410, "This issue was deleted"],
  [404, "Not Found"],
])("one that is not there any more (%i) is opened anew", async (status, message) => {
  const marker = `<!-- gone ${status} -->`;
  const lost = numberOf(await keep(marker, undefined));
  await github.closeIssue(lost, { as: "ada" });
  const path = new RegExp(`/issues/${lost}$`);
  github.faults.add({ method: "GET", path, nth: "every", do: { status, body: { message } } });
  const again = await keep(marker, lost);
  expect(again).toMatchObject({ kind: "kept", created: true });
  expect(numberOf(again)).toBeGreaterThan(lost);
  expect(await keep(marker, lost)).toMatchObject({ number: numberOf(again), created: false });
});

test("one that says the same already is not touched", async () => {
  const first = await keep("<!-- same -->", undefined);
  const writes = () => github.requests.filter(({ method }) => method === "PATCH").length;
  const before = writes();
  expect(await keep("<!-- same -->", numberOf(first))).toEqual({ ...first, created: false });
  expect(writes()).toBe(before);
  await keep("<!-- same -->", numberOf(first), "another text");
  expect(writes()).toBe(before + 1);
});
