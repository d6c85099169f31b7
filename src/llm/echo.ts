import { isObject } from "../source/json-object.ts";

/**
 * What an endpoint gives beside an answer and wants to see again with it: its model's reasoning, or a signature of it.
 * Where it is missing, DeepSeek's and Moonshot's thinking models and Gemini 3 refuse the turn after a tool call, and
 * others forget why they asked. It is passed on as it came, and nobody else reads it.
 */
export type Echo = Readonly<Record<string, unknown>>;

/** DeepSeek, Moonshot, llama.cpp; vLLM, Groq, Cerebras; OpenRouter; LiteLLM; Gemini. */
export const echoedOfMessages = [
  "reasoning_content",
  "reasoning",
  "reasoning_details",
  "thinking_blocks",
  "extra_content",
];
/** Gemini; LiteLLM. */
export const echoedOfCalls = ["extra_content", "provider_specific_fields"];

/** Characters of JSON. A turn's output is some hundred thousand at most; every later request carries it again. */
const most = 1_000_000;

/** None rather than too much: the endpoint then says what it misses. */
export const bounded = (echo: Echo | undefined): Echo | undefined =>
  echo !== undefined && JSON.stringify(echo).length <= most ? echo : undefined;

/**
 * A turn's parts as they came, with its calls (parts of type `callType`) as the history has them; undefined where one was
 * dropped from it: reasoning that is not followed by what it led to is refused.
 */
export function withCalls<Part extends { readonly type?: unknown }>(
  parts: unknown,
  callType: string,
  calls: readonly Part[],
): readonly Part[] | undefined {
  if (!Array.isArray(parts)) return undefined;
  const left = [...calls];
  const all = (parts as readonly Part[]).map((part) => (part.type === callType ? left.shift() : part));
  return left.length > 0 || all.includes(undefined) ? undefined : (all as readonly Part[]);
}

/** Puts together what a stream gives of it in parts; `names` are those of its fields. */
export function gatherEcho(names: readonly string[]): { add(part: Echo): void; echo(): Echo | undefined } {
  const gathered = new Map<string, unknown>();
  return {
    add(part) {
      for (const name of names) {
        const more = part[name];
        if (more !== undefined && more !== null) gathered.set(name, joined(gathered.get(name), more));
      }
    },
    echo: () => (gathered.size === 0 ? undefined : bounded(Object.fromEntries(gathered))),
  };
}

/** Texts grow, lists grow by what is not more of their last entry, anything else is said anew. */
function joined(before: unknown, more: unknown): unknown {
  if (typeof before === "string" && typeof more === "string") return before + more;
  if (!Array.isArray(more)) return more;
  const entries: unknown[] = Array.isArray(before) ? [...before] : [];
  for (const entry of more) {
    const last = entries.at(-1);
    if (isObject(last) && isObject(entry) && continues(last, entry))
      entries[entries.length - 1] = merged(last, entry);
    else entries.push(entry);
  }
  return entries;
}

/** An entry of reasoning is streamed in parts of one type and one index; what is encrypted comes whole. */
function continues(last: Echo, entry: Echo): boolean {
  if ("data" in last || "data" in entry) return false;
  const same = (name: string) =>
    last[name] === entry[name] || (name !== "type" && (last[name] ?? entry[name] ?? null) === null);
  return ["type", "index", "id"].every(same);
}

const texts = ["text", "summary", "thinking"];

function merged(last: Echo, entry: Echo): Echo {
  const result: Record<string, unknown> = { ...last };
  for (const [name, value] of Object.entries(entry)) {
    if (value === null) continue;
    const before = result[name];
    result[name] =
      texts.includes(name) && typeof before === "string" && typeof value === "string"
        ? before + value
        : value;
  }
  return result;
}

/** What a model says, without the thoughts that servers leave in front of it where they do not know its marks. */
export function withoutThoughts(content: string): string {
  const opened = /^\s*<(think|thinking|thought|reasoning)>/.exec(content)?.[1];
  const mark = `</${opened ?? "think"}>`;
  const at = content.indexOf(mark);
  if (at < 0) return content;
  const said = content.slice(at + mark.length);
  // The template of some local models says the opening mark itself; a mark within a line is what is spoken of.
  const isSpokenOf = content.slice(0, at).includes("<think>") || !/^[^\S\n]*(\n|$)/.test(said);
  return opened === undefined && isSpokenOf ? content : said.trimStart();
}
