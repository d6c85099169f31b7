/** Bots that obey a comment of a line `@name word`; most read it wherever it stands, code included. */
const bots =
  "dependabot|mergify(?:io)?|rustbot|rust-timer|homu|bors|k8s-ci-robot|pytorchbot|pytorchmergebot|copilot|claude|codex|cursor|coderabbitai|devin-ai-integration";

/**
 * True for a line that some bot takes for its command: `/merge`, `@dependabot merge`, `bors r+`. Decorators
 * (`@codex.tool`) and paths (`/usr/bin`) are none.
 */
export const readsAsCommand = (line: string): boolean => command.test(line);

const command = new RegExp(
  String.raw`^(?:/[A-Za-z][\w-]*(?:\s|$)|\s*@(?:${bots})[ \t]+[a-z]|(?:bors|homu)(?:[ \t]+|:[ \t]*)[a-z])`,
  "i",
);
