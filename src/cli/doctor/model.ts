import type { ModelProbe } from "../../llm/probe.ts";
import type { Check } from "./check.ts";

/** What the model endpoint can do. `model` is the name that is configured. */
export function checkModel(model: string, probe: ModelProbe): Check {
  const name = "model";
  const told = { ...(probe.cure !== undefined && { cure: probe.cure }) };
  const problem = (probe.problem ?? "").replace(/\.$/, "");
  if (!probe.reachable)
    return { name, state: "failed", detail: problem || "the endpoint does not answer", ...told };
  const unlisted = probe.models.length > 0 && !probe.models.includes(model);
  if (!probe.chat)
    return {
      name,
      state: "failed",
      detail: problem || `${model} does not answer`,
      ...told,
      ...(unlisted && { cure: `Set CODERAG_MODEL to one that the endpoint lists: ${listed(probe.models)}.` }),
    };
  if (probe.tools && !probe.goesOn)
    return {
      ...{ name, state: "failed" },
      detail: `${model} calls a tool and does not take the answer: ${problem || "it gives no reason"}`,
      ...told,
    };
  const lacks = [
    ...(probe.tools ? [] : ["tools"]),
    ...(probe.streaming ? [] : ["streaming"]),
    ...(probe.usage ? [] : ["a count of used tokens (it is estimated)"]),
  ];
  if (lacks.length === 0)
    return { name, state: "ok", detail: `${model} answers, with tools, streaming and usage` };
  return {
    name,
    state: "warning",
    detail: problem || `${model} answers, without ${lacks.join(" and ")}`,
    ...told,
  };
}

/** Of models without a known price no cost is shown or held back. */
export function checkPrices(unpriced: readonly string[]): readonly Check[] {
  const [first] = unpriced;
  if (first === undefined) return [];
  return [
    {
      ...{ name: "prices", state: "warning" },
      detail: `the price of ${listed(unpriced)} is not known: no cost is shown, and CODERAG_MAX_COST does not hold`,
      cure: `Set CODERAG_PRICES, in US dollars per million tokens: {${JSON.stringify(first)}:{"input":1,"output":4}}; 0 for a model that costs nothing.`,
    },
  ];
}

/** For an installation without a model: what needs none still works. */
export const noModel: Check = {
  name: "model",
  state: "warning",
  detail: "none is configured: search and context work, implement does not",
  cure: "Set CODERAG_MODEL, OPENAI_API_KEY and, unless it is OpenAI's, OPENAI_BASE_URL.",
};

function listed(models: readonly string[]): string {
  const shown = models.slice(0, 8).join(", ");
  return models.length > 8 ? `${shown} and ${models.length - 8} more` : shown;
}
