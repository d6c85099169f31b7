import { withoutSettled } from "../settled.ts";
import { aside, asks, background, demands, kindOnly, listed, reasoning, saysWhere } from "./asking.ts";
import { type Block, blocks, sentences } from "./blocks.ts";

/** Something that a text asks for; `item`: in a list. */
export type Wish = Pick<Block, "text" | "item">;

/** List items and sentences of one markdown text that ask for something. */
export function wishes(markdown: string): readonly Wish[] {
  return passages(blocks(withoutSettled(markdown))).flatMap(({ heading, text, items }) => {
    if (background.test(heading)) return [];
    const parts = sentences(text);
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
  });
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
