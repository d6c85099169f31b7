import { removeExcessCells } from "./hidden-cells.ts";
import { removeHiddenMarkup } from "./hidden-markup.ts";
import { behindBlanks, type Cleaned, stripInvisible } from "./invisible.ts";
import { escapeRoleTokens } from "./role-tokens.ts";

/**
 * Untrusted markdown as its readers see it on GitHub, before any prompt: what a maintainer could not see when giving
 * a command does not reach the model. Taken out: invisible characters (also as character references), HTML comments
 * and tags with their attributes, collapsed and hidden elements, image descriptions, link titles, link definitions,
 * footnotes that nothing refers to, cells beyond a table's head, what stands behind the language of a fence or so many
 * blanks that nobody looks there. Code is shown as it is written, so it stays as it is written. Where GitHub's
 * reading is uncertain (a comment that a list item may end), what is hidden in either reading is taken out. Words that chat formats take for turns of the conversation are
 * escaped. `removed` counts the parts, for "3 hidden parts removed".
 *
 * Idempotent, and linear in the length of the text.
 */
export function visibleText(markdown: string): Cleaned {
  // The separators of Unicode end no line of markdown.
  const text = markdown.replace(/\r\n?/g, "\n").replace(/[\u2028\u2029]/g, " ");
  let current: Cleaned = { text, removed: 0 };
  for (let round = 0; round < mostRounds; round++) {
    const next = once(current);
    if (next.text === current.text) return next;
    current = next;
  }
  // Only a text that was built to reveal one hidden part behind another comes here: nothing in it is markup any more.
  const plain = escapeRoleTokens(stripInvisible(current.text).text).replace(/[\\`<>&[\]!$~]/g, "\\$&");
  return { text: plain, removed: current.removed + 1 };
}

/** A title as its readers see it: GitHub shows it as it is written, so nothing in it is markup, and `<Link>` is a word. */
export function visibleTitle(title: string): Cleaned {
  const { text, removed } = stripInvisible(title);
  return { text: escapeRoleTokens(text), removed };
}

const mostRounds = 4;

function once({ text, removed }: Cleaned): Cleaned {
  const seen = removeFarOff(stripInvisible(text));
  const shown = removeHiddenMarkup(seen.text);
  const cells = removeExcessCells(shown.text);
  const found = seen.removed + shown.removed + cells.removed;
  return { text: escapeRoleTokens(cells.text), removed: removed + found };
}

/** A line of code is as wide as it is written, and what follows so many blanks stands out of sight. */
const farOff = behindBlanks(200);

function removeFarOff({ text, removed }: Cleaned): Cleaned {
  let found = 0;
  const near = text.replace(farOff, () => {
    found += 1;
    return "";
  });
  return { text: near, removed: removed + found };
}
