import { z } from "zod";

/**
 * What `coderag context --json` prints and the tool `context` of `coderag mcp` answers. Fields are added, never renamed
 * or taken away, while `version` stays 1. Lines are 1-based and inclusive, paths start at the top of the repository.
 */

const reason = z.object({
  signal: z.string().describe("Stable name, for --without"),
  text: z.string().describe("The same in words"),
  share: z.number().describe("Its part of the logarithm of the score"),
});

const definition = z.object({
  id: z.string().describe("src/a.py#Parser.parse; of a file its path"),
  kind: z.enum(["Module", "Class", "Method", "Function"]),
  path: z.string(),
  startLine: z.number(),
  endLine: z.number(),
  signature: z.string().describe("On one line; empty for a file"),
  score: z.number().describe("1 for the best of its list"),
  reasons: z.array(reason),
});

const newPlace = z.object({
  folder: z.string(),
  beside: z.array(z.string()),
  score: z.number(),
  reasons: z.array(z.string()),
});

export const placesShape = {
  files: z.array(definition),
  definitions: z.array(definition),
  newPlaces: z.array(newPlace),
};

const repositoryShape = z.object({
  directory: z.string(),
  commit: z.string().nullable().describe("null: a folder that is no git repository"),
  uncommitted: z.number().describe("Files read as they stand on the disk, not as committed"),
});

export const contextShape = {
  version: z.literal(1),
  repository: repositoryShape,
  requirement: z.string(),
  retrieval: z.enum(["none", "bm25", "embedding", "graph", "bigraph"]),
  target: z.string().nullable().describe("Id of the place that was given by --at; null: it was looked for"),
  places: z.object(placesShape).describe("Where the change belongs"),
  support: z.array(definition).describe("What the new code will probably call or build on"),
  passages: z.array(
    z.object({
      path: z.string(),
      startLine: z.number(),
      endLine: z.number(),
      kind: z.enum(["body", "signature", "outline", "file-head"]),
      node: z.string().nullable(),
      route: z.string().describe("How it was found"),
      tokens: z.number(),
      text: z.string().describe("The lines as they stand"),
    }),
  ),
  ran: z
    .object({
      own: z.number().describe("Functions of the repository that ran"),
      others: z.number().describe("Functions of others in the trace"),
      tree: z
        .string()
        .describe("Each function below its caller, in the order of first calls: name path:line"),
      tokens: z.number(),
      notes: z.array(z.string()),
    })
    .nullable()
    .describe("What a recorded run says; null: none was given"),
  leftOut: z.array(z.object({ what: z.string(), why: z.string(), tokens: z.number() })),
  tokens: z.number().describe("Of all passages, and of what ran"),
  budget: z.number(),
  milliseconds: z.object({ graph: z.number(), index: z.number(), answer: z.number() }),
};

export const contextAnswer = z.object(contextShape);

export type ContextAnswer = z.infer<typeof contextAnswer>;
export type ShownDefinition = z.infer<typeof definition>;
export type Places = ContextAnswer["places"];
