/** The line and column (1-based, UTF-16 units) of an offset. */
export function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const above = text.slice(0, offset);
  const start = above.lastIndexOf("\n") + 1;
  return { line: above.split("\n").length, column: offset - start + 1 };
}

/** What a parser says, as the end of a sentence. */
export function firstLine(message: string): string {
  return message.split("\n", 1)[0]!.slice(0, 200);
}
