/**
 * `.github/coderag.yml`: what a repository decides for itself. Nothing in it widens what the host allows: limits only
 * go down, protected paths only grow, models come from the host's list. Keys of the host are not in it at all.
 */
import { z } from "zod";
import { mostAttempts } from "../command/flags.ts";
import { type Verb, verbFacts, verbs } from "../command/verbs.ts";

const onOff = z.boolean({ error: "must be true or false" });
const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
};
const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `must be one of ${words.join(", ")}` });

const glob = z.string({ error: "must be a text" }).regex(/^(?!\.{1,2}\/)[^!\s\0][^\0\n]{0,199}$/, {
  error:
    "must be a path or a glob of at most 200 characters, from the top and without ./; exceptions with ! are not known",
});
const globs = z
  .array(glob, { error: "must be a list of globs" })
  .max(100, { error: "has more than 100 entries" });
const modelName = z
  .string({ error: "must be a text" })
  .regex(/^\S{1,200}$/, { error: "must be the name of a model" });

const occasions = ["opened", "ready", "pushed"] as const;

/** `help`, `status` and `cancel` are always there. */
const works = verbs.filter((verb) => verbFacts(verb).work === "job");
const forVerbs = <Value extends z.ZodType>(value: Value) =>
  Object.fromEntries(works.map((verb) => [verb, value.optional()])) as Record<Verb, z.ZodOptional<Value>>;

const group = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === "invalid_type" ? "must hold settings, one a line" : undefined),
  });

export const repositoryConfigSchema = group({
  verbs: group(forVerbs(onOff))
    .default({})
    .describe("Verbs that are switched off here: `search: false`. The others stay on."),
  suggestions: group({
    automatic: z
      .array(oneOf(occasions), { error: `must be a list of ${occasions.join(", ")}` })
      .max(3, { error: `must be a list of ${occasions.join(", ")}` })
      .default([])
      .describe(
        "When a pull request is reviewed without a command: when it is opened, ready for review, or gets new commits.",
      ),
    most: whole(1, 10).default(5).describe("Suggestions in one review at most."),
  })
    .prefault({})
    .describe("Suggestions on pull requests."),
  drafts: group({
    attempts: whole(1, mostAttempts)
      .default(1)
      .describe(
        "How often `implement` writes a change, where the host runs the tests of this repository, before it takes the best; the limits of a run hold for all of them together.",
      ),
  })
    .prefault({})
    .describe("Drafts for issues."),
  commits: group({
    forks: onOff
      .default(false)
      .describe(
        "Whether `fix` may push to the branch of a pull request from a fork, where its author lets maintainers edit it and the App is installed on the fork.",
      ),
  })
    .prefault({})
    .describe("Commits on the branches of pull requests."),
  limits: group({
    files: whole(1, 100).optional().describe("Files that one change may touch."),
    tokens: whole(1_000, 1_000_000_000).optional().describe("Input and output tokens of one run."),
    cost: z
      .number({ error: "must be an amount in US dollars" })
      .min(0.01, { error: "must be an amount in US dollars" })
      .max(10_000, { error: "must be an amount in US dollars" })
      .optional()
      .describe("US dollars of one run, where the price of the model is known."),
    minutes: whole(1, 1440).optional().describe("Minutes of model and tool time of one run."),
    turns: whole(1, 1000).optional().describe("Turns of the model in one run."),
  })
    .default({})
    .describe("What one run may use; the host's own limits hold as well."),
  paths: group({
    ignore: globs.default([]).describe("Files that are not read, shown, reviewed or changed."),
    protect: globs.default([]).describe("Files that are read but never changed."),
  })
    .prefault({})
    .describe("Globs as in .gitignore: a folder stands for all below it."),
  packages: group({
    add: onOff
      .default(false)
      .describe(
        "Whether a draft or a fix may add packages to manifests and change their versions, where the host lets registries be asked. Lock files stay as they are.",
      ),
  })
    .prefault({})
    .describe("What a change may do with the packages that this repository uses."),
  models: group({
    default: modelName.optional().describe("For every verb that is not named here."),
    ...forVerbs(modelName),
  })
    .default({})
    .describe("Which model works for which verb, out of those that the host offers."),
  language: z
    .string({ error: "must be a language tag like de or pt-BR" })
    .refine(isLanguage, { error: "must be a language tag like de or pt-BR" })
    .default("en")
    .describe("Language of what the model writes to people. Code and fixed words stay as they are."),
  format: onOff
    .default(true)
    .describe("Whether changed lines are formatted as the project formats its code."),
  examples: group({
    schedule: oneOf(["off", "daily", "weekly", "monthly"])
      .default("weekly")
      .describe(
        "How often the issue with examples of dependencies is brought up to date, once `/coderag examples` has begun it.",
      ),
    pullRequests: onOff
      .default(false)
      .describe(
        "Whether a bot's pull request that takes a new major version of a dependency gets one comment with examples.",
      ),
  })
    .prefault({})
    .describe("Examples of how public code uses this repository's dependencies."),
});

/** A repository's decisions, every default filled in. Plain JSON. */
export type RepositoryConfig = z.output<typeof repositoryConfigSchema>;

/** What holds where a repository decides nothing. */
export const usualConfig: RepositoryConfig = repositoryConfigSchema.parse({});

function isLanguage(tag: string): boolean {
  return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(tag) && languageName(tag) !== undefined;
}

/** `de` is `German`; undefined for what is no language. */
export function languageName(tag: string): string | undefined {
  try {
    return new Intl.DisplayNames("en", { type: "language", fallback: "none" }).of(tag);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
