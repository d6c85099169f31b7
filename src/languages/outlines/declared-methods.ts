/**
 * Methods that a word in the body of a class declares (Ruby): what has an attribute's name, and in Rails what a model has
 * to do with, and queries with a name.
 */
import { camelCase, singularOf } from "../chains/class-words.ts";
import type { OpenDefinition } from "./outline-draft.ts";

const ofOne = new Set(["belongs_to", "has_one"]);
const ofMany = new Set(["has_many", "has_and_belongs_to_many"]);

/**
 * What `attr_reader :name`, `has_many :posts, class_name: "Article"`, `scope :open, -> { }` and `delegate :name, to: :author` say.
 *
 * @param word The method that declares it.
 * @param symbol Its name, with the colon.
 * @param call All that is written.
 */
export function declaredMethod(word: string, symbol: string, call: string): Partial<OpenDefinition> {
  const name = symbol.slice(1);
  const signature = `${word} ${symbol}`;
  if (word === "scope") return { name, signature, isStatic: true, returnValues: ["this.all()"] };
  if (word === "delegate") {
    const [, to = ""] = /\bto:\s*:(\w+)/.exec(call) ?? [];
    const [, isPrefixed, prefix = to] = /\bprefix:\s*(true|:(\w+))/.exec(call) ?? [];
    return {
      ...{ name: isPrefixed ? `${prefix}_${name}` : name, signature },
      returnValues: [`this.${to}().${name}()`],
    };
  }
  const gives = ofOne.has(word) ? ".new()" : ofMany.has(word) ? ".all()" : undefined;
  if (gives === undefined)
    return {
      name: name + (word === "attr_writer" ? "=" : ""),
      signature,
      property: true,
      returnValues: [`this.@${name}`],
    };
  const classes = classSaid(call) ?? (ofMany.has(word) ? singularOf(name) : [name]).map(camelCase);
  return { name, signature, property: true, returnValues: classes.map((one) => one + gives) };
}

/** `class_name: "Blog::Post"`, as a chain. */
function classSaid(call: string): readonly string[] | undefined {
  const [, said] = /\bclass_name:\s*["'](?:::)?([\w:]+)["']/.exec(call) ?? [];
  return said === undefined ? undefined : [said.replaceAll("::", ".")];
}
