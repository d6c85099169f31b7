/**
 * Data in an HTML comment. `-`, `<` and `>` are written as escapes, so that the data cannot end the comment, and so are
 * `@` and `#`: nobody sees it, but bots and e-mail show the whole text, and GitHub says nowhere that it looks away.
 */
export function hidden(name: string, data: unknown): string {
  const json = JSON.stringify(data).replace(
    /[<>&@#\u2028\u2029]|-(?=-)|-$/g,
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

const hiddenComment = /<!-- (coderag:[\w-]{1,40}) ([{[][^\n]*[}\]]) -->/g;

/** Changes a text and the data in its hidden comments, where escapes would hide from `change` what it looks for. */
export function changeHiddenToo(text: string, change: (text: string) => string): string {
  const changed = text.replace(hiddenComment, (all, name: string, json: string) => {
    try {
      const data: unknown = JSON.parse(json);
      const now = JSON.stringify(data, (_, value: unknown) =>
        typeof value === "string" ? change(value) : value,
      );
      return now === JSON.stringify(data) ? all : hidden(name, JSON.parse(now));
    } catch {
      return all;
    }
  });
  return change(changed);
}
