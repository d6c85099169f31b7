/**
 * XML read as strictly as it is written, for a manifest whose reading by us and by its tool must not differ: what is
 * not well-formed, a document type (which declares entities) and whatever else is unusual is a `SyntaxError`.
 */
export type XmlNode = XmlElement | { readonly kind: "text" | "comment" | "other"; readonly text: string };

export interface XmlElement {
  readonly kind: "element";
  readonly name: string;
  /** As they are written; empty where there are none. */
  readonly attributes: string;
  readonly children: readonly XmlNode[];
}

/** Deeper than any manifest. */
const deepest = 100;

interface Growing extends XmlElement {
  readonly children: XmlNode[];
}

/** The nodes at the top of a document. */
export function readXml(text: string): readonly XmlNode[] {
  const root: Growing = { kind: "element", name: "", attributes: "", children: [] };
  const open = [root];
  for (let at = 0; at < text.length; ) {
    const inner = open.at(-1)!.children;
    const marked = marks.find(([begin]) => text.startsWith(begin, at));
    if (marked) {
      const [begin, close, kind] = marked;
      const end = text.indexOf(close, at + begin.length);
      const node = text.slice(at, end + close.length);
      if (end < 0 || (kind === "comment" && text.slice(at + begin.length, end).includes("--")))
        throw unclear(text, at);
      inner.push({ kind, text: node });
      at = end + close.length;
    } else if (text[at] === "<") {
      tag.lastIndex = at;
      const [whole, closes, name = "", attributes = "", isEmpty] = tag.exec(text) ?? [];
      if (whole === undefined || (closes && (attributes !== "" || isEmpty))) throw unclear(text, at);
      if (closes) {
        if (open.length === 1 || open.pop()!.name !== name) throw unclear(text, at);
      } else {
        const element: Growing = { kind: "element", name, attributes: attributes.trim(), children: [] };
        inner.push(element);
        if (!isEmpty && open.push(element) > deepest) throw unclear(text, at);
      }
      at += whole.length;
    } else {
      const next = text.indexOf("<", at);
      const end = next < 0 ? text.length : next;
      inner.push({ kind: "text", text: text.slice(at, end) });
      at = end;
    }
  }
  if (open.length > 1) throw unclear(text, text.length);
  return root.children;
}

const marks = [
  ["<!--", "-->", "comment"],
  ["<![CDATA[", "]]>", "other"],
  ["<?", "?>", "other"],
] as const;
const tag = /<(\/?)([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;

const unclear = (text: string, at: number): SyntaxError =>
  new SyntaxError(`line ${text.slice(0, at).split("\n").length} is no plain XML`);
