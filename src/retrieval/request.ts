import { kindsOfLines } from "../source/markdown-code.ts";
import { withoutSettled, withoutWhere } from "./settled.ts";
import { queryWords, withoutAddresses } from "./words.ts";

/** What a person asks for: an issue with its comments, and the words after the command. */
export interface Request {
  readonly title: string;
  readonly body: string;
  readonly comments: readonly { readonly body: string }[];
  /** What stood behind `/coderag implement`; it weighs most, because a maintainer wrote it to us. */
  readonly instruction?: string;
}

/** All that a request says of itself, the title twice: it counts for more. Where it was seen says nothing of the code, nor do addresses. */
export const wholeText = ({ instruction = "", title, body }: Request): string =>
  withoutAddresses([instruction, title, title, withoutWhere(withoutSettled(body))].join("\n"));

/** One thing that the request wants, in its own words. */
export interface Requirement {
  /** `R1`, `R2`, ... in the order of the request. */
  readonly id: string;
  readonly text: string;
}

/** Requirements, characters of one, of a sentence that is cut and of code that ends it, the share of a title's words that makes a list its better wording, and how many more words make a sentence that. */
const limits = { requirements: 12, characters: 400, sentence: 5_000, code: 160, spelledOut: 0.6, more: 3 };

/** A text that ends before its sentence does. */
const unended =
  /(?::|\b(?:as|like|of|to|with|be|is|are|from|for|by|than|prints?|returns?|says?|shows?|gives?|runs?|calls?))$/i;

/** Headings of sections that describe a situation or ask the writer something, and tell no wish. */
const background =
  /reproduc|environment|version|system info|^info(?:rmation)?$|operating system|platform|stack ?trace|traceback|\blogs?\b|output|screenshot|actual|current(?:ly)? behaviou?r|what (?:did|have) (?:you|i) (?:do|done|tr(?:y|ied))|what i did|root cause|context|additional|checklist|alternatives?|workaround|before submitting|prerequisite|\btick\b|are you (?:willing|able|interested)|(?:would|do) you (?:like|want) to (?:submit|work|contribute|open)|how did you install/i;

/** `OS: Linux`, `Node version: 22`: where something was seen. */
const seenOn =
  /^(?:[\w.@/-]+ ){0,2}(?:os|operating system|platform|versions?|browser|terminal|shell|device|arch(?:itecture)?|kernel|distro|runtime|editor|ide|node(?:\.?js)?|npm|yarn|pnpm|bun|deno|python|pip|ruby|java|jdk|jvm|kotlin|go|rustc?|cargo|php|\.net|dotnet|gcc|clang|compiler|docker)(?: version)?\s*[:=]/i;
/** What is said to the reader of the issue, and asks for no change: votes, that it was seen, an offer to help. */
const aside =
  /^(?:please\s+)?(?:up-?vote|thumbs[- ]up|react\b)|^(?:yes,?\s+)?I(?:['’]m| am)? (?:also |still )?(?:can|could|was able to|able to) (?:also |still )?reproduce\b|^(?:yes,?\s+)?I(?:['’](?:m|d|ll)| am| would| will| can| could)?\b[^.]{0,80}\b(?:submit|open|send|create|contribute|provide|prepare|raise|make|work on)\b[^.]{0,80}\b(?:PRs?|pull requests?|patch(?:es)?|fix(?:es)?|MR|merge request)(?: (?:for|to fix|to solve) (?:this|it|that))?$|^(?:notice|note|see|observe)\b[^:]*:(?: `[^`]*`)?$/i;

/** A sentence that asks: a modal verb, a wish. */
const wishing =
  /\b(?:should|shall|must|needs? to|ha(?:s|ve) to|ought to|want|would (?:like|love|prefer|be (?:a |the |very |really |so )*(?:nice|great|good|best|better|ideal|perfect|handy|useful|helpful))|expect(?:ed|s)?|please|ensure|make sure|instead of|rather than|so that|allow|support|able to|no way to|feature request|proposal|propose|suggest)\b/i;
/** A sentence that says what is wrong or missing, and asks by that. */
const lacking =
  /\b(?:(?:does|do|did|is|are|was|were|can|could)(?:n['’]t|n?ot| not)|cannot|fails?|failed|failing|crash(?:es|ed)?|raises?|throws?|broken|wrong(?:ly)?|missing|ignore[sd]?|lacks?)\b/i;
/** Begins a paragraph that says why something matters or happens, and no more of what is wished. */
const reasoning =
  /^(?:this|that|it) (?:matters|is (?:important|relevant|dangerous|because)|happens|occurs)\b|^(?:the )?(?:root cause|cause|reason)\b/i;

const orders =
  "add|allow|avoid|accept|cache|catch|change|check|clean|close|convert|create|delete|deprecate|detect|disable|document|drop|emit|enable|encode|escape|expose|extend|extract|fix|give|handle|honou?r|ignore|implement|improve|include|introduce|keep|let|limit|log|make|move|normali[sz]e|parse|pass|prefer|preserve|prevent|print|provide|raise|read|refactor|refuse|reject|remove|rename|replace|report|reset|resolve|respect|retry|return|reuse|run|save|send|show|skip|sort|split|stop|store|strip|support|switch|throw|treat|trim|update|use|validate|warn|wrap|write";
/** `This is a feature request`: asks for nothing that the rest does not say. */
const kindOnly =
  /^(?:this is (?:just )?|here is )?(?:an? )?(?:small |simple |minor |potential |possible )?(?:feature|enhancement|improvement|bug|documentation|docs) ?(?:request|proposal|suggestion|report|issue)?[.:!]*$/i;
/** A sentence that begins with an order. */
const order = new RegExp(`^(?:${orders})\\b`, "i");

/** `When the cache is full, drop the oldest`. */
const conditional = new RegExp(
  `^(?:when|if|on|for|after|before|while|once)\\b[^,]*,\\s+(?:${orders})\\b`,
  "i",
);
/** `to read and write settings` is one demand: the first verb has no object of its own. */
const unfinished = new RegExp(`\\b(?:to|can|could|should|must|may|will|not)\\s+(?:${orders})$`, "i");

/**
 * Between two demands of one sentence: `add X, and make Y do Z`; `also W`. Only before another order or wish: `reads
 * and writes` or `when it is empty, and the file is new` is one.
 */
const between = new RegExp(
  `[,;:]?\\s+(?:and|then|but|plus)(?:\\s+(?:also|then))?\\s+(?=(?:please\\s+)?(?:${orders})\\s+\\S)|[,;]\\s+(?:also\\s+)?(?=(?:please\\s+)?(?:${orders})\\s+\\S)|[,;]\\s+(?:and\\s+)?also,?\\s+`,
  "giu",
);

/**
 * Cuts a request into requirements without a model: the instruction, the title, then list items and asking sentences
 * of the body, then asking sentences of comments. Code, quotes, traces, ticked lists and sections that only describe are
 * passed over, and so is what only says of what kind the request is, where something was seen, or what its writer offers.
 * Sentences that repeat an earlier requirement are dropped, and so is a title that a list or a sentence says in more detail; at most
 * 12 are kept.
 */
export function splitRequirements(request: Request): readonly Requirement[] {
  const body = wishes(request.body);
  const listed = body.filter((wish) => wish.item).map((wish) => wish.text);
  const texts = [
    ...sentences(request.instruction ?? "").flatMap(demands),
    ...(spellsOut(listed, request.title) || body.some(({ text }) => saysMore(text, request.title))
      ? []
      : demands(request.title)),
    ...[...body, ...request.comments.flatMap((comment) => wishes(comment.body))].map((wish) => wish.text),
  ].map(tidy);
  const kept: string[] = [];
  for (const text of texts) {
    if (!/\p{L}{2}/u.test(text) || kept.some((earlier) => repeats(text, earlier))) continue;
    kept.push(text);
    if (kept.length === limits.requirements) break;
  }
  return kept.map((text, at) => ({ id: `R${at + 1}`, text }));
}

/** List items and sentences of one markdown text that ask for something. */
function wishes(markdown: string): Pick<Block, "text" | "item">[] {
  const all = blocks(withoutSettled(markdown));
  return all.flatMap(({ heading, text: whole, item }, at) => {
    if (background.test(heading)) return [];
    const parts = sentences(whole);
    // "What I would like:" asks for nothing that the list below does not ask for.
    if (all[at + 1]?.item && parts.at(-1)?.endsWith(":")) parts.pop();
    const isReason = reasoning.test(whole);
    return parts
      .filter((text) => (item ? /\p{L}{3}/u.test(text) : asks(text, isReason)))
      .filter((text) => !kindOnly.test(text) && !aside.test(text) && !(item && saysWhere(text)))
      .flatMap((text) => demands(text).map((demand) => ({ text: demand, item })));
  });
}

/** Inline code asks for nothing, and what leads in to code that shows a fault says no more than the code. */
function asks(sentence: string, isReason = false): boolean {
  const said = sentence.replace(/`[^`]*`/g, "`x`");
  if (wishing.test(said) || order.test(said)) return true;
  return !isReason && !said.endsWith(":") && lacking.test(said);
}

/** `OS: Linux`, and not `shell: support fish`. */
function saysWhere(item: string): boolean {
  const key = seenOn.exec(item)?.[0];
  if (key === undefined) return false;
  const value = item.slice(key.length).trim();
  return !asks(value);
}

/** True where a list of two items or more holds most words of the title that mean something. */
function spellsOut(items: readonly string[], title: string): boolean {
  if (items.length < 2) return false;
  const said = queryWords(items.join("\n"));
  const words = [...queryWords(title.replace(order, "")).keys()];
  return words.filter((word) => said.has(word)).length >= words.length * limits.spelledOut;
}

interface Block {
  readonly heading: string;
  readonly text: string;
  readonly item: boolean;
}

/**
 * Paragraphs and list items with the heading above them; quotes, tables and comments are left out, and so are fences,
 * but one line of code that ends an open sentence: `it should behave like` and the command below.
 */
function blocks(markdown: string): Block[] {
  const found: Block[] = [];
  let heading = "";
  let code: string[] | undefined;
  let paragraph: { text: string; item: boolean } | undefined;
  const close = (): void => {
    if (paragraph) found.push({ heading, ...paragraph });
    paragraph = undefined;
  };
  const lines = markdown.replace(/<!--[\s\S]*?(?:-->|$)/g, "").split(/\r\n|\r|\n/);
  const kinds = kindsOfLines(lines);
  for (const [at, line] of lines.entries()) {
    if (kinds[at] === "code") {
      code?.push(line);
      continue;
    }
    if (kinds[at] === "fence") {
      close();
      const before = found.at(-1);
      if (code && before?.heading === heading)
        found.splice(-1, 1, { ...before, text: ended(before.text, code) });
      code = code ? undefined : [];
      continue;
    }
    if (/^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}|=+\s*)$/.test(line)) {
      // Below a paragraph it makes this a heading, else it is a rule.
      if (paragraph && !paragraph.item && /^ *[-=]/.test(line))
        [heading, paragraph] = [paragraph.text, undefined];
      close();
      continue;
    }
    const title = /^ {0,3}#{1,6}\s+(.*)|^\*\*([^*]+)\*\*:?\s*$/.exec(line);
    const item = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.*)/.exec(line);
    if (title || item || /^\s*$|^\s*[>|]|^ {4,}\S|^\s*<\/?\w+/.test(line)) close();
    if (title) heading = (title[1] ?? title[2])!;
    else if (item) paragraph = { text: item[1]!, item: true };
    else if (paragraph) paragraph.text += ` ${line.trim()}`;
    else if (/^ {0,3}[^\s>|<]/.test(line)) paragraph = { text: line.trim(), item: false };
  }
  close();
  return found;
}

/** A text whose last sentence is still open, with the one line of code that stands below it. */
function ended(text: string, code: readonly string[]): string {
  const [line = "", ...more] = code.map((one) => one.trim()).filter((one) => one !== "");
  const fits = more.length === 0 && line !== "" && !line.includes("`") && line.length <= limits.code;
  return fits && unended.test(text) ? `${text} \`${line}\`` : text;
}

/** Cuts at the end of sentences, not inside inline code, versions or abbreviations. */
function sentences(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (const match of text.matchAll(
    /`[^`]*`|(?<![.!?]|\b(?:e\.g|i\.e|etc|vs|cf))[.!?]+(?=\s+["'`(\p{Lu}\p{Lo}])|\n+|;\s/gu,
  )) {
    if (match[0].startsWith("`")) continue;
    found.push(text.slice(from, match.index));
    from = match.index + match[0].length;
  }
  found.push(text.slice(from));
  return found.map((part) => part.trim()).filter((part) => part !== "");
}

/**
 * The demands of one sentence, each in its own words: `add X, and make Y do Z` is two. Cut only where what stands
 * before the cut is an order or a wish itself, and never inside inline code, quotation marks or brackets.
 */
function demands(sentence: string): readonly string[] {
  if (sentence.length > limits.sentence) return [sentence];
  const hidden = sentence.replace(/`[^`]*`|"[^"]*"|“[^”]*”|\([^()]*\)/g, (held) => "x".repeat(held.length));
  const found: string[] = [];
  let from = 0;
  for (const { index, 0: joint } of hidden.matchAll(between)) {
    const before = hidden.slice(from, index).replace(/^(?:please|also)[,\s]+/i, "");
    if (!(asks(before) || conditional.test(before)) || !/\s/.test(before) || unfinished.test(before))
      continue;
    found.push(sentence.slice(from, index));
    from = index + joint.length;
  }
  return [...found, sentence.slice(from)].map((part) => part.replace(/^also,?\s+/i, "").trim());
}

function tidy(text: string): string {
  const line = text
    .replace(/\s+/g, " ")
    .replace(/(?<![.!:\s])[.!:\s]+$/, "")
    .trim();
  return line.length <= limits.characters ? line : `${line.slice(0, limits.characters - 1).trimEnd()}…`;
}

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu));

/** True of a wish that has all of the title in more words: `X is ignored by the lock command`, of `X ignored?`. */
function saysMore(wish: string, title: string): boolean {
  const [said, words] = [wordsIn(wish), wordsIn(title)];
  return (
    words.size > 0 && said.size >= words.size + limits.more && [...words].every((word) => said.has(word))
  );
}

/** True where nearly all words of a text stand in an earlier one: it adds nothing to the ledger. */
function repeats(text: string, earlier: string): boolean {
  const known = wordsIn(earlier);
  const words = [...wordsIn(text)];
  return words.filter((word) => known.has(word) || word === "please").length >= words.length * 0.9;
}
