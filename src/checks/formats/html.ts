import { Tokenizer } from "htmlparser2";
import type { Pointed } from "../draw.ts";
import { placeOf } from "./place.ts";

const largest = 500_000;
const mostFaults = 50;

/** Elements that have no end tag. */
const empty = new Set(
  "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split(
    " ",
  ),
);
/** Elements whose end tag may be left out. */
const closesItself = new Set(
  "html head body p li dt dd option optgroup thead tbody tfoot tr td th colgroup caption rb rt rtc rp".split(
    " ",
  ),
);

interface Open {
  readonly name: string;
  readonly at: number;
}

/**
 * Where an HTML file has lost a tag, a quote or the end of a comment; all else HTML forgives, and pages live with it.
 * Undefined beyond the limit, and for templates that become HTML later.
 */
export function htmlFaults(written: string): readonly Pointed[] | undefined {
  if (written.length > largest || /\{[%#]|<[%?]|\{\{\s{0,9}[#/~^]/.test(written)) return undefined;
  // What is filled in later may hold any quote.
  const text = written.replace(/\{\{[^{}]{0,500}\}\}/g, (hole) => hole.replace(/[^\n]/g, "x"));
  const faults: { readonly at: number; readonly message: string }[] = [];
  const blame = (at: number, message: string): void => {
    if (faults.length < mostFaults) faults.push({ at, message });
  };
  const open = createStack(blame);
  /** The tag that has begun and not ended, or -1. */
  let tag = -1;
  let name = "";
  const nothing = (): void => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: false, recognizeSelfClosing: true },
    {
      onopentagname(start, end) {
        name = text.slice(start, end).toLowerCase();
        tag = start - 1;
      },
      onattribname(start, end) {
        if (/["'<]/.test(text.slice(start, end))) blame(start, "a quote or `<` in the name of an attribute");
      },
      onopentagend() {
        open.push({ name, at: tag });
        tag = -1;
      },
      onselfclosingtag() {
        tag = -1;
      },
      onclosetag: (start, end) => open.close({ name: text.slice(start, end).toLowerCase(), at: start - 2 }),
      oncomment(start, end, offset) {
        // At the end of the text the comment is given without the end that it does not have.
        if (end >= text.length && offset === 0) blame(start - 4, "a comment is never closed");
      },
      ...{
        onattribdata: nothing,
        onattribentity: nothing,
        onattribend: nothing,
        oncdata: nothing,
        onend: nothing,
      },
      ...{ ondeclaration: nothing, onprocessinginstruction: nothing, ontext: nothing, ontextentity: nothing },
    },
  );
  tokenizer.write(text);
  tokenizer.end();
  // A tag that is cut off in its name is not told.
  const last = text.lastIndexOf("<");
  const cutOff = last > text.lastIndexOf(">") && /^<\/?[a-z]/i.test(text.slice(last, last + 3));
  if (tag >= 0 || cutOff) blame(tag >= 0 ? tag : last, "this tag is never closed");
  open.end();
  return faults.sort((a, b) => a.at - b.at).map(({ at, message }) => ({ ...placeOf(text, at), message }));
}

function createStack(blame: (at: number, message: string) => void) {
  const stack: Open[] = [];
  const counts = new Map<string, number>();
  const count = (name: string, more: 1 | -1): void => void counts.set(name, (counts.get(name) ?? 0) + more);
  const unclosed = ({ name, at }: Open): void => {
    if (!closesItself.has(name)) blame(at, `\`<${name}>\` is never closed`);
  };
  return {
    push(one: Open): void {
      if (empty.has(one.name)) return;
      stack.push(one);
      count(one.name, 1);
    },
    close({ name, at }: Open): void {
      if ((counts.get(name) ?? 0) === 0) {
        // Such an end tag alone is harmless: `</p>` makes an element, `</br>` a line break.
        if (!closesItself.has(name) && !empty.has(name)) blame(at, `\`</${name}>\` closes nothing`);
        return;
      }
      for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
        count(top.name, -1);
        if (top.name === name) return;
        unclosed(top);
      }
    },
    end: (): void => stack.forEach(unclosed),
  };
}
