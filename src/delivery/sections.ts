/** One part of a long body. */
export interface Section {
  readonly title: string;
  /** Safe markdown; an empty section is left out. */
  readonly body: string;
  /** `open` stands as it is under a heading, `folded` behind its title, `bare` without one. */
  readonly shown: "bare" | "open" | "folded";
  /** What goes first when the whole is too long: the highest number. 0 is never left out, only cut. */
  readonly dispensable: number;
}

/**
 * Joins sections into one body of at most `limit` UTF-16 units. What does not fit is left out by whole sections, the
 * most dispensable first and the last of equals, and named; what must stay is cut at a line, its fences and folds
 * closed (security.md O06).
 */
export function joinSections(sections: readonly Section[], limit: number): string {
  const wanted = sections.filter((section) => section.body.trim() !== "");
  const kept = new Set(wanted);
  const text = (): string => {
    const left = wanted.filter((section) => !kept.has(section)).map((section) => section.title);
    const note = left.length === 0 ? [] : [`_Too long for GitHub and left out: ${left.join(", ")}._`];
    return [...wanted.filter((section) => kept.has(section)).map(render), ...note].join("\n\n");
  };
  const byNeed = wanted
    .filter((section) => section.dispensable > 0)
    .sort((a, b) => a.dispensable - b.dispensable);
  while (text().length > limit && byNeed.length > 0) kept.delete(byNeed.pop()!);
  return cutMarkdown(text(), limit);
}

function render({ title, body, shown }: Section): string {
  if (shown === "bare") return body;
  if (shown === "open") return `### ${title}\n\n${body}`;
  return folded(title, body);
}

/** Behind its title, which is safe in HTML; GitHub reads no Markdown there. */
export function folded(title: string, body: string): string {
  return `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}

const cutNote = "\n\n_Cut here: too long for GitHub._";

/** What is open after some lines: a fence at column 0, and so many folds. */
interface Open {
  readonly fence: string | undefined;
  readonly folds: number;
}

/** Cuts our own markdown at the end of a line and closes what is open there, fence first. */
export function cutMarkdown(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const lines: string[] = [];
  let length = 0;
  let open: Open = { fence: undefined, folds: 0 };
  for (const line of text.split("\n")) {
    const next = openAfter(open, line);
    length += line.length + 1;
    if (length + endsOf(next).join("\n").length + cutNote.length > limit) break;
    lines.push(line);
    open = next;
  }
  return [...lines, ...endsOf(open)].join("\n").trimEnd() + cutNote;
}

function openAfter({ fence, folds }: Open, line: string): Open {
  if (fence !== undefined) return { fence: line.trimEnd() === fence ? undefined : fence, folds };
  const mark = /^`{3,}/.exec(line)?.[0];
  if (mark !== undefined) return { fence: mark, folds };
  let inside = folds;
  // One that nobody opened closes nothing.
  for (const [tag] of line.matchAll(/<\/?details>/g))
    inside = tag === "<details>" ? inside + 1 : Math.max(0, inside - 1);
  return { fence, folds: inside };
}

const endsOf = ({ fence, folds }: Open): readonly string[] => [
  ...(fence === undefined ? [] : [fence]),
  ...Array.from({ length: folds }, () => "\n</details>"),
];
