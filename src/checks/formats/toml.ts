import { parse, TomlError } from "smol-toml";
import type { Pointed } from "../draw.ts";
import { firstLine } from "./place.ts";

const largest = 500_000;

/** Where TOML does not parse: at most one place; undefined beyond the limit. */
export function tomlFaults(text: string): readonly Pointed[] | undefined {
  if (text.length > largest) return undefined;
  try {
    parse(text);
    return [];
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const message = firstLine(error.message.replace(/^Invalid TOML document: /, ""));
    return [{ line: error.line, column: error.column, message }];
  }
}
