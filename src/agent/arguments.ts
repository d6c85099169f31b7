/**
 * Arguments of a tool call as models really write them: fenced, with prose around, with raw line breaks in strings,
 * encoded twice, numbers as strings. One tolerant reading, then the fault goes back to the model.
 */
import { z } from "zod";

export type ParsedArguments =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "problem"; readonly problem: string };

/** An edit set may have 2 MB; nothing that a tool takes is larger. */
const mostCharacters = 2_500_000;
const mostNesting = 32;

/** Reads the text as a JSON object, mending it once. Pure; linear in the text. */
export function parseArguments(text: string): ParsedArguments {
  if (text.length > mostCharacters)
    return problem(`They have ${text.length} characters; at most ${mostCharacters} are read.`);
  if (text.trim() === "") return { kind: "value", value: {} };
  if (nesting(text) > mostNesting) return problem(`They are nested deeper than ${mostNesting} levels.`);
  const first = parseJson(text);
  let value = first.kind === "value" ? first : parseJson(mended(text));
  if (value.kind === "value" && typeof value.value === "string") value = parseJson(value.value);
  if (value.kind === "problem") return first.kind === "problem" ? first : value;
  if (typeof value.value !== "object" || value.value === null || Array.isArray(value.value))
    return problem("They are not a JSON object.");
  return value;
}

/** Checks the value against the tool's schema, mending types once; the problem is the schema's, in words. */
export function checkArguments<T>(
  schema: z.ZodType<T>,
  value: unknown,
): { readonly kind: "value"; readonly value: T } | { readonly kind: "problem"; readonly problem: string } {
  const first = schema.safeParse(value);
  if (first.success) return { kind: "value", value: first.data };
  const named = withMendedNames(value, first.error.issues, schema);
  const second = schema.safeParse(withMendedTypes(named.value, first.error.issues));
  if (second.success) return { kind: "value", value: second.data };
  const unknown = named.unknown.length === 0 ? "" : `\nNot in the schema: ${named.unknown.join(", ")}.`;
  return {
    kind: "problem",
    problem: `${z.prettifyError(first.error).slice(0, 2000)}${unknown.slice(0, 500)}`,
  };
}

function problem(text: string): { kind: "problem"; problem: string } {
  return { kind: "problem", problem: text };
}

function parseJson(text: string): ParsedArguments {
  try {
    return { kind: "value", value: JSON.parse(text) as unknown };
  } catch (error) {
    return problem(`They are not valid JSON: ${(error as Error).message.slice(0, 200)}.`);
  }
}

/** Deepest nesting of brackets outside strings. */
function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\") at += inString ? 1 : 0;
    else if (character === '"') inString = !inString;
    else if (!inString && (character === "{" || character === "[")) deepest = Math.max(deepest, ++depth);
    else if (!inString && (character === "}" || character === "]")) depth -= 1;
  }
  return deepest;
}

/** From the first brace to its partner, with raw control characters escaped and trailing commas left out. */
function mended(text: string): string {
  const start = text.indexOf("{");
  if (start === -1) return text;
  const out: string[] = [];
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]!;
    if (inString) {
      if (character === "\\") out.push(character, text[++at] ?? "");
      else out.push(character < " " ? JSON.stringify(character).slice(1, -1) : character);
      if (character === '"') inString = false;
      continue;
    }
    if (character === '"') inString = true;
    if (character === "{" || character === "[") depth += 1;
    if (character === "}" || character === "]") {
      depth -= 1;
      dropTrailingComma(out);
    }
    out.push(character);
    if (depth === 0) break;
  }
  return out.join("");
}

function dropTrailingComma(out: string[]): void {
  let last = out.length - 1;
  while (last >= 0 && out[last]!.trim() === "") last -= 1;
  if (out[last] === ",") out.splice(last, 1);
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, ObjectSchema>>;
  readonly items?: ObjectSchema;
}

/**
 * A field under a name that the schema does not have, where one that it needs is missing, is that one: a whole hand-in
 * need not be written again for it. Where several could be meant, their names are told.
 */
function withMendedNames(
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
  schema: z.ZodType,
): { readonly value: unknown; readonly unknown: readonly string[] } {
  const copy = structuredClone(value);
  const unknown = new Set<string>();
  const whole = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as ObjectSchema;
  const holders = Map.groupBy(issues.filter(isMissing), ({ path }) => JSON.stringify(path.slice(0, -1)));
  for (const missing of holders.values()) {
    const path = missing[0]!.path.slice(0, -1);
    const holder = path.reduce<unknown>(childOf, copy) as Record<PropertyKey, unknown>;
    const known = path.reduce<ObjectSchema | undefined>(
      (part, step) => (typeof step === "number" ? part?.items : part?.properties?.[String(step)]),
      whole,
    )?.properties;
    if (!known || typeof holder !== "object" || holder === null) continue;
    const strange = Object.keys(holder).filter((key) => !Object.hasOwn(known, key));
    for (const key of strange) unknown.add([...path, key].join("."));
    if (missing.length !== 1 || strange.length !== 1) continue;
    const [from, to] = [strange[0]!, missing[0]!.path.at(-1)!];
    holder[to] = holder[from];
    delete holder[from];
  }
  return { value: copy, unknown: [...unknown] };
}

const isMissing = (issue: z.core.$ZodIssue): boolean =>
  issue.code === "invalid_type" && issue.input === undefined && / received undefined$/.test(issue.message);

/** `"5"` where a number is wanted, a JSON text where a list is wanted, null where nothing may stand. */
function withMendedTypes(value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const copy = structuredClone(value);
  for (const issue of issues) {
    const key = issue.path.at(-1);
    const holder = issue.path.slice(0, -1).reduce<unknown>(childOf, copy);
    if (issue.code !== "invalid_type" || key === undefined || typeof holder !== "object" || holder === null)
      continue;
    const slot = holder as Record<PropertyKey, unknown>;
    const found = slot[key];
    if (found === null) delete slot[key];
    else if (typeof found === "string" && issue.expected !== "string") {
      const read = parseJson(found.trim());
      if (read.kind === "value") slot[key] = read.value;
    }
  }
  return copy;
}

function childOf(part: unknown, step: PropertyKey): unknown {
  return typeof part === "object" && part !== null ? (part as Record<PropertyKey, unknown>)[step] : undefined;
}
