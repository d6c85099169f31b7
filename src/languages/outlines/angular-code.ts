/**
 * Extracts code from an Angular template, with lines preserved: bindings, handlers, interpolations and blocks become
 * statements whose names are members of `this`, except template variables. An element `<app-card>` constructs the
 * component with that selector, a pipe `| date2` calls its class, by the names that angular-classes.ts gives them.
 */
import { closing, linesIn } from "./template-text.ts";

/** Comments, elements, quoted attributes, interpolations, blocks. */
const place =
  /<!--|<([a-z][a-z\d]*(?:-[a-z\d]+)+)(?=[\s/>])|(?<=\s)(\*|\[\(?|\(|on-|bind-)([\w.:@%-]+)\)?\]?\s*=\s*(?=["'])|\{\{|(?<![\w@])@(?:let(?=\s)|(?:(?:else\s+)?if|for|switch|case|defer)\s*\()/g;
const variable = /(?<=\s)(?:#|let-|ref-)([A-Za-z_$][\w$]*)(?=[\s=>/])/g;
/** Declarations of template variables: `let x`, `x of all`, `all as x`, `x = 1` of a `@let`. */
const declared = /\blet\s+([\w$]+)|(?<![\w$])([\w$]+)\s+of\s|(?:\bas\s+|^\s*(?=[\w$]+\s*=[^=]))([\w$]+)/g;
/** Limit of the length of code. */
const longest = 100_000;

/** Code before its names are resolved; of a microsyntax, `*ngFor="let x of all; trackBy: same"`, one part. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly kind: "element" | "value" | "handler" | "parts" | "let";
  readonly text: string;
}

export function angularCode(text: string): string {
  const pieces = piecesOf(text);
  const own = new Set([...text.matchAll(variable)].map(([, name]) => name!));
  for (const { kind, text } of pieces)
    if (kind === "parts" || kind === "let")
      for (const found of text.matchAll(declared)) own.add((found[1] ?? found[2] ?? found[3])!);
  let [code, done] = ["", 0];
  for (const { start, end, kind, text: content } of pieces) {
    code += linesIn(text.slice(done, start));
    if (kind === "element") code += `;new ${selectorName(content)}();`;
    else if (kind === "parts")
      code += partsOf(content)
        .map((part, at) => statementOf(part, at, own))
        .join("");
    else if (kind === "let") code += `;const ${membersIn(content, own)};`;
    else code += kind === "handler" ? `;{${membersIn(content, own)}};` : `;(${membersIn(content, own)});`;
    done = end;
  }
  return code + linesIn(text.slice(done));
}

export const selectorName = (element: string): string => `ɵselector_${element.replaceAll("-", "_")}`;
export const pipeName = (name: string): string => `ɵpipe_${name}`;

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  /** Openings that are not closed nearby, which are searched for only once. */
  const open = new Set<string>();
  place.lastIndex = 0;
  for (let found = place.exec(text); found; found = place.exec(text)) {
    const [whole, element, way = ""] = found;
    const end = found.index + whole.length;
    const put = (kind: Piece["kind"], from: number, close: string): void => {
      if (open.has(close)) return;
      const to: number = close === ")" ? closing(text, from - 1, longest) : text.indexOf(close, from);
      if (to < 0 || to - from > longest) {
        open.add(close);
        return;
      }
      place.lastIndex = to + close.length;
      pieces.push({ start: found!.index, end: place.lastIndex, kind, text: text.slice(from, to) });
    };
    if (whole === "<!--") {
      const close = text.indexOf("-->", end);
      place.lastIndex = close < 0 ? text.length : close + 3;
    } else if (element !== undefined) {
      pieces.push({ start: found.index, end, kind: "element", text: element });
    } else if (whole === "{{") put("value", end, "}}");
    else if (way !== "")
      put(way === "*" ? "parts" : way === "(" || way === "on-" ? "handler" : "value", end + 1, text[end]!);
    else if (whole === "@let") put("let", end, ";");
    else put("parts", end, ")");
  }
  return pieces;
}

/** Of `let x of all; trackBy: same`, and `all; as x` as one. */
const partsOf = (text: string): readonly string[] =>
  text.replace(/;(?=\s*as\s)/g, " ").split(/;|,(?=\s*let\s)/);

/** `let x of all`, `all as x`, `trackBy: same`, or a value alone; nothing of what only names what the directive gives: `let at = index`. */
function statementOf(part: string, at: number, own: ReadonlySet<string>): string {
  const [last = "", name] = /\sas\s+([\w$]+)\s*$/.exec(part) ?? [];
  const value = part.slice(0, part.length - last.length);
  const [loop, variable] = /^\s*(?:let\s+)?([\w$]+)\s+of\s/.exec(value) ?? [];
  const [word = ""] = loop === undefined ? (/^\s*(?:let|on|when)\s/.exec(value) ?? []) : [];
  if (/let|on/.test(word)) return linesIn(part);
  const [head = ""] = loop !== undefined ? [loop] : at > 0 ? (/^\s*[\w$]+\s*:?/.exec(value) ?? []) : [word];
  const code = linesIn(head) + membersIn(value.slice(head.length), own);
  if (variable !== undefined) return `;for (const ${variable} of ${code}) {}${linesIn(last)}`;
  return name === undefined ? `;(${code});` : `;const ${name} = ${code};${linesIn(last)}`;
}

/** Texts, comments, names with what stands before them, and signs that tell what a colon is. */
const token =
  /"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?|`(?:[^`\\]|\\[\s\S])*`?|\/\/.*|\d[\w.]*|\.\s*[A-Za-z_$][\w$]*|[A-Za-z_$][\w$]*|\|\||\?\.|\?\?|[()[\]{},;:?|]/g;
const words = new Set(
  "true false null undefined this typeof void in instanceof new $event $index $first $last $even $odd $count $any".split(
    " ",
  ),
);

/** Makes every name outside of `own` a member of `this`, and a pipe `| date2: a` an operation with the result of its class. */
function membersIn(code: string, own: ReadonlySet<string>): string {
  /** Stack of enclosing brackets: the sign, whether a pipe occurred since the last comma, and open questions of conditionals. */
  const around = [{ sign: "", isPipe: false, questions: 0 }];
  let before = "";
  return code.replace(token, (whole, at: number) => {
    const last = before;
    const inner = around.at(-1)!;
    before = whole;
    if ("([{".includes(whole)) around.push({ sign: whole, isPipe: false, questions: 0 });
    else if (")]}".includes(whole)) {
      if (around.length > 1) around.pop();
    } else if (whole === "," || whole === ";") Object.assign(inner, { isPipe: false, questions: 0 });
    else if (whole === "|") inner.isPipe = true;
    else if (whole === "?") inner.questions++;
    else if (whole === ":" && inner.questions > 0) inner.questions--;
    else if (whole === ":" && inner.isPipe) return "|";
    else if (/^[A-Za-z_$]/.test(whole)) {
      if (last === "|") return `${pipeName(whole)}.transform()`;
      if (last === "?." || words.has(whole) || own.has(whole)) return whole;
      const isKey =
        inner.sign === "{" &&
        (last === "{" || last === ",") &&
        /^\s*:/.test(code.slice(at + whole.length, at + whole.length + 50));
      return isKey ? whole : `this.${whole}`;
    }
    return whole;
  });
}
