/**
 * Extracts a single-file component (Vue, Svelte, Astro) as one module, with lines preserved: its scripts as they are,
 * and of its markup the components that it uses, and code in attributes and braces as statements. All else is
 * blanked.
 */
import type { FileOutline } from "../../graph/outline.ts";
import { withOptions } from "./component-options.ts";
import { closing, linesIn } from "./template-text.ts";

/** Markup with code, or that hides some: comments, scripts and styles, components, quoted values, braces. */
const place =
  /<!--|(?<=\s)(?:use|transition|in|out|animate):([\w$.]+)|<(script|style)(?=[\s>])|<([A-Z][\w$]*(?:\.[\w$]+)*|[a-z][a-z\d]*(?:-[a-z\d]+)+)(?=[\s/>])|(?<=\s)([@:]|v-|on:?)([\w.:|$-]*)=(?=["'{])|\{/g;
const head = /(?:"[^"]{0,500}"|'[^']{0,500}'|[^"'>]){0,200}>/y;
/** Limit of code in braces. */
const maxInBraces = 20_000;

/**
 * The module, preceded by the component itself, which other files import.
 *
 * @param isWhole False for the scripts alone.
 */
export function componentCode(text: string, isWhole = true): string {
  const top = frontMatter(text);
  let [code, done] = [component, 0];
  let isClosed = true;
  /** Appends a piece, with only line breaks for the text before it. */
  const put = (start: number, end: number, piece: string, isScript = false): void => {
    if (!isScript && !isWhole) return;
    code += linesIn(text.slice(done, start)) + piece;
    done = end;
  };
  if (top > 0) put(frontStart, top, asScript(text.slice(frontStart, top)), true);
  place.lastIndex = top;
  for (let found = place.exec(text); found; found = place.exec(text)) {
    const [whole, directive, block, name, way = "", event = ""] = found;
    const end = found.index + whole.length;
    if (whole === "<!--") place.lastIndex = after(text, "-->", end);
    else if (directive !== undefined) put(found.index, end, `;${directive}();`);
    else if (block !== undefined) {
      head.lastIndex = end;
      const start = end + (head.exec(text)?.[0].length ?? text.length);
      const close = after(text, `</${block}`, start);
      place.lastIndex = close;
      const last = close - block.length - 2;
      if (block === "script" && start < last) put(start, last, asScript(text.slice(start, last)), true);
    } else if (name !== undefined) put(found.index, end, `;<${pascalCase(name)}/>;`);
    else {
      const open = way === "" ? found.index : end;
      const isBrace = text[open] === "{";
      const close: number = !isBrace
        ? text.indexOf(text[open]!, open + 1)
        : isClosed
          ? closing(text, open, maxInBraces)
          : -1;
      // Openings that are never closed are searched for only once.
      isClosed = isClosed && (close >= 0 || !isBrace);
      if (close < 0) continue;
      const content = text.slice(open + 1, close);
      const isHandler = way === "@" || way.startsWith("on") || (way === "v-" && event.startsWith("on:"));
      const value = isBrace ? withoutWords(content) : event === "for" ? goneThrough(content) : content;
      put(open, close + 1, isHandler ? handler(content) : asValue(value));
      place.lastIndex = close + 1;
    }
  }
  return code + linesIn(text.slice(done));
}

const component = "export default function () {};";
/** The name of Vue's options object. */
const options = "component";
/** The component is the file's default export, so a script's own default becomes a variable. */
const asScript = (code: string): string =>
  `;${code.replace(/(?<![\w$.])export\s+default(?=\s)/, (words) => `let ${options} =${linesIn(words)}`)};`;

/** The end of Astro's front matter, between lines of dashes; 0 without any. */
const frontMatter = (text: string): number =>
  /^---\r?\n/.test(text) ? Math.max(text.indexOf("\n---", frontStart), 0) : 0;
const frontStart = 3;

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found < 0 ? text.length : found + end.length;
}

/** The name in scripts: `user-card` is `UserCard`. */
const pascalCase = (name: string): string =>
  name.includes("-") ? name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()) : name;

const aName = /^\s*[\w$]+(?:\.[\w$]+)*\s*$/;
/** A handler that is only named is called. */
const handler = (code: string): string => (aName.test(code) ? `;${code}();` : `;{${code}};`);

/** A value that is only named is passed on. Objects get parentheses; `{{ name }}` is Vue's interpolation. */
const asValue = (code: string): string =>
  aName.test(code)
    ? `;[${code}];`
    : `;{${/^\s*\{\s*(?:["'\w$-]+\s*[:,]|\})/.test(code) ? `(${code})` : code}};`;

/** `users` of `(user, index) of users`. */
const goneThrough = (code: string): string => code.replace(/^[\s\S]*?\s(?:of|in)\s/, linesIn);

/** Strips Svelte's block keywords, `{#each items as item}`, and keeps the expression. */
function withoutWords(code: string): string {
  const [word = "", sign, name = ""] = /^\s*([#:@/])(\w*)(?:\s+if\b)?/.exec(code) ?? [];
  if (sign === undefined) return code.replace(/^\s*\.\.\./, (dots) => " ".repeat(dots.length));
  if (sign === "/" || name === "snippet" || name === "then" || name === "debug") return "";
  const expression = " ".repeat(word.length) + code.slice(word.length);
  const rest = name === "each" ? /\sas\s/ : name === "await" ? /\sthen\s/ : undefined;
  const end = rest ? expression.search(rest) : -1;
  return end < 0 ? expression : expression.slice(0, end);
}

/** The outline of that module: the component spans the file, and contains its top-level code. */
export function asComponent(outline: FileOutline): FileOutline {
  const own = outline.scopes.findIndex(({ definition }) => definition === 0);
  const object = outline.definitions.findIndex(
    ({ scope, name }, at) => at > 0 && scope === 0 && name === options,
  );
  const inside = outline.references.map((one) => (one.scope === 0 ? { ...one, scope: own } : one));
  return {
    ...outline,
    definitions: outline.definitions.map((one, at) => {
      if (at === 0) return { ...one, endLine: outline.lineCount, signature: "component", ofFile: true };
      return at === object ? { ...one, ofFile: true } : one;
    }),
    scopes: outline.scopes.map((one, at) =>
      one.parent === 0 && one.definition < 0 && at > own ? { ...one, parent: own } : one,
    ),
    references: object < 0 ? inside : withOptions(outline, object, own, inside),
  };
}
