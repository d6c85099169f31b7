import { withoutPictures } from "../retrieval/settled.ts";
import { stem, withoutAddresses, words } from "../retrieval/words.ts";
import { kindsOfLines } from "../source/markdown-code.ts";
import { namesLanguage } from "./language.ts";

/** Steps 1 and 2 of reference search (spec 1): a request becomes three keywords, and these six queries. */
export type Keywords = readonly string[];

/** How many a request is turned into; one that says less has fewer. */
export const keywordCount = 3;

/** A word of a request and what it says of it. */
export interface WeighedWord {
  /** As it was written first, lower case unless it is a name. */
  readonly spelling: string;
  readonly stem: string;
  /** Its words as texts are cut (`words`): `real-time` is two, `OpenCALM` three with the whole. */
  readonly parts: readonly string[];
  /** About 1 for a plain word of the body. */
  readonly weight: number;
  /** Whether it names what the request is about: a word of its title that does not stand in every request. */
  readonly topic: boolean;
  /** Neither of every request nor of every day. */
  readonly specific: boolean;
}

/** A name (`OpenCALM`, `vue3`, `JSON-LD`, `node.js`) or a word; hyphens and dots only within. */
const token = /[\p{L}\p{N}][\p{L}\p{N}_+#]*(?:[-.'’][\p{L}\p{N}_+#]+)*/gu;

/** What a word weighs besides 1. */
const factors = { title: 2.5, named: 2.5, everyday: 0.6, generic: 0.15, again: 0.25, letter: 0.04 };
/** Words of a request that are looked at: a pasted log has thousands. */
const mostWords = 400;
/** A title longer than this is a sentence. */
const longestTitle = 8;

/**
 * The words of a request, the heaviest first. Words of the title count more than those of the body, names more than
 * plain words, words that every request has (`app`, `show`, `user`) hardly; longer words are rarer (Zipf's law of
 * abbreviation) and break ties. The name of the language in which it is looked for tells no two repositories apart.
 */
export function weighWords(request: string, language?: string): readonly WeighedWord[] {
  const { title, body } = partsOf(wished(request));
  const found = new Map<string, Omit<WeighedWord, "stem" | "parts"> & { count: number; at: number }>();
  const read = (text: string, factor: number): void => {
    for (const [spelling] of [...text.matchAll(token)].slice(0, mostWords)) {
      const lower = spelling.toLowerCase();
      const key = stem(lower);
      if (spelling.length < 2 || empty.has(lower) || namesLanguage(lower, language)) continue;
      const common = generic.has(key) || everyday.has(key);
      const named = !common && isNamed(spelling);
      const known = found.get(key);
      if (known) known.count += 1;
      else
        found.set(key, {
          spelling: named ? spelling : lower,
          weight:
            (generic.has(key) ? factors.generic : everyday.has(key) ? factors.everyday : 1) *
            (named ? Math.max(factor, factors.named) : factor) *
            (1 + factors.letter * Math.min(lower.length, 12)),
          topic: factor === factors.title && !generic.has(key),
          specific: !common,
          count: 1,
          at: found.size,
        });
    }
  };
  read(title, factors.title);
  read(body, 1);
  return [...found]
    .map(([key, { count, weight, ...word }]) => ({
      ...{
        ...word,
        stem: key,
        parts: words(word.spelling),
        weight: weight * (1 + factors.again * Math.min(3, count - 1)),
      },
    }))
    .sort((a, b) => b.weight - a.weight || a.at - b.at);
}

/** The keywords without a model: the heaviest words of different families, as a search writes them. */
export function keywordsByWeight(request: string, language?: string, most = keywordCount): Keywords {
  const chosen: string[] = [];
  for (const { spelling } of weighWords(request, language)) {
    const word = singular(spelling);
    if (!chosen.some((other) => isKin(word, other))) chosen.push(word);
    if (chosen.length === most) break;
  }
  return chosen;
}

/** `translation` and `translate`: the second would find what the first found. */
function isKin(word: string, other: string): boolean {
  const family = 6;
  return (
    word.length >= family && word.slice(0, family).toLowerCase() === other.slice(0, family).toLowerCase()
  );
}

/** Each keyword alone and each pair: a single word often means nothing. Fewer keywords, fewer queries. */
export function queriesOf(keywords: Keywords): readonly Keywords[] {
  const singles = keywords.map((one) => [one]);
  const pairs = keywords.flatMap((one, at) => keywords.slice(at + 1).map((other) => [one, other]));
  return [...singles, ...pairs];
}

const codeHost = String.raw`https?:\/\/(?:www\.)?(?:github|gitlab|bitbucket|codeberg)\.(?:com|org)`;
/** Of a repository or of code in it; what is said elsewhere on such a host (`/issues/12`) is of no repository that is wished for. */
const repositoryAddress = new RegExp(
  String.raw`${codeHost}\/[\w.-]+\/([\w.-]+?)(?:\.git)?\/?(?=$|[\s)>\]"'\`,;]|[#?]|(?:-\/)?(?:tree|blob)\/)`,
  "g",
);

/** What is wished for: of an address the repository's name, and neither pictures nor blocks of code, unless there is nothing else. */
function wished(request: string): string {
  const lines = request.split("\n");
  const kinds = kindsOfLines(lines);
  const prose = lines.filter((_, at) => kinds[at] === "prose").join("\n");
  const said = withoutAddresses(withoutPictures(prose).replace(repositoryAddress, " $1 "));
  return /\p{L}{2}/u.test(said) ? said : request;
}

/** `Shopping list: keep a list ...`, or the first line where others follow. */
function partsOf(request: string): { readonly title: string; readonly body: string } {
  const text = request.trim();
  const at = /^[^\n:.]{1,80}(?=[:\n])/.exec(text)?.[0];
  if (at === undefined || (at.match(token) ?? []).length > longestTitle) return { title: "", body: text };
  return { title: at, body: text.slice(at.length) };
}

/** Capitals or digits within, as in the names of libraries, formats and products. */
function isNamed(spelling: string): boolean {
  return /.\p{Lu}|\p{L}\p{N}|[+#]|\p{L}\.\p{L}/u.test(spelling);
}

/** GitHub matches words, and repositories are named in the singular. Other forms are left as they are. */
function singular(word: string): string {
  if (!/^[a-z]{4,}$/.test(word) || /(?:ss|us|is|news|series|species)$/.test(word)) return word;
  if (/^(?:movie|cookie|zombie|selfie|tie|pie|brownie)s$/.test(word)) return word.slice(0, -1);
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

const list = (words: string): readonly string[] => words.split(" ");

/** Grammar, and what a request says about itself. */
const empty: ReadonlySet<string> = new Set(
  list(
    "a about after all also an and any are as at be been before being between both but by can cannot could did do does doing each either every for from get gets give given " +
      "gives had has have having he her here his how i if in into is it its just keep keeps let lets like make makes making many may me might more most much must my need needed " +
      "needs new no not now of off on once one only or other our out over per please same see she should since so some such take than thank thanks that the their them then there " +
      "these they this those through to together too two under until up upon us use used uses using very via want wanted wants was way we well were what when where whether which " +
      "while who whole whose why will with within without would you your something anything someone anyone etc e.g i.e ideally implement implementation add write create build expected",
  ),
);

/** Words that are right for half of all software: alone they find nothing, and they tell no two repositories apart. */
const generic: ReadonlySet<string> = new Set(
  list(
    "app application program programme tool software system project simple basic example sample user people person show display present view list item page screen information data " +
      "input output enter entered choose chosen select selected selectable set option name field value file folder code library module function class interface service api web online " +
      "website site server client computer current currently time manage management manager handle support feature allow enable provide register registered store save open close start run work " +
      "interest interesting different various several thing content user-friendly change update find search available possible main include contain base type kind method function detail result problem",
  ).map(stem),
);

/** Words of every day, which stand in texts about anything: they say less than the others of a request. */
const everyday: ReadonlySet<string> = new Set(
  list(
    "time day today tomorrow yesterday date week month year hour minute second now morning evening night daily weekly monthly local near here home world country city state area place " +
      "number text word line title letter book group point case order form part point end top back side left right good best better great big small large long short high low old early late last next " +
      "first full fast quick easy hard free real common general special important current recent latest own public private personal online digital smart modern " +
      "html css pdf json xml csv yaml url uri http https sql ui gui cli png svg txt email file format version " +
      "money price cost pay buy sell send receive read write see look watch play move turn bring call ask tell say talk speak think learn teach know give put set run go come leave live help need want",
  ).map(stem),
);
