import { isGenerated } from "./generated-paths.ts";

/** Endings of what people write as source and no grammar here reads: other languages, style sheets, schemas, queries. */
const endings =
  /\.(?:kts?|swift|dart|scala|sc|groovy|clj[cs]?|exs?|erl|hrl|hs|elm|mli?|fsx?|vb|lua|r|jl|zig|nim|cr|pl|pm|mm|sol|pas|f90|vhdl?|sv|asm|nix|s[ac]ss|css|less|styl|sql|graphqls?|gql|proto|prisma|tf|cmake|csp|twig|jinja2?|j2|liquid|hbs|ejs|haml|slim|pug)$/i;

/** True of source in a language that is not read, and that people write: it has words, and no definitions in the graph. */
export function isUnreadSource(path: string): boolean {
  return endings.test(path) && !isGenerated(path);
}

/** Words of a request that is about documentation. */
const docs = /\b(?:docs?|documentation|documented?|readme|docstrings?|tutorials?|user guide|manual)\b/i;

/** True where a request asks for documentation, in its title or in the words of the command. */
export function asksForDocs(request: { readonly instruction?: string; readonly title: string }): boolean {
  return docs.test(`${request.instruction ?? ""} ${request.title}`);
}
