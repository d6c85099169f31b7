import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "..", "..", "prompts");
const hole = /\{\{([a-z][a-z0-9-]*)\}\}/g;
const texts = new Map<string, string>();

/**
 * The text of `prompts/NAME.md` with every `{{hole}}` filled. Values go in as they stand: a value that contains
 * `{{hole}}` is text and is never filled again. A hole without a value, a value without a hole, or an unknown name
 * is a bug of ours and throws.
 */
export function renderPrompt(name: string, holes: Readonly<Record<string, string>> = {}): string {
  const text = promptText(name);
  const used = new Set<string>();
  const rendered = text.replace(hole, (_, key: string) => {
    const value = Object.hasOwn(holes, key) ? holes[key] : undefined;
    if (value === undefined) throw new Error(`prompts/${name}.md: no value for {{${key}}}.`);
    used.add(key);
    return value;
  });
  const unused = Object.keys(holes).filter((key) => !used.has(key));
  if (unused.length > 0) throw new Error(`prompts/${name}.md has no hole for: ${unused.join(", ")}.`);
  return rendered;
}

/** Names of all prompts, sorted. */
export function promptNames(): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .map((file) => file.slice(0, -".md".length))
    .sort();
}

function promptText(name: string): string {
  let text = texts.get(name);
  if (text === undefined) {
    const file = join(folder, `${name}.md`);
    if (!/^[a-z][a-z0-9-]*$/.test(name) || !existsSync(file)) throw new Error(`No prompt named ${name}.`);
    text = readFileSync(file, "utf8").trimEnd();
    texts.set(name, text);
  }
  return text;
}
