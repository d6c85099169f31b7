/** Methods that class macros declare (Ruby): attributes, and in Rails associations and scopes. */
import { camelCase, singularOf } from "../chains/class-words.ts";
import type { OpenDefinition } from "./outline-draft.ts";

const ofOne = new Set(["belongs_to", "has_one"]);
const ofMany = new Set(["has_many", "has_and_belongs_to_many"]);

/**
 * The method that `attr_reader :name`, `has_many :posts, class_name: "Article"`, `scope :open, -> { }` or `delegate
 * :name, to: :author` declares.
 *
 * @param word The class macro.
 * @param symbol The name, with its colon.
 * @param call The text of the whole call.
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
  const classes = classNameOption(call) ?? (ofMany.has(word) ? singularOf(name) : [name]).map(camelCase);
  return { name, signature, property: true, returnValues: classes.map((one) => one + gives) };
}

/** `class_name: "Blog::Post"`, as a chain. */
function classNameOption(call: string): readonly string[] | undefined {
  const [, className] = /\bclass_name:\s*["'](?:::)?([\w:]+)["']/.exec(call) ?? [];
  return className === undefined ? undefined : [className.replaceAll("::", ".")];
}
