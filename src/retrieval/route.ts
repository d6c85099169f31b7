/** How a definition was found, hop by hop, as data: shown to the model, to the reviewer and on the run page. */
export type RouteHop =
  /** Where the search began: a requirement's id, or `request` for the whole of it. */
  | { readonly kind: "from"; readonly id: string }
  /** A person named it, in these words. */
  | { readonly kind: "mention"; readonly text: string }
  /** These words of the request, heaviest first, led here. */
  | { readonly kind: "bm25"; readonly words: readonly string[] }
  /** A definition on the way, or at the end. */
  | { readonly kind: "node"; readonly id: string }
  | { readonly kind: "edge"; readonly relation: Relation }
  /** Why the next definition was taken, in the words of a signal: `called in the same class`. */
  | { readonly kind: "signal"; readonly text: string }
  /** The model asked this tool, and took what follows. */
  | { readonly kind: "tool"; readonly name: string };

export type Relation =
  | "calls"
  | "is called by"
  | "inherits"
  | "is inherited by"
  | "overrides"
  | "contains"
  | "is part of"
  | "has sibling"
  | "is tested by"
  | "uses"
  | "imports"
  | "is imported by"
  | "has a similar purpose";

const mentionLimit = 60;
const wordLimit = 4;
const signalLimit = 100;

/** `R2 -> words "parse config" -> src/config.ts#parseConfig -> calls -> readYaml`: one line, for people. */
export function routeText(route: readonly RouteHop[]): string {
  return route.map(hopText).join(" -> ");
}

function hopText(hop: RouteHop): string {
  switch (hop.kind) {
    case "from":
    case "node":
      return hop.id;
    case "mention":
      return `names "${cut(withoutHost(hop.text.replace(/\s+/g, " ")), mentionLimit)}"`;
    case "bm25":
      return `words "${hop.words.slice(0, wordLimit).join(" ")}"`;
    case "edge":
      return hop.relation;
    case "signal":
      return cut(hop.text.replace(/\s+/g, " "), signalLimit);
    case "tool":
      return hop.name;
  }
}

/** Of an address that is too long the end says where it leads. */
const withoutHost = (text: string): string =>
  text.length > mentionLimit && /^https?:\/\/\S+$/.test(text)
    ? `…${text.slice(1 - mentionLimit).replace(/^[^/]*(?=\/)/, "")}`
    : text;

function cut(text: string, limit: number): string {
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join("")}…`;
}
