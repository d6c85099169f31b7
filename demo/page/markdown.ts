import { Marked, type Renderer, type Token, type Tokens } from "marked";
import { escapeHtml } from "../../src/delivery/html.ts";
import { drawDiagram } from "./diagram.ts";
import { escapeCode, escapeProse } from "./html.ts";
import { vetHtml } from "./tags.ts";

/**
 * More quotes and lists within one another than this on one line is an attack on the parser's stack, not a text; and so
 * many blanks within a line are one on its time.
 */
const hostile = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){40}|\S[ \t]{500}/m;

/**
 * Untrusted GitHub Markdown as HTML that holds no script, no style, no image and no address but http(s) (security.md
 * W01). Raw HTML is shown as text, except for the few tags of `tags.ts`.
 */
export function renderMarkdown(text: string): string {
  if (hostile.test(text)) return `<pre><code>${escapeCode(text)}</code></pre>`;
  const parser = new Marked({ gfm: true, breaks: true });
  const tokens = parser.lexer(text);
  parser.use({ renderer: rendererFor(vetHtml(tokens)) });
  return parser.parser(tokens);
}

/** Every method that would write text or an attribute is replaced: nothing rests on the library's own escaping. */
function rendererFor(
  vetted: ReadonlyMap<Token, string>,
): Partial<Omit<Renderer, "options" | "parser" | "constructor">> {
  return {
    html: (token) => vetted.get(token) ?? escapeHtml(token.raw),
    text(token) {
      if ("tokens" in token && token.tokens)
        return (this as unknown as Renderer).parser.parseInline(token.tokens);
      return escapeProse(token.text);
    },
    codespan: ({ text }) => `<code>${escapeCode(text)}</code>`,
    code: codeOf,
    def: () => "",
    br: () => "<br>",
    hr: () => "<hr>",
    checkbox: ({ checked }) => `<input type="checkbox" disabled${checked ? " checked" : ""}> `,
    image: ({ text }) =>
      `<span class="picture">picture: ${escapeProse(text === "" ? "no description" : text)}</span>`,
    link(token) {
      return linkOf(token, (this as unknown as Renderer).parser.parseInline(token.tokens));
    },
    heading({ tokens, depth }) {
      const level = Math.min(6, depth + 2);
      return `<h${level} class="h${depth}">${(this as unknown as Renderer).parser.parseInline(tokens)}</h${level}>\n`;
    },
    list(token) {
      const items = token.items.map((item) => {
        const kind = item.task ? ' class="task"' : "";
        return `<li${kind}>${(this as unknown as Renderer).parser.parse(item.tokens)}</li>\n`;
      });
      const tag = token.ordered ? "ol" : "ul";
      const start = token.ordered && Number(token.start) !== 1 ? ` start="${Number(token.start)}"` : "";
      return `<${tag}${start}>\n${items.join("")}</${tag}>\n`;
    },
    table(token) {
      const row = (tag: string, cells: readonly Tokens.TableCell[]): string =>
        `<tr>${cells.map((cell) => `<${tag}${alignment[cell.align ?? ""] ?? ""}>${(this as unknown as Renderer).parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
      const body = token.rows.map((cells) => row("td", cells)).join("\n");
      return `<div class="wide"><table><thead>${row("th", token.header)}</thead><tbody>${body}</tbody></table></div>\n`;
    },
    blockquote({ tokens }) {
      const { parser } = this as unknown as Renderer;
      const alert = alertOf(tokens);
      if (!alert) return `<blockquote>\n${parser.parse(tokens)}</blockquote>\n`;
      const title = alert.kind[0]!.toUpperCase() + alert.kind.slice(1);
      return `<div class="alert ${alert.kind}"><p class="alert-title">${title}</p>\n${parser.parse(alert.tokens)}</div>\n`;
    },
  };
}

const alignment: Readonly<Record<string, string>> = {
  center: ' class="center"',
  right: ' class="right"',
};

/** Only plain http(s) addresses, rewritten by the URL parser; any other link is its text alone. */
function linkOf({ href }: Tokens.Link, label: string): string {
  const written = href.replaceAll("&amp;", "&");
  if (!/^https?:\/\//i.test(written) || !URL.canParse(written)) return label;
  const url = new URL(written);
  // An address with a name before its host is written to be misread.
  if (url.username !== "" || url.password !== "") return label;
  // GitHub was emulated on this machine, and is gone when somebody reads.
  if (url.hostname === "127.0.0.1")
    return `<span class="link" title="${escapeHtml(url.href)}">${label}</span>`;
  return `<a href="${escapeHtml(url.href)}" rel="noopener noreferrer nofollow">${label}</a>`;
}

function codeOf({ text, lang }: Tokens.Code): string {
  const language = (lang ?? "").trim().split(/\s/)[0]!.toLowerCase();
  const diagram = language === "mermaid" ? drawDiagram(text) : undefined;
  if (diagram !== undefined) return `<div class="diagram">${diagram}</div>\n`;
  const lines = language === "diff" ? text.split("\n").map(diffLine).join("\n") : escapeCode(text);
  return `<pre><code>${lines}</code></pre>\n`;
}

function diffLine(line: string): string {
  const kind = line.startsWith("+") ? "ins" : line.startsWith("-") ? "del" : undefined;
  return kind ? `<span class="${kind}">${escapeCode(line)}</span>` : escapeCode(line);
}

/** A quote that begins with `[!NOTE]` and the like, without that line; undefined for any other quote. */
function alertOf(tokens: readonly Token[]): { readonly kind: string; readonly tokens: Token[] } | undefined {
  const [first, ...others] = tokens;
  if (first?.type !== "paragraph") return undefined;
  const [mark, ...inline] = (first as Tokens.Paragraph).tokens;
  const found = mark?.type === "text" && /^\[!(note|tip|important|warning|caution)\]\s*$/i.exec(mark.raw);
  if (!found || (inline.length > 0 && inline[0]!.type !== "br")) return undefined;
  const rest = inline.slice(1);
  const kept = rest.length > 0 ? [{ ...first, tokens: rest } as Token] : [];
  return { kind: found[1]!.toLowerCase(), tokens: [...kept, ...others] };
}
