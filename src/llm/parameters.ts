/** Further fields of every request to a model's endpoint, as the host gives them: how hard it thinks, who may serve it. */
export type ModelParameters = Readonly<Record<string, unknown>>;

/** Which model is asked, and with what. */
export interface AskedModel {
  readonly model: string;
  readonly parameters?: ModelParameters | undefined;
}

/** What the product itself says in a request, or could not read an answer to; of the Responses API, too. */
const ours = new Set([
  ...["model", "messages", "tools", "tool_choice", "stream", "stream_options", "n", "response_format"],
  ...["input", "store", "include", "instructions", "previous_response_id", "background"],
]);
const limits = new Set(["max_tokens", "max_completion_tokens", "max_output_tokens"]);

/** Reads `{"reasoning_effort": "high"}`. Throws an Error with one sentence of cause and cure. */
export function readParameters(json: string): ModelParameters {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new Error('It is not JSON. Write {"reasoning_effort":"high"}.');
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error('It must be an object of fields: {"reasoning_effort":"high"}.');
  for (const name of Object.keys(value)) {
    if (ours.has(name)) throw new Error(`${name} is set by CodeRAG: leave it out.`);
    if (limits.has(name)) throw new Error(`Set CODERAG_MAX_OUTPUT_TOKENS in place of ${name}.`);
  }
  return value as ModelParameters;
}
