/**
 * Whether a symbol is called where it occurs. An index does not tell, but the text around does, alike in most
 * languages: a parenthesis after the name, `new` or `@` before it.
 */

/** Limit of text between a name and the parenthesis of its call. */
const reach = 300;

/** Forms of calls in a language besides `name(`. */
interface Forms {
  /** `@name` before a definition calls it. */
  readonly decorators?: true;
  /** `name<Type>(`, also with `::`. */
  readonly typeArguments?: true;
  /** `<Name`. */
  readonly markup?: true;
  /** `name?.(`, `name!(` and `name` before a backtick. */
  readonly script?: true;
}

const forms: readonly (readonly [RegExp, Forms])[] = [
  [/\.pyi?$/i, { decorators: true }],
  [/\.[cm]?ts$/i, { decorators: true, typeArguments: true, script: true }],
  [/\.tsx$/i, { decorators: true, typeArguments: true, markup: true, script: true }],
  [/\.[cm]?jsx?$/i, { decorators: true, markup: true, script: true }],
  [/\.(?:java|kt|cs|rs|cpp|cc|cxx|hpp|hh|h|scala|swift)$/i, { typeArguments: true }],
];

/** Indexers do not mark every definition: not overloads, nor the second one of a name. */
const defining = /(?:^|\s)(?:def|class|function\s*\*?|fn|func|fun|sub|interface|struct|enum|trait)\s+$/;

/** `start` and `end` enclose the last name of the callee: `c` in `a.b.c()`. */
export function isCalled(text: string, start: number, end: number, path: string): boolean {
  const known = forms.find(([ending]) => ending.test(path))?.[1] ?? {};
  const after = text.slice(end, end + reach);
  if (/^\s*\.\s*\w/.test(after)) return false;
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  if (defining.test(line)) return false;
  if (/^[ \t]*\(/.test(after)) return !/^\s*case\b/.test(line) || !path.endsWith(".py");
  if (known.script && /^(?:\?\.|!)?(?:`|\()/.test(after)) return true;
  if (known.typeArguments && afterTypeArguments(after.replace(/^\??\.?::|^\?\./, "")) === "(") return true;
  const before = text.slice(Math.max(0, start - reach), start).replace(/(?:[\w$]+\s*\.\s*)+$/, "");
  if (/\bnew\s+$/.test(before)) return true;
  if (known.decorators && /(?:^|[\s(])@$/.test(before)) return true;
  // Type arguments follow their name at once.
  return known.markup === true && /(?:^|[^\w$)\]])<$/.test(before);
}

/** The first character behind balanced angle brackets. */
function afterTypeArguments(text: string): string | undefined {
  if (!text.startsWith("<")) return undefined;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === "<") depth++;
    else if (character === ">" && text[at - 1] !== "=" && --depth === 0) return text[at + 1];
    else if (character === ";") return undefined;
  }
  return undefined;
}
