/** Data in an HTML comment. `-`, `<` and `>` are written as escapes, so that the data cannot end the comment. */
export function hidden(name: string, data: unknown): string {
  const json = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]|-(?=-)|-$/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `<!-- ${name} ${json} -->`;
}

/** The data of the first such comment in a text; undefined where there is none or it is broken. */
export function readHidden(name: string, text: string): unknown {
  const begin = text.indexOf(`<!-- ${name} `);
  const end = begin < 0 ? -1 : text.indexOf(" -->", begin);
  if (end < 0) return undefined;
  try {
    return JSON.parse(text.slice(begin + name.length + 6, end));
  } catch {
    return undefined;
  }
}
