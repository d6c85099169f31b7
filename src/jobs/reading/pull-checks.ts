/**
 * What the builds of a pull request say, for a request that is about them: the public tests of a change that is there
 * already (CodeChain's revision from failing tests, with the repository's own). Texts are strangers'.
 */
import { takeFlags } from "../../command/flags.ts";
import type { Place } from "../../context/changed-places.ts";
import type { ChecksTold } from "../../delivery/checks-list.ts";
import { codeBlock } from "../../delivery/code.ts";
import type { CheckDetails, CommitChecks, UnreadChecks } from "../../github/builds/commit-checks.ts";
import type { ForgeReader } from "../../github/forge.ts";
import { capped } from "../../llm/untrusted.ts";
import type { Request } from "../../retrieval/request.ts";
import { counted, firstOf } from "../../source/counted.ts";
import { oneLine } from "../../source/lines.ts";
import type { JobRun } from "../job-run.ts";
import { failureInLog } from "./job-log.ts";

/** Survives JSON. */
export type PullChecks = UnreadChecks | ReadChecks;

interface ReadChecks extends Pick<CommitChecks, "passed" | "unfinished" | "unread" | "lacking"> {
  readonly failed: readonly ReadCheck[];
}

export interface ReadCheck {
  readonly name: string;
  /** What it says; absent where it says the same as `alike`, or was not looked into. */
  readonly text?: string;
  /** Another one with the same failures. */
  readonly alike?: string;
  /** It fails at the base, too. */
  readonly onBase?: true;
  /** Another run of it passed on the same commit. */
  readonly alsoPassed?: true;
  /** Lines that it complains of. */
  readonly places: readonly Place[];
}

/** Characters of one check and of all; of what it says of itself; lines that it complains of, names that are told. */
const most = { check: 6_000, all: 16_000, said: 800, annotation: 400, annotations: 20, names: 12 };

const subjects =
  "checks?|builds?|pipelines?|workflows?|jobs?|(?:unit |integration )?tests?|specs?|lint(?:er|ers|ing|s)?|type[ -]?check\\w*|compil\\w*";
const aboutCi = /\bCI\b/;
const subject = new RegExp(`\\b(?:${subjects})\\b`, "i");
const isRed =
  /\b(?:fail\w*|red|broken?|breaks?|breaking|errors?|crash\w*|pass(?:es|ing)?|green|flak[ey]\w*|tim(?:ed?|es|ing) ?out)\b/i;
const subjectAlone = new RegExp(
  `^\\s*(?:(?:the|our|these|those|all|its)\\s+)?(?:${subjects})(?:\\s+please)?\\W*$`,
  "i",
);

/** Whether a request is about what builds say: it says nothing at all (of a whole pull request), or speaks of them. */
export function asksOfChecks({ request, place }: Pick<JobRun, "request" | "place">): boolean {
  const words = takeFlags(request).rest;
  if (words === "") return place === undefined;
  return (
    aboutCi.test(words) ||
    subjectAlone.test(words) ||
    words.split("\n").some((line) => subject.test(line) && isRed.test(line))
  );
}

/** The checks of a pull request's head, and which of them fail at its base as well. */
export async function readPullChecks(
  { head, base }: { readonly head: string; readonly base: string },
  reader: Pick<ForgeReader, "checks">,
): Promise<PullChecks> {
  const found = await reader.checks(head, { detail: true });
  if (typeof found === "string") return found;
  const { failed, ...counts } = found;
  const before = failed.length === 0 ? undefined : await reader.checks(base, { detail: false });
  const red = new Set(typeof before === "object" ? before.failed.map(({ name }) => name) : []);
  const known = new Map<string, string>();
  const told = failed.map(({ name: given, details, alsoPassed }) => {
    const name = oneLine(given);
    const elsewhere = { ...(red.has(given) && { onBase: true as const }), ...(alsoPassed && { alsoPassed }) };
    const check = { name, places: [], ...elsewhere };
    if (!details) return { check };
    const key = textOf(details, most.check).failures.join("\n");
    const alike = key === "" ? undefined : known.get(key);
    if (alike !== undefined) return { check: { ...check, alike } };
    known.set(key, name);
    return { check, details };
  });
  // Shared by those that say something of their own: of a job of a matrix that fails in every row there is one.
  let room = most.all;
  let waiting = told.filter(({ details }) => details).length;
  const read = told.map(({ check, details }): ReadCheck => {
    if (!details) return check;
    const { text } = textOf(details, Math.min(most.check, Math.floor(room / waiting--)));
    room -= text.length;
    return { ...check, text, places: details.annotations.slice(0, most.annotations) };
  });
  return { ...counts, failed: read };
}

/** Whether a check failed that does not fail without the change. */
export const isToBlame = (checks: PullChecks | undefined): boolean =>
  typeof checks === "object" && checks.failed.some(({ onBase }) => !onBase);

/** Of the runner, not of a file: that a step ended with a number. */
const saysNothing = /^(?:Error: )?(?:The )?(?:process|command).*(?:exit code|status) \d+\.?$/i;

function textOf({ said, annotations, log, skipped }: CheckDetails, room: number) {
  const marked = annotations
    .filter(({ message }) => !saysNothing.test(message.trim()))
    .slice(0, most.annotations)
    .map(({ path, line, message }) => `${path}:${line}: ${oneLine(message).slice(0, most.annotation)}`);
  const whole = [...marked, capped(said, most.said)].filter((part) => part.trim() !== "").join("\n");
  const head = capped(whole, log === undefined ? room : Math.floor(room / 2));
  const { text, failures } = log === undefined ? nothing : failureInLog(log, room - head.length);
  const gap = skipped > 0 ? `[... the first ${skipped} bytes of the log were not read ...]\n` : "";
  return {
    text: [head, text === "" ? "" : `${gap}${text}`].filter(Boolean).join("\n\n"),
    failures: [...marked, ...failures],
  };
}

const nothing = { text: "", failures: [] };

/** In words, for the model. All of it is data. */
export function describeChecks(checks: PullChecks): string {
  if (typeof checks === "string") return "What its checks say could not be read.";
  const { failed, passed, unfinished, unread, lacking } = checks;
  const texts = failed.filter(({ text }) => text !== undefined);
  const others = failed.filter(({ text }) => text === undefined);
  return [
    `Its checks at this commit: ${failed.length} failed, ${passed} passed, ${unfinished} not done yet${unread > 0 ? `, ${unread} not looked at` : ""}${lacking && failed.length === 0 ? `; its ${lacking.kind} could not be read` : ""}.`,
    ...texts.map(
      (check) => `Check "${check.name}" failed${whereElse(check)}:\n${check.text || "(it says no more)"}`,
    ),
    ...(others.length === 0
      ? []
      : [`Also failed: ${listed(others.map((check) => `"${check.name}"${whereElse(check)}`))}.`]),
  ].join("\n\n");
}

const listed = (names: readonly string[]): string =>
  firstOf(names, most.names, (left) => `${left} more`).join(", ");

const whereElse = ({ onBase, alsoPassed, alike }: ReadCheck): string =>
  [
    alike === undefined ? "" : ` like "${alike}"`,
    onBase ? ", and at the base of the pull request, too" : "",
    alsoPassed ? ", while another run of it passed on this commit" : "",
  ].join("");

/**
 * What is asked for. Without a word in a conversation on the diff, what was said there (`thread`); on a pull request
 * whose checks failed, that they pass.
 */
export function wordsOf(
  { request, place }: Pick<JobRun, "request" | "place">,
  checks: PullChecks | undefined,
  thread: readonly unknown[] = [],
): string {
  const words = takeFlags(request).rest;
  if (words === "" && place && thread.length > 0) return asSaid;
  if (words !== "" || place || typeof checks !== "object" || checks.failed.length === 0) return words;
  return makeThemPass(checks);
}

/** Stands for the maintainer's words, who was there when the others were written. */
export const asSaid = "Do what this conversation asks for.";

/** Stands for the maintainer's words, so nothing of a stranger is in it, such as what a pull request calls its jobs. */
const makeThemPass = ({ failed }: ReadChecks): string =>
  failed.length === 1
    ? "Make the failed check of this pull request pass."
    : `Make the ${failed.length} failed checks of this pull request pass.`;

/** The request with what checks say, where code is looked for: their traces and names lead to it, our own words do not. */
export function withChecks<Asked extends Request>(request: Asked, checks: PullChecks | undefined): Asked {
  if (typeof checks !== "object" || checks.failed.length === 0) return request;
  const said = checks.failed.flatMap(({ text }) => (text ? [{ body: codeBlock(text) }] : []));
  const isOurs = request.instruction === makeThemPass(checks);
  return {
    ...request,
    ...(isOurs && { instruction: "" }),
    comments: [...request.comments, ...said],
  };
}

/** For people: which checks the model was told of. */
export function checksTold(checks: PullChecks | undefined): ChecksTold | undefined {
  if (checks === undefined) return undefined;
  if (typeof checks === "string") return { failed: [], note: `They were not read: ${whyUnread[checks]}.` };
  const { failed, unfinished } = checks;
  const notes = [
    ...(unfinished > 0 ? [`${counted(unfinished, "check")} had not ended.`] : []),
    ...lackingNotes(checks),
  ];
  return failed.length === 0 && notes.length === 0
    ? undefined
    : { failed, note: notes.join(" ") || undefined };
}

/** For people: that what a question is about was not read. */
export function unreadChecks(checks: PullChecks | undefined): readonly string[] {
  if (typeof checks === "string")
    return [`The checks of this pull request were not read: ${whyUnread[checks]}.`];
  return checks ? lackingNotes(checks) : [];
}

/** Said where nothing else failed: then what somebody sees in red may be among what was not read. */
const lackingNotes = ({ failed, lacking }: ReadChecks): readonly string[] =>
  lacking && failed.length === 0
    ? [`Its ${lacking.kind}, with which some builds report, were not read: ${whyUnread[lacking.why]}.`]
    : [];

const whyUnread: Readonly<Record<UnreadChecks, string>> = {
  withheld: "CodeRAG may not read them here",
  unanswered: "GitHub did not answer",
};
