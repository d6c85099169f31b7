/** Characters of a line that is read: nobody writes longer ones, and what stands in them is looked for anew at each place. */
const longest = 2_000;

/** The lines of a manifest that is read line by line, with every character that ends one for Python or a regular expression. */
export const linesOf = (text: string): readonly string[] =>
  text.split(/\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/).map((line) => line.slice(0, longest));
