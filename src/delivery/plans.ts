import type { WorkVerb } from "../command/verbs.ts";

/** Every stage that a run of any verb may go through. */
export const stages = [
  "authorise",
  "acknowledge",
  "clone",
  "index",
  "retrieve",
  "search",
  "read",
  "choose",
  "reason",
  "gate",
  "publish",
  "report",
] as const;

export type Stage = (typeof stages)[number];

/** Stages in the order in which they are gone through, with the words that people read. */
export type Plan = Readonly<Partial<Record<Stage, string>>>;

const begin = { authorise: "Check who asks", acknowledge: "Say that the command was seen" } as const;
const know = { clone: "Check out the repository", index: "Draw its code graph" } as const;

/** The check-list of each verb in its one comment. */
export const plans: Readonly<Record<WorkVerb, Plan>> = {
  implement: {
    ...begin,
    ...know,
    retrieve: "Find the code that the request needs",
    reason: "Work out the change",
    gate: "Check the change",
    publish: "Open the draft pull request",
    report: "Report",
  },
  fix: {
    ...begin,
    ...know,
    retrieve: "Find the code that the request needs",
    reason: "Work out the change",
    gate: "Check the change",
    publish: "Push one commit to the pull request",
    report: "Report",
  },
  ask: {
    ...begin,
    ...know,
    retrieve: "Find the code that the question is about",
    reason: "Work out the answer",
    gate: "Check that its sources say what they are quoted for",
    report: "Report",
  },
  undo: { ...begin, publish: "Take the last commit back", report: "Report" },
  examples: {
    ...begin,
    clone: "Check out the repository",
    index: "Find what it calls of the dependency",
    search: "Look it up in public code",
    report: "Report",
  },
  search: {
    ...begin,
    search: "Search public repositories",
    read: "Read what was found",
    choose: "Choose repositories and files",
    report: "Report",
  },
  suggest: {
    ...begin,
    clone: "Read the pull request",
    index: "Draw its code graph",
    retrieve: "Find its place in the repository",
    reason: "Look for faults",
    gate: "Read each finding a second time, apply and check its cure",
    publish: "Post the review",
    report: "Report",
  },
};

/** What stands around the work of every run: people read of it only where a run ended there. */
export const around: readonly Stage[] = ["authorise", "acknowledge", "report"];

/** The plan of a verb as rows, in order. */
export function planOf(verb: WorkVerb): readonly (readonly [stage: Stage, title: string])[] {
  return Object.entries(plans[verb]) as readonly [Stage, string][];
}
