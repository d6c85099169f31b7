import type { z } from "zod";
import { largestConfig } from "../source/config-file.ts";
import { splitByteOrderMark } from "../source/lines.ts";
import { nearestNames } from "../source/near-names.ts";
import { settingsAt } from "./json-schema.ts";
import { type RepositoryConfig, repositoryConfigSchema } from "./schema.ts";
import { readYaml } from "./yaml-value.ts";

/** One thing that is wrong in the file. `problem` is a sentence and may quote the file: it is not safe Markdown. */
export interface ConfigFault {
  readonly line: number;
  readonly problem: string;
}

export type ReadConfig =
  | { readonly kind: "config"; readonly config: RepositoryConfig }
  | { readonly kind: "faulty"; readonly faults: readonly ConfigFault[] };

const mostFaults = 5;

/**
 * Reads a repository's configuration. Pure, never throws, in time that its size bounds. `offered`: the models that the
 * host lets repositories choose; undefined: whatever they name. An empty file decides nothing.
 */
export function readRepositoryConfig(text: string, offered: readonly string[] | undefined): ReadConfig {
  if (Buffer.byteLength(text) > largestConfig)
    return faulty([{ line: 1, problem: `The file is larger than ${largestConfig / 1024} KB.` }]);
  const yaml = readYaml(splitByteOrderMark(text).body);
  if (yaml.kind === "fault") return faulty([yaml]);
  const parsed = repositoryConfigSchema.safeParse(yaml.value);
  if (!parsed.success) return faulty(parsed.error.issues.flatMap((issue) => faultsOf(issue, yaml.lineOf)));
  const foreign = Object.entries(parsed.data.models).filter(([, name]) => name && !offered?.includes(name));
  if (offered === undefined || foreign.length === 0) return { kind: "config", config: parsed.data };
  const offer = offered.length === 0 ? "none" : offered.join(", ");
  return faulty(
    foreign.map(([verb]) => ({
      line: yaml.lineOf(["models", verb]),
      problem: `models.${verb} names a model that this CodeRAG does not offer; it offers: ${offer}.`,
    })),
  );
}

const faulty = (faults: readonly ConfigFault[]): ReadConfig => ({
  kind: "faulty",
  faults: faults.slice(0, mostFaults).map(({ line, problem }) => ({ line, problem })),
});

function faultsOf(issue: z.core.$ZodIssue, lineOf: (path: readonly PropertyKey[]) => number): ConfigFault[] {
  const name = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    const settings = settingsAt(issue.path);
    return issue.keys.map((key) => {
      const full = [...issue.path, key];
      const [near] = nearestNames(settings, key, 1);
      const meant = near === undefined ? "" : ` (${near} is one)`;
      return {
        line: lineOf(full),
        problem: `${full.map(String).join(".").slice(0, 120)} is not a setting${meant}.`,
      };
    });
  }
  return [{ line: lineOf(issue.path), problem: `${name === "" ? "The file" : name} ${issue.message}.` }];
}
