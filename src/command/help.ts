import { nearestNames } from "../source/near-names.ts";
import { type Verb, verbFacts, verbs } from "./verbs.ts";

const listed = (all: readonly string[]): string => all.map((verb) => `\`${verb}\``).join(", ");

/**
 * The answer to `/coderag help`: markdown, every line ours. No line begins with the command itself. `switchedOff`:
 * verbs that the repository does not want.
 */
export function helpText(switchedOff: readonly string[] = []): string {
  const line = (verb: Verb): string => {
    const { argument, what } = verbFacts(verb);
    return `- \`/coderag ${verb}${argument === "" ? "" : ` ${argument}`}\` ${what}.`;
  };
  const off = verbs.filter((verb) => switchedOff.includes(verb));
  return [
    "**CodeRAG** reads a command on the first line of a new comment; what follows the verb is yours to write.",
    "",
    ...verbs.filter((verb) => !off.includes(verb)).map(line),
    "",
    ...(off.length > 0 ? [`Switched off in \`.github/coderag.yml\`: ${listed(off)}.`, ""] : []),
    "`status` and `help` need read access to this repository, all else write access. Edited comments and comments by bots are not read.",
  ].join("\n");
}

/**
 * The answer to a word that is no verb: the verb that was probably meant, or all there are. The word is a stranger's
 * text: only plain letters and digits are repeated.
 */
export function unknownVerbText(word: string, switchedOff: readonly string[] = []): string {
  const plain = /^[a-z0-9-]{1,40}$/i.test(word) ? `\`${word}\`` : "That word";
  const [near] = nearestNames(verbs, word, 1);
  const wrong = `${plain} is not a command, so nothing was done.`;
  if (near) return `${wrong} Did you mean \`/coderag ${near}\`? \`/coderag help\` names them all.`;
  return `${wrong}\n\n<details><summary>What can be commanded</summary>\n\n${helpText(switchedOff)}\n\n</details>`;
}
