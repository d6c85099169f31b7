/** Both always match to their end, also where it is missing: no text makes them look twice at one place. */
const comment = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const lastComma = /"(?:[^"\\\n]|\\.)*"?|,(?=\s*[\]}])/g;

/**
 * JSON as people write it for tools, as JSON: comments and trailing commas become blanks, so that every other character
 * keeps its place.
 */
export function plainJson(text: string): string {
  const blank = (found: string): string => (found.startsWith('"') ? found : found.replace(/[^\n]/g, " "));
  return text.replace(comment, blank).replace(lastComma, blank);
}
