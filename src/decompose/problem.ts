import { z } from "zod";
import { UserError } from "../errors.ts";
import type { Comparison } from "./same-output.ts";

/** A task with tests that can be seen beforehand and tests that judge in the end, as programming contests have them. */
export interface Problem {
  readonly name: string;
  /** In Markdown, TeX or plain words. Untrusted. */
  readonly statement: string;
  readonly publicTests: readonly ProgramTest[];
  readonly privateTests: readonly ProgramTest[];
  /** For each test. */
  readonly seconds: number;
  readonly memoryBytes: number;
  /** Of what is printed with what is expected; the usual one unless given. */
  readonly comparison?: Comparison;
}

/** What a program reads from standard input, and what it should print. */
export interface ProgramTest {
  readonly input: string;
  readonly output: string;
}

/** Limits of contests are made for compiled languages: a program in Python gets several times as long. */
const slowness = 5;
/** Seconds and bytes where a problem names none, and the bounds of both. */
const usual = { seconds: 2, memoryBytes: 2 ** 30 };
const least = { seconds: 2, memoryBytes: 2 ** 28 };
const most = { seconds: 60, memoryBytes: 2 ** 31 };

/** The limits of a problem as its makers gave them, as those of a program in Python. */
export const limitsFrom = (
  seconds = usual.seconds,
  memoryBytes = usual.memoryBytes,
): Pick<Problem, "seconds" | "memoryBytes"> => ({
  seconds: Math.min(most.seconds, Math.max(least.seconds, seconds * slowness)),
  memoryBytes: Math.min(most.memoryBytes, Math.max(least.memoryBytes, memoryBytes)),
});

const pairs = z.array(z.object({ input: z.string(), output: z.string() }));
const columns = z
  .object({ input: z.array(z.string()), output: z.array(z.string()) })
  .refine(({ input, output }) => input.length === output.length, "has more inputs than outputs, or fewer")
  .transform(({ input, output }) => input.map((one, at) => ({ input: one, output: output[at]! })));
const tests = z.union([pairs, columns]);
const seconds = z.union([
  z.number().nonnegative(),
  z
    .object({ seconds: z.number(), nanos: z.number().default(0) })
    .transform(({ seconds, nanos }) => seconds + nanos / 1e9),
]);

/** CodeContests' names of fields; its `generated_tests` judge as private ones do. */
const schema = z.object({
  name: z.string().default("problem"),
  description: z.string().min(1),
  public_tests: tests,
  private_tests: tests.default([]),
  generated_tests: tests.default([]),
  time_limit: seconds.nullish(),
  memory_limit_bytes: z.number().nonnegative().nullish(),
});

/**
 * The problems of a JSON file, or of a file with one JSON object a line, with the fields of CodeContests: `description`,
 * `public_tests`, `private_tests`. Throws a `UserError` that names the place.
 */
export function parseProblems(text: string, file: string): readonly Problem[] {
  const whole = jsonOf(text);
  if (whole !== undefined)
    return [whole].flat().map((value, at) => problemOf(value, `${file}, problem ${at + 1}`));
  const lines = text.split("\n").flatMap((line, at) => (line.trim() === "" ? [] : [{ line, at: at + 1 }]));
  if (lines.length === 0) throw new UserError(`${file} is empty.`, shape);
  return lines.map(({ line, at }) => problemOf(jsonOf(line), `${file}, line ${at}`));
}

const shape =
  'A problem is a JSON object with "description" and "public_tests" ({"input": [...], "output": [...]}), and perhaps "private_tests", "name" and "time_limit".';

function problemOf(value: unknown, place: string): Problem {
  const { success, data, error } = schema.safeParse(value);
  if (!success) {
    const [issue] = error.issues;
    const field = issue?.path.join(".");
    throw new UserError(
      `${place}: ${value === undefined ? "no JSON" : `${field || "it"}: ${issue?.message}`}.`,
      shape,
    );
  }
  const { name, description: statement, public_tests: publicTests } = data;
  if (publicTests.length === 0) throw new UserError(`${place}: there are no public tests.`, withoutPublic);
  const privateTests = [...data.private_tests, ...data.generated_tests];
  // The data set comes of a format in which a number that nobody gave is 0.
  const limits = limitsFrom(data.time_limit || undefined, data.memory_limit_bytes || undefined);
  return { name, statement, publicTests, privateTests, ...limits };
}

export const withoutPublic =
  "Give at least one: the examples in its statement are public tests. Programs are judged by them before they are shown.";

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
