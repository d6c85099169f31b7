import type { Reader } from "../settings.ts";

/** `CODERAG_FORMAT`: whether the lines that a change touched are laid out by the language's formatter. */
export function readFormatChoice(read: Reader): "on" | "off" {
  const given = read.text("CODERAG_FORMAT") ?? "off";
  if (given !== "on" && given !== "off") read.problem("CODERAG_FORMAT must be on or off.");
  return given === "on" ? "on" : "off";
}
