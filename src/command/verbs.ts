/** What GitHub's permission API says of a person, weakest first. */
export const permissions = ["none", "read", "triage", "write", "maintain", "admin"] as const;

export type Permission = (typeof permissions)[number];

export interface VerbFacts {
  /** One line of the help text. */
  readonly what: string;
  /** What stands after the verb in the help text. */
  readonly argument: string;
  /** The weakest permission that may command it. */
  readonly needs: Permission;
  /** True where the run may push a branch or open a pull request: refused on locked and closed issues. */
  readonly writes: boolean;
  /** Where it may be commanded. */
  readonly on: "pull-requests" | "both";
  /** `job`: a run of many steps with a comment of its own, one at a time in a repository. `answer`: said at once. */
  readonly work: "job" | "answer";
}

/** Every verb of `/coderag VERB`, in the order in which the help names them. */
const verbTable = {
  implement: {
    argument: "[HINT]",
    what: "writes what this issue asks for, as a draft pull request; on a pull request the same as `fix`",
    needs: "write",
    writes: true,
    on: "both",
    work: "job",
  },
  fix: {
    argument: "[WHAT, WHERE]",
    what: "changes this pull request as you say, with one commit on its branch; also from a line of its diff; without words it mends failed checks",
    needs: "write",
    writes: true,
    on: "pull-requests",
    work: "job",
  },
  suggest: {
    argument: "[HINT]",
    what: "reviews this pull request, with suggestions to commit with a click",
    needs: "write",
    writes: false,
    on: "pull-requests",
    work: "job",
  },
  ask: {
    argument: "[QUESTION]",
    what: "answers a question about this repository's code, with the lines that support the answer; without one it answers the issue",
    needs: "write",
    writes: false,
    on: "both",
    work: "job",
  },
  retry: {
    argument: "[HINT]",
    what: "runs the last command of this thread again, with what you add",
    needs: "write",
    writes: true,
    on: "both",
    work: "job",
  },
  undo: {
    argument: "",
    what: "takes back the last commit that CodeRAG made here",
    needs: "write",
    writes: true,
    on: "both",
    work: "job",
  },
  search: {
    argument: "[WORDS]",
    what: "finds public repositories worth learning from, and the files to read",
    needs: "write",
    writes: false,
    on: "both",
    work: "job",
  },
  examples: {
    argument: "[NAME[@VERSION]]",
    what: "shows how public code uses a dependency; without a name it keeps one issue for those that are new or have a new major version",
    needs: "write",
    writes: false,
    on: "both",
    work: "job",
  },
  cancel: {
    argument: "",
    what: "stops what is running here",
    needs: "write",
    writes: false,
    on: "both",
    work: "answer",
  },
  status: {
    argument: "",
    what: "says what is running here and how far it is",
    needs: "read",
    writes: false,
    on: "both",
    work: "answer",
  },
  help: {
    argument: "",
    what: "shows this text",
    needs: "read",
    writes: false,
    on: "both",
    work: "answer",
  },
} as const satisfies Record<string, VerbFacts>;

export type Verb = keyof typeof verbTable;

export const verbs = Object.keys(verbTable) as readonly Verb[];

type IsJob = { readonly work: "job" };

/** A verb that is carried out as a job. Each has a row in `src/jobs/job.ts` and a plan in `src/delivery/plans.ts`. */
export type JobVerb = { [V in Verb]: (typeof verbTable)[V] extends IsJob ? V : never }[Verb];

/** A job that has work of its own; `retry` has that of the command that it repeats. */
export type WorkVerb = Exclude<JobVerb, "retry">;

/** Whether a word, as stored with a run, is such a verb. */
export function isJobVerb(word: string): word is JobVerb {
  const facts: VerbFacts | undefined = Object.hasOwn(verbTable, word) ? verbTable[word as Verb] : undefined;
  return facts?.work === "job";
}

export const jobVerbs: readonly JobVerb[] = verbs.filter(isJobVerb);

/** What is known of a verb, by the shape that all verbs share. */
export function verbFacts(verb: Verb): VerbFacts {
  return verbTable[verb];
}
