/** Numbers of facts: what a file, or one of its scopes, says of a name; see memory.ts for who asks. */

// Looked up once: in a context of its own, as tests have one, every look-up of a global is a call.
const { imul } = Math;

/** A number for what a file says of a name. Two facts may share one: then more is linked again than needed. */
export function factNumber(file: number, name: string, start = 0, end = name.length): number {
  return factFrom(file, textNumber(name, start, end));
}

/** The same of a name's number. */
export const factFrom = (file: number, name: number): number => imul(file ^ name, 0x9e3779b1);

/** FNV-1a over UTF-16 units. */
export function textNumber(text: string, start = 0, end = text.length): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}
