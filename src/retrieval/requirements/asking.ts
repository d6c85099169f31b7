import { queryWords } from "../words.ts";

/** Headings of sections that describe a situation or ask the writer something, and tell no wish. */
export const background =
  /reproduc|^why\b(?!.*\bnot\b)|^steps(?: to (?!implement|do|take|add|fix).*)?[:.]?$|environment|version|system info|^info(?:rmation)?$|operating system|platform|stack ?trace|traceback|\blogs?\b|output|screenshot|actual|current(?:ly)? behaviou?r|what (?:did|have) (?:you|i) (?:do|done|tr(?:y|ied))|what i did|root cause|context|additional|checklist|alternatives?|workaround|before submitting|prerequisite|\btick\b|are you (?:willing|able|interested)|(?:would|do) you (?:like|want) to (?:submit|work|contribute|open)|how did you install/i;

/** `OS: Linux`, `Node version: 22`: where something was seen. */
const seenOn =
  /^(?:[\w.@/-]+ ){0,2}(?:os|operating system|platform|versions?|browser|terminal|shell|device|arch(?:itecture)?|kernel|distro|runtime|editor|ide|node(?:\.?js)?|npm|yarn|pnpm|bun|deno|python|pip|ruby|java|jdk|jvm|kotlin|go|rustc?|cargo|php|\.net|dotnet|gcc|clang|compiler|docker)(?: version)?\s*[:=]/i;
/** What is said to the reader or the writer of the issue, and asks for no change: votes, that it was seen, an offer to help, what to fill in. */
export const aside =
  /^(?:please\s+)?(?:up-?vote|thumbs[- ]up|react\b)|^(?:yes,?\s+)?I(?:['’]m| am)? (?:also |still )?(?:can|could|was able to|able to) (?:also |still )?reproduce\b|^(?:yes,?\s+)?I(?:['’](?:m|d|ll)| am| would| will| can| could)?\b[^.]{0,80}\b(?:submit|open|send|create|contribute|provide|prepare|raise|make|suggest|work on)\b[^.]{0,80}\b(?:PRs?|pull requests?|patch(?:es)?|fix(?:es)?|MR|merge request)(?: (?:for|to fix|to solve) (?:this|it|that))?(?: soon| shortly)?$|^(?:notice|note|see|observe)\b[^:]*:(?: `[^`]*`)?$|^please (?:run (?:it|this|that|them|`)|try\b|confirm\b|let (?:me|us) know|(?:have|take) a look)|^(?:(?:my|our|the|an?) )?(?:(?:current|only|possible|temporary) )*work-?around\b|^[_*]*(?:if [^,]*, )?please (?:include|provide|describe|fill|paste|attach|specify|post)\b.*\b(?:minimal|reproduc\w+|output|screenshots?|versions?|logs)\b/i;

/** Headings of sections that say what shall be, in whatever words. */
export const wished =
  /^(?:the )?(?:expected|desired|correct|intended)\b|\bexpected\b.*\bbehaviou?r|^what (?:did|do|would|were) you expect/i;
/** `Shouldn't "" return everything?` asks for it, wherever it stands. */
export const rhetorical = /^(?:and |but |so |or )?shouldn['’]t\b/i;

/** A sentence that asks: a modal verb, a wish. */
const wishing =
  /\b(?:should|shall|must|needs? to|ha(?:s|ve) to|ought to|want|would (?:like|love|prefer|help|be (?:a |the |very |really |so )*(?:nice|great|good|best|better|ideal|perfect|handy|useful|helpful))|expect(?:ed|s)?|please|ensure|make sure|instead of|rather than|so that|allow|support|able to|no way to|feature request|proposal|propose|suggest)\b/i;
/** A sentence that says what is wrong or missing, and asks by that. */
const lacking =
  /\b(?:(?:does|do|did|is|are|was|were|can|could)(?:n['’]t|n?ot| not)|cannot|fails?|failed|failing|crash(?:es|ed)?|raises?|throws?|broken|wrong(?:ly)?|missing|ignore[sd]?|lacks?)\b/i;
/** Begins a paragraph that says why something matters or happens, and no more of what is wished. */
export const reasoning =
  /^(?:this|that|it) (?:matters|is (?:important|relevant|dangerous|because)|happens|occurs)\b|^(?:the )?(?:root cause|cause|reason)\b/i;

const orders =
  "add|allow|avoid|accept|cache|catch|change|check|clean|close|convert|create|delete|deprecate|detect|disable|document|drop|emit|enable|encode|escape|expose|extend|extract|fix|give|handle|honou?r|ignore|implement|improve|include|introduce|keep|let|limit|log|make|move|normali[sz]e|parse|pass|prefer|preserve|prevent|print|provide|raise|read|refactor|refuse|reject|remove|rename|replace|report|reset|resolve|respect|retry|return|reuse|run|save|send|show|skip|sort|split|stop|store|strip|support|switch|throw|treat|trim|update|use|validate|warn|wrap|write";
/** `This is a feature request`: asks for nothing that the rest does not say. */
export const kindOnly =
  /^(?:this is (?:just )?|here is )?(?:an? )?(?:small |simple |minor |potential |possible )?(?:feature|enhancement|improvement|bug|documentation|docs) ?(?:request|proposal|suggestion|report|issue)?[.:!]*$/i;
/** A sentence that begins with an order. */
export const order = new RegExp(`^(?:${orders})\\b`, "i");

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

/** `sort it and show it`: the second speaks of what the first names, and says nothing by itself. */
const pointing = /^(?:please\s+)?[\p{L}-]+\s+(?:it|them|this|that|these|those)\b/iu;

/** What people want, have to do or expect while they tell of something: `if I want to`, `I have to`, `as you might expect`, `this is expected`; and where a fault does not show. */
const telling =
  /\b(?:does|do|did)(?:n['’]t| not) (?:seem to |appear to )?(?:happen|occur|reproduce)\b|\b(?:if|when(?:ever)?|in case|as) (?:I|you|we|one|they|users?|people|someone|anyone)(?: \w+)? (?:want|need|expect|have)(?:ed|s)?\b(?: to)?|\bas expected\b|\b(?:this|that|it|which) is (?:the )?(?:expected|intended)\b(?! (?:that|to)\b)(?: behaviou?r)?|\bI(?:['’](?:ll|d)| will| would)?(?: \w+)? (?:have|had|need|needed) to\b(?! be able)|\bI(?:['’]m| am| (?:may|might|could) be)? (?:just )?missing\b|\bam I missing\b|\bI (?:did|do|have)(?:n['’]t| not) (?:writ(?:e|ten)|remember|recall|know|understand|mind|test(?:ed)?|tr(?:y|ied)|check(?:ed)?|looked)\b/gi;
/** Says what its writer guesses, judges (`That doesn't seem right`), met (`In my case`), adds in brackets, or is about to do: a word for a lack in it asks for nothing. */
const guess =
  /^(?:but |so |and |however,? )?(?:it|this|that|there) (?:(?:looks?|seems?|appears?) (?:like|that|as)\b|(?:does|do)(?:n['’]t| not) (?:seem|look|feel|sound) (?:\w+ )?\w+[.!]?$)|(?:^|, )I (?:assume|guess|suppose|suspect)\b|^(?:it|this|that) was(?: not|n['’]t) (?:an?|the|enough)\b|^in (?:my|our) (?:own )?case\b|^\([^()]*\)[.!]?$/i;
const plan = /\bplan(?:s|ned|ning)? (?:to|on)\b/i;
/** What an earlier change did: `#12 was fixed so that x works`. */
const past =
  /\b(?:was|were|(?:has|have|had) been) (?:\w+ly |already )?(?:fixed|resolved|solved|addressed)\b(?!.*\b(?:but (?:it|is|are|this|that|the|now)|again|still|however)\b)/i;
const demand = /\b(?:should|shall|must|please|would (?:like|love|prefer|be))\b/i;

/** Inline code and quotations ask for nothing, and what leads in to code that shows a fault says no more than the code. */
export function asks(sentence: string, isReason = false): boolean {
  const said = sentence.replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, "`x`").replace(telling, "");
  if (plan.test(said) || past.test(said)) return demand.test(said);
  if (wishing.test(said) || order.test(said)) return true;
  return !isReason && !guess.test(said) && lacking.test(said.endsWith(":") ? beforeLast(said) : said);
}

/** What a sentence says before its last part, which leads in to code: `x is not respected, and all that works is:`. */
const beforeLast = (said: string): string => said.slice(0, Math.max(0, said.lastIndexOf(", ")));

/** Lead-ins of lists: that show an example, that only tell, that the items complete (`the values should be:`, `x should:`). */
const sampling = /\b(?:examples?|for instance|e\.g|workarounds?|steps)\b/i;
const recounting =
  /\b(?:situations?|scenarios?|observ\w+|found|noticed|tried|with|ways?|related to|similar|unlike|reproduc\w+|happens?|occur\w*|gets?|got|looks?)\b/i;
const enumerating = /\b(?:be|is|are|of|between|among|as|like|by|from)$/i;
const modal = /\b(?:should|shall|must|can|could|may|will|needs? to|ha(?:s|ve) to)(?: (?:also|not))?$/i;

/** Characters of a requirement; a longer one is cut. */
export const longestRequirement = 400;

/** What a list below `lead` asks for, each in words that stand for themselves; of a sample nothing. */
export function listed(lead: string, items: readonly string[]): readonly string[] {
  const opening = lead.replace(/[:\s]+$/, "");
  if (sampling.test(opening) && !/\b(?:should|must)\b/i.test(opening)) return [];
  if (!asks(opening)) return recounting.test(opening) ? items.filter((item) => asks(item)) : items;
  if (queryWords(opening).size === 0) return items;
  if (enumerating.test(opening)) {
    const whole = `${opening}: ${items.join("; ")}`;
    return whole.length <= longestRequirement ? [whole] : [opening, ...items];
  }
  return modal.test(opening) ? items.map((item) => `${opening} ${item}`) : items;
}

/** `OS: Linux`, and not `shell: support fish`. */
export function saysWhere(item: string): boolean {
  const key = seenOn.exec(item)?.[0];
  if (key === undefined) return false;
  const value = item.slice(key.length).trim();
  return !asks(value);
}

/** Of a longer one nobody is told its parts, and looking for them would take long. */
const longestSentence = 5_000;

/**
 * The demands of one sentence, each in its own words: `add X, and make Y do Z` is two. Cut only where what stands
 * before the cut is an order or a wish itself, and never inside inline code, quotation marks or brackets.
 */
export function demands(sentence: string): readonly string[] {
  if (sentence.length > longestSentence) return [sentence];
  const hidden = sentence.replace(/`[^`]*`|"[^"]*"|“[^”]*”|\([^()]*\)/g, (held) => "x".repeat(held.length));
  const found: string[] = [];
  let from = 0;
  for (const { index, 0: joint } of hidden.matchAll(between)) {
    const before = hidden.slice(from, index).replace(/^(?:please|also)[,\s]+/i, "");
    const after = hidden.slice(index + joint.length);
    if (!(asks(before) || conditional.test(before)) || !/\s/.test(before) || unfinished.test(before))
      continue;
    if (pointing.test(after)) continue;
    found.push(sentence.slice(from, index));
    from = index + joint.length;
  }
  return [...found, sentence.slice(from)].map((part) => part.replace(/^also,?\s+/i, "").trim());
}
