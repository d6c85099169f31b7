import { parse as parseToml, TomlError } from "smol-toml";
import { parse as parseYaml, YAMLError } from "yaml";
import { unlessTooDeep } from "../source/nesting.ts";

/** Characters of a configuration file; a hand-written one is far smaller. */
const largest = 64_000;
const deepest = 60;
/** Nobody reads the faults, and to say where they stand costs a walk through the file for each. */
export const quiet = { logLevel: "silent", prettyErrors: false } as const;

/** What a file says, as a value; undefined where it does not parse or is no such file (security.md D03). */
export function parseSettings(format: "json" | "yaml" | "toml", text: string): unknown {
  if (text.length > largest) return undefined;
  try {
    if (format === "json") return JSON.parse(text);
    if (format === "toml") return parseToml(text);
    const options = { uniqueKeys: false, maxAliasCount: 20, schema: "core", ...quiet } as const;
    return unlessTooDeep(text, deepest, (): unknown => parseYaml(text, options));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TomlError || error instanceof YAMLError)
      return undefined;
    // The bound on aliases is told by a plain error of the first name, the end of the stack by the second.
    if (error instanceof ReferenceError || error instanceof RangeError) return undefined;
    throw error;
  }
}
