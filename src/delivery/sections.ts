import { fitBody } from "../github/fit.ts";

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
 * most dispensable first and the last of equals, and named; what must stay is cut (security.md O06).
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
  return fitBody(text(), limit);
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
