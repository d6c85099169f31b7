import { Parser } from "htmlparser2";

/** An element with the text right below it. Entities that a document declares itself are never replaced. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** Deeper than any manifest; what lies deeper is left out. */
const deepest = 40;
/** Here reading ends: each level costs the parser a look at all above it, so that many thousands take minutes. */
const endless = 1_000;

interface Growing {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Growing[];
  text: string;
}

/** The document as a tree under a nameless element; a broken document gives what could be read of it. */
export function parseXml(text: string): XmlElement {
  const root: Growing = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element: Growing = { name, attributes: { ...attributes }, children: [], text: "" };
        if (open.length <= deepest) open.at(-1)!.children.push(element);
        open.push(element);
        if (open.length > endless) parser.pause();
      },
      ontext(part) {
        open.at(-1)!.text += part;
      },
      onclosetag() {
        if (open.length > 1) open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return root;
}

/** Every element of that name, at any depth, in the document's order. */
export function elementsNamed(root: XmlElement, name: string): readonly XmlElement[] {
  return root.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...elementsNamed(child, name),
  ]);
}

/** The text of the first child of that name, without the space around it. */
export function childText(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text.trim();
}
