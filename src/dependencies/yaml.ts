import { parse } from "yaml";

/** The parser needs a second for some tens of kilobytes that somebody made for it. */
const kinds = {
  /** Written by people. */
  file: { characters: 100_000, aliases: 100 },
  /** Cut out of a lock file, where programs write no alias. */
  part: { characters: 1_500_000, aliases: 0 },
};

/**
 * What a stranger's YAML says. Nothing of it is written to the log, and keys are not compared pair by pair.
 * @throws where it is no YAML, or longer than is read
 */
export function parseYaml(text: string, kind: keyof typeof kinds): unknown {
  const { characters, aliases: maxAliasCount } = kinds[kind];
  if (text.length > characters)
    throw new Error(`it has ${text.length} characters of YAML, and ${characters} are read at most`);
  return parse(text, { uniqueKeys: false, maxAliasCount, logLevel: "error", prettyErrors: false });
}
