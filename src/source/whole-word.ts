/** Where a name first stands in a text as a whole word, not as part of a longer name; -1 where it nowhere does. */
export function wholeWordAt(text: string, name: string): number {
  const isPart = (at: number): boolean => /[\p{L}\p{N}_$]/u.test(text.charAt(at));
  let at = text.indexOf(name);
  while (at >= 0 && (isPart(at - 1) || isPart(at + name.length))) at = text.indexOf(name, at + 1);
  return at;
}
