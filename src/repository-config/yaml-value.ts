/**
 * The part of YAML that a configuration needs: maps, lists and scalars, written out. Tags, anchors, aliases, merge keys
 * and further documents are refused, so that nothing can be built or multiplied by a file of strangers.
 */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { unlessTooDeep } from "../source/nesting.ts";

export type YamlValue =
  | {
      readonly kind: "value";
      readonly value: unknown;
      readonly lineOf: (path: readonly PropertyKey[]) => number;
    }
  | { readonly kind: "fault"; readonly line: number; readonly problem: string };

const deepest = 20;

class Refused extends Error {
  readonly at: number;
  constructor(at: number, problem: string) {
    super(problem);
    this.at = at;
  }
}

/** Parses one small document. The caller has capped its size. Never throws for what stands in it. */
export function readYaml(text: string): YamlValue {
  return unlessTooDeep(text, deepest, () => readDocument(text)) ?? tooDeep;
}

const tooDeep: YamlValue = { kind: "fault", line: 1, problem: "The file is nested too deeply." };

function readDocument(text: string): YamlValue {
  const lines = new LineCounter();
  // Duplicate keys are found below, in one pass: the parser compares them pair by pair.
  const document = parseDocument(text, {
    ...{ lineCounter: lines, uniqueKeys: false, merge: false, schema: "core", version: "1.2" },
    ...{ logLevel: "error", prettyErrors: false },
  });
  const lineAt = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  const wrong = document.errors[0] ?? document.warnings[0];
  if (wrong) {
    const several = wrong.code === "MULTIPLE_DOCS";
    const problem = several
      ? "The file holds more than one document."
      : wrong.code === "TAG_RESOLVE_FAILED"
        ? quoted("!")
        : sentence(wrong.message);
    return { kind: "fault", line: lineAt(wrong.pos[0]), problem };
  }
  const places = new Map<string, number>();
  try {
    const value = document.contents === null ? {} : plain(document.contents, [], places);
    return {
      kind: "value",
      value: value ?? {},
      lineOf: (path) => {
        for (let length = path.length; length > 0; length -= 1) {
          const at = places.get(keyOf(path.slice(0, length)));
          if (at !== undefined) return lineAt(at);
        }
        return 1;
      },
    };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { kind: "fault", line: lineAt(error.at), problem: error.message };
  }
}

function plain(node: Node, path: readonly PropertyKey[], places: Map<string, number>): unknown {
  const at = node.range?.[0] ?? 0;
  if (!places.has(keyOf(path))) places.set(keyOf(path), at);
  if (isAlias(node)) throw new Refused(at, quoted("*"));
  const { anchor, tag } = node as { anchor?: string; tag?: string };
  if (anchor !== undefined) throw new Refused(at, quoted("&"));
  if (tag !== undefined) throw new Refused(at, quoted("!"));
  if (isScalar(node)) return node.value;
  if (isSeq(node)) return node.items.map((item, index) => plain(item as Node, [...path, index], places));
  if (!isMap(node)) throw new Refused(at, "This is no map, list or plain value.");
  // Without a prototype: `__proto__` is a key like any other, and no setting.
  const map: Record<string, unknown> = Object.create(null);
  for (const { key, value } of node.items) {
    const where = (key as Node).range?.[0] ?? at;
    if (!isScalar(key) || typeof key.value !== "string" || key.anchor !== undefined || key.tag !== undefined)
      throw new Refused(where, "The name of a setting must be a plain word.");
    const name = key.value;
    if (name in map)
      throw new Refused(where, `The setting ${JSON.stringify(name.slice(0, 40))} is given twice.`);
    places.set(keyOf([...path, name]), where);
    // A name with nothing behind it says nothing: a group of which every line is a comment.
    map[name] = value === null ? undefined : (plain(value as Node, [...path, name], places) ?? undefined);
  }
  return map;
}

const signs = { "*": "Aliases", "!": "Tags", "&": "Anchors" } as const;

/** As a rule somebody means a glob. */
const quoted = (sign: keyof typeof signs): string =>
  `${signs[sign]} (\`${sign}name\`) are not known here: a text that begins with ${sign} must stand in quotes.`;

const keyOf = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String));

const sentence = (message: string): string =>
  `${message
    .split("\n", 1)[0]!
    .slice(0, 160)
    .replace(/[.:]?\s*$/, "")}.`;
