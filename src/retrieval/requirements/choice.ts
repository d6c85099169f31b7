import type { Reader } from "../../settings.ts";

/** `CODERAG_REQUIREMENTS`: who cuts a request into requirements and labels candidates: rules, which cost nothing, or the model. */
export function readRequirementsChoice(read: Reader): "rules" | "model" {
  const given = read.text("CODERAG_REQUIREMENTS") ?? "rules";
  if (given !== "rules" && given !== "model") read.problem("CODERAG_REQUIREMENTS must be rules or model.");
  return given === "model" ? "model" : "rules";
}
