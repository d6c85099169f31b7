/** Programming languages as GitHub names them, with what tells them in a request and in a list of files. */
interface KnownLanguage {
  readonly name: string;
  /** Words of a request that name it, besides its own name. */
  readonly said: RegExp;
  readonly endings: readonly string[];
  /**
   * Languages under which GitHub may list a repository that is written in this one: templates and notebooks have more
   * bytes than the code beside them.
   */
  readonly listedAs: readonly string[];
}

const web = ["HTML", "CSS"];

const known: readonly KnownLanguage[] = [
  language(
    "Python",
    /\bpython3?\b|\bdjango\b|\bflask\b|\bfastapi\b/i,
    ["py", "ipynb", "pyw"],
    [...web, "Jupyter Notebook"],
  ),
  language("TypeScript", /\btypescript\b/i, ["ts", "tsx", "mts"], [...web, "JavaScript", "Vue", "Svelte"]),
  language(
    "JavaScript",
    /\bjavascript\b|\bnode(?:\.js|js)\b/i,
    ["js", "jsx", "mjs", "cjs"],
    [...web, "TypeScript", "Vue", "Svelte"],
  ),
  language("Java", /\bjava\b|\bspring boot\b/i, ["java"], web),
  language("Kotlin", /\bkotlin\b/i, ["kt", "kts"], ["Java"]),
  language("Go", /\bgolang\b|\bin go\b|\bgo (?:library|package|module|program|service)\b/i, ["go"], web),
  language("Rust", /\brust\b/i, ["rs"], web),
  language("Ruby", /\bruby\b|\brails\b/i, ["rb"], web),
  language("PHP", /\bphp\b|\blaravel\b/i, ["php"], [...web, "Blade"]),
  language("C#", /\bc#|\bcsharp\b|\.net\b/i, ["cs"], web),
  language("C++", /\bc\+\+|\bcpp\b/i, ["cpp", "cc", "cxx", "hpp", "hh", "h"], ["C"]),
  language("C", /\bin c\b(?![+#])|\b(?:plain|pure|ansi) c\b(?![+#])|\bc library\b/i, ["c", "h"], ["C++"]),
  language("Swift", /\bswift\b/i, ["swift"], []),
  language("Scala", /\bscala\b/i, ["scala"], ["Java"]),
  language("Shell", /\bbash\b|\bshell script\b/i, ["sh", "bash"], []),
  language("Dart", /\bdart\b|\bflutter\b/i, ["dart"], []),
  language("Haskell", /\bhaskell\b/i, ["hs"], []),
  language("Lua", /\blua\b/i, ["lua"], []),
  language("R", /\bin r\b/i, ["r"], []),
  language("Julia", /\bin julia\b/i, ["jl"], ["Jupyter Notebook"]),
  language("Perl", /\bperl\b/i, ["pl", "pm"], []),
  language("Zig", /\bzig\b/i, ["zig"], []),
  language("Nim", /\bin nim\b/i, ["nim"], []),
  language("Clojure", /\bclojure\b/i, ["clj", "cljs", "cljc"], []),
  language("Erlang", /\berlang\b/i, ["erl", "hrl"], []),
  language("F#", /\bf#/i, ["fs", "fsx"], []),
  language("OCaml", /\bocaml\b/i, ["ml", "mli"], []),
  language("Groovy", /\bgroovy\b/i, ["groovy"], ["Java"]),
  language("Objective-C", /\bobjective-c\b/i, ["m", "mm"], ["Swift"]),
  language("PowerShell", /\bpowershell\b/i, ["ps1", "psm1"], []),
  language("Elixir", /\belixir\b/i, ["ex", "exs"], web),
]; // prettier-ignore

/** What GitHub counts as a language, and in which one people look for its like. */
const writtenIn: Readonly<Record<string, string>> = {
  ...{ vue: "TypeScript", svelte: "TypeScript", astro: "TypeScript", "jupyter notebook": "Python" },
};

const alsoCalled: Readonly<Record<string, string>> = { golang: "Go", csharp: "C#", python3: "Python" };

/** What GitHub calls the language that a person named (`ts`, `python`, `C#`); undefined where it is not known here. */
export function languageNamed(name: string): string | undefined {
  const lower = name.trim().toLowerCase();
  return calledSo(lower) ?? writtenIn[lower];
}

function calledSo(lower: string): string | undefined {
  const found = known.find((one) => one.name.toLowerCase() === lower || one.endings.includes(lower));
  return found?.name ?? alsoCalled[lower];
}

/** Whether a word, in small letters, is that language's own name. */
export const namesLanguage = (word: string, language: string | undefined): boolean =>
  language !== undefined && calledSo(word) === language;

/** The language in which somebody wants to have it (`a rate limiter in Go`), and the words without it. */
export function takeLanguage(words: string): {
  readonly language: string | undefined;
  readonly rest: string;
} {
  for (const [phrase, said] of words.matchAll(/\bin ([a-z][\w+#-]*)/gi)) {
    const language = known.find(({ name }) => name.toLowerCase() === said!.toLowerCase())?.name;
    if (language !== undefined)
      return {
        language,
        rest: words
          .replace(phrase, "")
          .replace(/[ \t]+/g, " ")
          .trim(),
      };
  }
  return { language: undefined, rest: words };
}

/** The language that a request names; undefined where it names none, or several. */
export function languageInRequest(request: string): string | undefined {
  const named = known.filter(({ said }) => said.test(request));
  return named.length === 1 ? named[0]!.name : undefined;
}

/** The language in which most of these files are written; undefined where none of them is source. */
export function languageOfFiles(paths: Iterable<string>): string | undefined {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const of = known.find(({ endings }) => endings.includes(endingOf(path)));
    if (of) counts.set(of.name, (counts.get(of.name) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** Whether GitHub may list a repository of this language under that one. */
export function mayBeListedAs(language: string, listed: string | undefined): boolean {
  return listed === language || listingsOf(language).includes(listed ?? "");
}

/** Other languages under which repositories of this one are listed. */
export function listingsOf(language: string): readonly string[] {
  return known.find(({ name }) => name === language)?.listedAs ?? [];
}

/**
 * Whether a file is source: of this language, or of any that is known here, where none is given or one that is not.
 * TypeScript and JavaScript are read as one.
 */
export function isSource(path: string, language: string | undefined): boolean {
  const ending = endingOf(path);
  const same = known.filter(({ name }) => language !== undefined && isSame(name, language));
  const wanted = same.length === 0 ? known : same;
  return wanted.some(({ endings }) => endings.includes(ending)) || ending === "ipynb";
}

const scripts = ["TypeScript", "JavaScript"];
const isSame = (name: string, language: string): boolean =>
  name === language || (scripts.includes(name) && scripts.includes(language));

function endingOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
}

function language(
  name: string,
  said: RegExp,
  endings: readonly string[],
  listedAs: readonly string[],
): KnownLanguage {
  return { name, said, endings, listedAs };
}
