import { plainJson } from "../../source/json-with-comments.ts";
import type { Pointed } from "../draw.ts";
import { firstLine, placeOf } from "./place.ts";

/** Where JSON does not parse: at most one place. `lenient`: comments and trailing commas are read over. */
export function jsonFaults(text: string, reading: "strict" | "lenient"): readonly Pointed[] {
  const body = reading === "strict" ? text : plainJson(text);
  try {
    JSON.parse(body);
    return [];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = /at position (\d+)/.exec(error.message)?.[1];
    const message = error.message.replace(
      / in JSON at position.*| \(line \d+ column \d+\)|^JSON\.parse: /gs,
      "",
    );
    const offset = position === undefined ? body.trimEnd().length : Number(position);
    return [{ ...placeOf(text, offset), message: firstLine(message) }];
  }
}
