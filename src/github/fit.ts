/** GitHub's limits, in UTF-16 code units: never more than GitHub counts. */
export const longestBody = 65_536;
export const longestTitle = 256;

const notice = "\n\n_Cut here: GitHub takes no longer text._";

/**
 * A Markdown body that GitHub takes: no NUL, no half characters, and cut at the end of a line where it is too long,
 * with every fence and `<details>` closed that the cut left open.
 */
export function fitBody(body: string, limit = longestBody): string {
  const clean = body.replaceAll("\0", "").toWellFormed();
  if (clean.length <= limit) return clean;
  // Closing takes room as well, and a shorter text may need other closings: go down until all fits.
  for (let room = limit - notice.length; room > 0; ) {
    const text = cutAtLine(clean, room);
    const fitted = text + closings(text) + notice;
    if (fitted.length <= limit) return fitted;
    room -= Math.max(fitted.length - limit, 1);
  }
  return "";
}

/** One line, within GitHub's limit. */
export function fitTitle(title: string, limit = longestTitle): string {
  const line = title
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .toWellFormed();
  return line.length <= limit ? line : `${cutAtCharacter(line, limit - 1).trimEnd()}…`;
}

function cutAtLine(text: string, length: number): string {
  const cut = cutAtCharacter(text, length);
  const end = cut.lastIndexOf("\n");
  return end > length / 2 ? cut.slice(0, end) : cut;
}

/** Not within a surrogate pair. */
function cutAtCharacter(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** What closes the open code fence, comment and `<details>` elements at the end of this text. */
function closings(text: string): string {
  let fence: string | undefined;
  let details = 0;
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence !== undefined) {
      if (mark?.[1]?.startsWith(fence) && mark[2]?.trim() === "") fence = undefined;
    } else if (mark) fence = mark[1]!;
    // One that nobody opened closes nothing.
    else
      for (const [tag] of line.matchAll(/<\/?details\b/g))
        details = tag === "<details" ? details + 1 : Math.max(0, details - 1);
  }
  const comment = fence === undefined && text.lastIndexOf("<!--") > text.lastIndexOf("-->") ? " -->" : "";
  return comment + (fence === undefined ? "" : `\n${fence}`) + "\n\n</details>".repeat(details);
}
