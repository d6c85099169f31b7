/** What GitHub's permission API says of a person, weakest first. */
export const permissions = ["none", "read", "triage", "write", "maintain", "admin"] as const;

export type Permission = (typeof permissions)[number];

export interface VerbFacts {
  /** One line of the help text. */
  readonly what: string;
  /** What stands after the verb in the help text. */
  readonly argument: string;
  /** `later`: the verb is understood and answered, but this version cannot do it. */
  readonly availability: "now" | "later";
  /** The weakest permission that may command it. */
  readonly needs: Permission;
  /** True where the run may push a branch or open a pull request: refused on locked and closed issues. */
  readonly writes: boolean;
}

/** Every verb of `/coderag VERB`, in the order in which the help names them. */
export const verbTable = {
  implement: {
    argument: "[what to mind]",
    what: "writes what this issue asks for, as a draft pull request",
    availability: "now",
    needs: "write",
    writes: true,
  },
  cancel: {
    argument: "",
    what: "stops what is running for this issue",
    availability: "now",
    needs: "write",
    writes: false,
  },
  status: {
    argument: "",
    what: "says what is running for this issue and how far it is",
    availability: "now",
    needs: "read",
    writes: false,
  },
  help: { argument: "", what: "shows this text", availability: "now", needs: "read", writes: false },
  retry: {
    argument: "[what to mind]",
    what: "runs the last command again",
    availability: "later",
    needs: "write",
    writes: true,
  },
  undo: {
    argument: "",
    what: "takes back the last commit on our own branch",
    availability: "later",
    needs: "write",
    writes: true,
  },
  search: {
    argument: "WORDS",
    what: "posts a summary of public repositories worth learning from",
    availability: "later",
    needs: "write",
    writes: false,
  },
  suggest: {
    argument: "[what to mind]",
    what: "reviews a pull request with changes to accept one by one",
    availability: "later",
    needs: "write",
    writes: false,
  },
  examples: {
    argument: "WORDS",
    what: "shows how public code uses a dependency",
    availability: "later",
    needs: "write",
    writes: false,
  },
  ask: {
    argument: "QUESTION",
    what: "answers a question about this repository",
    availability: "later",
    needs: "write",
    writes: false,
  },
} as const satisfies Record<string, VerbFacts>;

export type Verb = keyof typeof verbTable;

export const verbs = Object.keys(verbTable) as readonly Verb[];

/** What is known of a verb, by the shape that all verbs share. */
export function verbFacts(verb: Verb): VerbFacts {
  return verbTable[verb];
}
