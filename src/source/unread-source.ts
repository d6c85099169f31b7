import { isGenerated } from "./generated-paths.ts";

/** Endings of what people write as source and no grammar here reads: other languages, style sheets, schemas, queries. */
const endings =
  /\.(?:kts?|swift|dart|scala|sc|groovy|clj[cs]?|exs?|erl|hrl|hs|elm|mli?|fsx?|vb|lua|r|jl|zig|nim|cr|pl|pm|mm|sol|pas|f90|vhdl?|sv|asm|nix|s[ac]ss|css|less|styl|sql|graphqls?|gql|proto|prisma|tf|cmake|csp|twig|jinja2?|j2|liquid|hbs|ejs|haml|slim|pug)$/i;

/** Programs that have no ending, and names at the top of a repository, or among programs, that are none. */
const program = /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/;
const noProgram =
  /^(?:[a-z]*file|authors?|changelog|changes|codeowners|configure|copying|gradlew|history|licen[cs]e|mvnw|news|notice|owners|readme|thanks|todo|version)$/;
const ofPrograms = /^(?:s?bin|exe|libexec|scripts?|tools)$/;

/** True of source in a language that is not read, and that people write: it has words, and no definitions in the graph. */
export function isUnreadSource(path: string): boolean {
  return (endings.test(path) || isProgram(path)) && !isGenerated(path);
}

/** `bin/console`, `libexec/pyenv-exec`, and at the top `diff-so-fancy`. */
function isProgram(path: string): boolean {
  const folders = path.split("/");
  const name = folders.pop()!;
  return (
    program.test(name) &&
    !noProgram.test(name) &&
    (folders.length === 0 || folders.some((folder) => ofPrograms.test(folder)))
  );
}

/** Words of a request that is about documentation. */
const docs = /\b(?:docs?|documentation|documented?|readme|docstrings?|tutorials?|user guide|manual)\b/i;

/** True where a request asks for documentation, in its title or in the words of the command. */
export function asksForDocs(request: { readonly instruction?: string; readonly title: string }): boolean {
  return docs.test(`${request.instruction ?? ""} ${request.title}`);
}
