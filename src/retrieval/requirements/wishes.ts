import { withoutSettled } from "../settled.ts";
import {
  aside,
  asks,
  background,
  demands,
  kindOnly,
  listed,
  reasoning,
  rhetorical,
  saysWhere,
  wished,
} from "./asking.ts";
import { type Block, blocks, sentences } from "./blocks.ts";

/** Something that a text asks for; `item`: in a list. */
export type Wish = Pick<Block, "text" | "item">;

/** Words of a sentence that says what is expected without a word of asking; of fewer nobody could tell what. */
const fewestWords = 4;

/**
 * List items and sentences of one markdown text that ask for something. A section that is headed as what is expected
 * and asks for nothing asks for what its first sentence says.
 */
export function wishes(markdown: string): readonly Wish[] {
  const all = passages(blocks(withoutSettled(markdown)));
  const found = all.map(wishesOf);
  return all.flatMap((passage, at) => {
    const { heading } = passage;
    const isFirst = all.findIndex((other) => other.heading === heading) === at;
    const isSilent = isFirst && !all.some((other, i) => other.heading === heading && found[i]!.length > 0);
    return isSilent && wished.test(heading) ? expected(passage) : found[at]!;
  });
}

function expected({ text }: Passage): readonly Wish[] {
  const [first = ""] = sentences(text);
  const words = first.match(/\p{L}{2,}/gu) ?? [];
  return words.length < fewestWords || first.endsWith(":") ? [] : [{ text: first, item: false }];
}

function wishesOf({ heading, text, items }: Passage): readonly Wish[] {
  const parts = sentences(text);
  if (background.test(heading))
    return parts.filter((part) => rhetorical.test(part)).map((part) => ({ text: part, item: false }));
  // "What I would like:" asks for nothing that the list below does not ask for.
  const lead = items.length > 0 && parts.at(-1)?.endsWith(":") ? parts.pop()! : "";
  const isReason = reasoning.test(text);
  const told = parts.filter((part) => asks(part, isReason));
  const below = listed(
    lead,
    items.flatMap(sentences).filter((part) => /\p{L}{3}/u.test(part) && !saysWhere(part)),
  );
  return [
    ...told.map((part) => ({ text: part, item: false })),
    ...below.map((part) => ({ text: part, item: true })),
  ]
    .filter((wish) => !kindOnly.test(wish.text) && !aside.test(wish.text))
    .flatMap(({ text: part, item }) => demands(part).map((demand) => ({ text: demand, item })));
}

interface Passage extends Pick<Block, "heading" | "text"> {
  readonly items: readonly string[];
}

/** Paragraphs, each with the list below it; an item that ends in a colon leads in to those behind it. */
function passages(all: readonly Block[]): readonly Passage[] {
  const found: (Passage & { readonly items: string[] })[] = [];
  for (const [at, { heading, text, item }] of all.entries()) {
    const above = all[at - 1];
    if (!item) found.push({ heading, text, items: [] });
    else if (above?.heading !== heading || (above.hasCode && !above.item))
      found.push({ heading, text: "", items: [text] });
    else if (above.item && !above.hasCode && above.text.endsWith(":")) {
      const [lead = "", ...before] = sentences(above.text).reverse();
      found.at(-1)!.items.splice(-1, 1, ...before.reverse());
      found.push({ heading, text: lead, items: [text] });
    } else found.at(-1)!.items.push(text);
  }
  return found;
}
