import { expect, test } from "@jest/globals";
import { renderProgress } from "../../src/delivery/render-progress.ts";
import { begun, failureEnd } from "../../src/jobs/telling/last-word.ts";
import { declineStopped, ofQuestions, ofReviews } from "../../src/jobs/telling/words.ts";
import { noUsage } from "../../src/llm/budget.ts";

type Stopped = Parameters<typeof declineStopped>[0];
const stopped = (more: Pick<Stopped, "reason" | "detail"> & Partial<Stopped>) =>
  declineStopped({ usage: noUsage, uses: [], ...more });

test("a limit is told with its figures and both places that may raise it", () => {
  expect(stopped({ reason: "tokens", detail: "The run used 900 of 800 tokens." })).toMatchObject({
    cause: "The run used 900 of 800 tokens.",
    cure: expect.stringMatching(/`limits: \{ tokens \}` in `\.github\/coderag\.yml`.*`CODERAG_MAX_TOKENS`/),
  });
});

test("answers that are cut off are told as that, with the setting that is too small", () => {
  const detail = "The model's answer was cut off 3 times at its output limit.";
  for (const own of [undefined, ofQuestions, ofReviews])
    expect(declineStopped({ reason: "cut-off", detail, usage: noUsage, uses: [] }, own)).toMatchObject({
      cause: detail,
      cure: expect.stringMatching(/, or ask the host to raise `CODERAG_MAX_OUTPUT_TOKENS`\.$/),
    });
});

test.each<[reason: Stopped["reason"], detail: string, explanation: string | undefined]>([
  ["no-answer", "I see no Cart.", "I see no Cart."],
  ["no-answer", "", undefined],
  ["refusal", "I must not.", "I must not."],
  ["repetition", "The model made one call again and again: read-file.", undefined],
  ["model-faults", "The checks refused 3 hand-ins of the model.", undefined],
])("of %s with %j the model's words are %j", (reason, detail, explanation) => {
  expect(stopped({ reason, detail }).explanation).toBe(explanation);
});

test.each<Stopped["reason"]>([
  "turns",
  "tokens",
  "money",
  "time",
  "cut-off",
  "repetition",
  "refusal",
  "model-faults",
])("a review that ends by %s speaks of no issue and no change", (reason) => {
  const { cause, cure } = declineStopped({ reason, detail: "", usage: noUsage, uses: [] }, ofReviews);
  expect(`${cause} ${cure}`).not.toMatch(/issue|what to change|question/);
});

test("what the checks said of the last try is kept", () => {
  const submission = {} as NonNullable<Stopped["partial"]>["submission"];
  const partial = { submission, changes: [], complaints: "a.py:2 does not parse" };
  expect(stopped({ reason: "repetition", detail: "", partial }).refused).toBe("a.py:2 does not parse");
});

test.each([
  ["http://10.0.0.5:8000/v1 sent nothing for 60 s, 4 times.", "The endpoint sent nothing for 60 s, 4 times."],
  ["redirects to http://10.0.0.5:8000.", "The endpoint redirects."],
  ["is at http://10.0.0.5/v1: no quota left", "The endpoint is at: no quota left."],
  ["at https://example.org/v1 is full", "The endpoint at https://example.org/v1 is full."],
])("an address in the host's own network is not told in a thread: %s", (said, told) => {
  const run = { owner: "o", name: "n" };
  const failure = { name: "ModelError", message: `The endpoint ${said}`, cure: "Later." };
  expect(failureEnd(run, failure, undefined)).toMatchObject({ cause: told });
});

test.each([
  ["LostAnswerError", "GitHub did not answer GET /repos/o/n.", /^GitHub did not answer/],
  ["RemoteGitError", "git fetch failed (exit code 128): error: 502", /^GitHub did not answer/],
  ["GitHubError", "GitHub answered 502 to GET /repos/o/n.", /^GitHub did not answer/],
  ["GitHubError", "GitHub answered 422 to GET /repos/o/n.", /a bug, not your mistake/],
  ["Error", "GitHub answered 502 to GET /repos/o/n.", /a bug, not your mistake/],
])("a %s, %s, is told as what it is", (name, message, cause) => {
  expect(failureEnd({ owner: "o", name: "n" }, { name, message }, undefined)).toMatchObject({
    cause: expect.stringMatching(cause),
  });
});

test("a failed run names its id once, for the host", () => {
  const run = { id: "0198-ab", issueNumber: 12, owner: "o", name: "n" };
  const end = failureEnd(run, { name: "Error", message: "x" }, undefined);
  const body = renderProgress({ ...begun(run, "implement"), end }).replace(/<!--.*?-->/gs, "");
  expect(body).toMatch(/send the host the run's id below\.\n\nRun `0198-ab`\.$/);
  expect(body.split(run.id)).toHaveLength(2);
});
