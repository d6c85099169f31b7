import { linesIn } from "./template-text.ts";

/**
 * The Ruby of a template (ERB), each character at its place; all else is blank. What a tag ends with is a semicolon, so
 * that several on one line are several statements, and a block that one tag opens another one closes.
 */
export function erbCode(text: string): string {
  let [code, done] = ["", 0];
  for (let open = text.indexOf("<%"); open >= 0; open = text.indexOf("<%", done)) {
    const [mark = ""] = /[%#]|==?|-/y.exec(text.slice(open + 2, open + 4)) ?? [];
    const start = open + 2 + mark.length;
    const end = mark === "%" ? start : text.indexOf("%>", start);
    if (end < 0) break;
    // `<%%` is a text, and what follows it, too.
    const isCode = mark !== "%" && mark !== "#";
    const last = isCode && text[end - 1] === "-" && end > start ? end - 1 : end;
    code += blank(text.slice(done, isCode ? start : end));
    if (isCode) code += `${text.slice(start, last)};`;
    done = isCode ? last + 1 : end;
  }
  return code + linesIn(text.slice(done));
}

/** Lines without code are empty, however long they are. */
const blank = (text: string): string => linesIn(text) + " ".repeat(text.length - 1 - text.lastIndexOf("\n"));
