import { type Verb, verbFacts, verbs } from "./verbs.ts";

/** The answer to `/coderag help`: markdown, every line ours. No line begins with the command itself. */
export function helpText(): string {
  const line = (verb: Verb): string => {
    const { argument, what } = verbFacts(verb);
    return `- \`/coderag ${verb}${argument === "" ? "" : ` ${argument}`}\` ${what}.`;
  };
  const now = verbs.filter((verb) => verbFacts(verb).availability === "now");
  const later = verbs.filter((verb) => verbFacts(verb).availability === "later");
  return [
    "**CodeRAG** reads a command on the first line of a new comment; what follows the verb is yours to write.",
    "",
    ...now.map(line),
    "",
    `Understood, but not in this version: ${later.map((verb) => `\`${verb}\``).join(", ")}.`,
    "",
    "Commands that change something need write access to this repository. Edited comments and comments by bots are not read.",
  ].join("\n");
}

/** The answer to a verb that this version understands but cannot do. */
export function notYetText(verb: Verb): string {
  const now = verbs.filter((candidate) => verbFacts(candidate).availability === "now");
  return `\`${verb}\` is not in this version of CodeRAG, so nothing was done. It can do: ${now.map((one) => `\`${one}\``).join(", ")}.`;
}

/** The answer to a word that is no verb. The word is a stranger's text: only plain letters and digits are repeated. */
export function unknownVerbText(word: string): string {
  const plain = /^[a-z0-9-]{1,40}$/i.test(word) ? `\`${word}\`` : "That word";
  return `${plain} is not a command, so nothing was done.\n\n${helpText()}`;
}
