/**
 * Which languages this build knows. A language is a folder beside this file; its `language.json` names the file
 * endings, the grammar and the queries. Adding a language is adding a folder: nothing here changes.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Visibility } from "../graph/graph.ts";
import { baseName } from "../source/paths.ts";
import type { ExpressionTypes } from "./expression-types.ts";

export interface Language {
  /** The folder's name: `python`. */
  readonly name: string;
  /** Endings with their dot, lower case: `.py`. */
  readonly endings: readonly string[];
  /** Endings that count only where a file of the same name with one of those endings stands beside: `list.html`, `list.ts`. */
  readonly besides?: Readonly<Record<string, readonly string[]>>;
  /** Which prebuilt grammar: `tree-sitter-<grammar>.wasm`. */
  readonly grammar: string;
  /** Query files, relative to src/languages; joined in this order into one query. */
  readonly tags: readonly string[];
  /** The folder whose rules resolve imports and names: TypeScript and JavaScript files import each other. */
  readonly family: string;
  /**
   * What is asked besides the grammar: `node`, Node's parser, which knows newer syntax and forgives less; `macros`, where the
   * grammar does not see what a preprocessor makes of the text, so that of a file with macros only brackets count.
   */
  readonly secondOpinion?: "node" | "macros";
  /**
   * Set where the engine takes long over better code of the grammar, so that it does without: in any case, or where
   * less than so many characters are to be read; see quick-code.ts.
   */
  readonly quickCode?: true | number;
  /** Set where the grammar rejects much valid code: its syntax errors are not reported, so that no change is stopped by mistake. */
  readonly refusesMuch?: true;
  /** Set where overloads differ by the constness of their object; see constness.ts. */
  readonly constness?: true;
  /** Set where arguments of macros are read as those of calls; see macro-calls.ts. */
  readonly macroCalls?: true;
  /** Node type of a block of statements, where a function without a return type is the loop that a macro makes: `foreach(a, all) { }`. */
  readonly loopsOfMacros?: string;
  /** What changes the text before anybody parses it: macros of C's kind, or only branches of conditions; see readings.ts. */
  readonly preprocessor?: "macros" | "branches";
  /** Set where doc comments declare types: in which notation. */
  readonly docTypes?: "phpdoc" | "jsdoc" | "yard" | "pep484";
  /** What the grammar does not know, as regular expressions, with the character that takes the place of each of theirs; see readings.ts. */
  readonly unknown?: readonly (readonly [pattern: string, character: string])[];
  /** Names that the grammar takes for keywords, which it shares with another language. */
  readonly names?: readonly string[];
  /** Set where a file without imports and exports is no module: the whole program sees its names. */
  readonly scripts?: true;
  /** Set where a function that is passed on by its name stands in the same file or is imported by its name. */
  readonly importsByName?: true;
  /** Set where callbacks are typed by their context; see expected-types.ts. */
  readonly callbacks?: true;
  /** Set where a property of the object is read by its name alone, begins with a capital and may also run where it gets a value (C#). */
  readonly bareProperties?: true;
  /** Set where a scope of its own may bind a name anew by what it meant outside: `if let Some(x) = x`. */
  readonly shadows?: true;
  /** True where a class may give its own value to a name that it reads from outside until then: `date: date = date(1)` (Python). */
  readonly classShadows?: true;
  /** Set where what declares a name still means what that was before, also as its type: `node := &node{}`. */
  readonly declaresAfter?: true;
  /** Type of the node of a package of which a file may have several, also one in another. */
  readonly packages?: string;
  /** Packages of the platform, as a regular expression: beside others in a file they hold stand-ins for where it lacks something, which nothing else is told to mean. */
  readonly platformPackages?: string;
  /** Set where the code stands within something else: see notebook-code.ts, component-code.ts, erb-code.ts, blade-code.ts and angular-classes.ts. */
  readonly embedded?: "notebook" | "component" | "erb" | "blade" | "angular";
  /** Set where classes may contain templates; see angular-classes.ts. */
  readonly templates?: true;
  /** Where a definition's doc text stands: in a string inside it (`@doc`), or in the comment before it (of `#` lines). */
  readonly comments: "string" | "before" | "hash";
  /** Node types around a definition that belong to it: decorators, `export`, `const`. */
  readonly wrappers: readonly string[];
  /** Visibility modifiers before a definition's name, as regular expressions; the first that matches counts. */
  readonly visibility?: Readonly<Record<string, Visibility>>;
  /** Node types around several imports, to the field of what their paths begin with: `a::{b, c}`. */
  readonly importGroups?: Readonly<Record<string, string>>;
  /** Node types of imports that only their own module sees, to the type of the child with which others see them too. */
  readonly hiddenImports?: Readonly<Record<string, string>>;
  /** What an annotation before an import says of the file that is meant, as a regular expression: `#[path = "unix.rs"] mod imp;`. */
  readonly importedFiles?: string;
  /** What begins an annotation before an import that counts in some builds alone: `#[cfg(unix)] use a;`. */
  readonly conditionalImports?: string;
  readonly expressions: ExpressionTypes;
}

const folder = import.meta.dirname;

/** Every language, by name. Reads a dozen tiny files once. */
export function allLanguages(): ReadonlyMap<string, Language> {
  loaded ??= readAll();
  return loaded.byName;
}

/** The language a path is written in by its ending, which may have several dots; undefined where no folder claims it. */
export function languageOf(path: string): string | undefined {
  loaded ??= readAll();
  // No ending is longer; a stranger's name may be nothing but dots.
  const name = baseName(path).slice(-longestEnding);
  for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
    const language = loaded.byEnding.get(name.slice(dot).toLowerCase());
    if (language !== undefined) return language;
  }
  return undefined;
}

const longestEnding = 40;

/** The family of that language; undefined where no folder claims the path. */
export const familyOf = (path: string): string | undefined =>
  allLanguages().get(languageOf(path) ?? "")?.family;

/** Which language a file of one repository is written in, by its path. */
export type LanguageOf = (path: string) => string | undefined;

/** For all paths of a repository: also those whose ending counts only beside another file. */
export function languagesAmong(all: Iterable<string>): LanguageOf {
  let paths: ReadonlySet<string> | undefined;
  const isThere = (path: string): boolean => {
    paths ??= new Set(all);
    return paths.has(path);
  };
  return (path) => languageOf(path) ?? languageBeside(path, isThere);
}

function languageBeside(path: string, isThere: (path: string) => boolean): string | undefined {
  const dot = path.lastIndexOf(".");
  const found = loaded!.besides.get(path.slice(dot));
  return found?.others.some((other) => isThere(path.slice(0, dot) + other)) ? found.name : undefined;
}

/** The text of a language's whole query. */
export function queryText(language: Language): string {
  return language.tags.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
}

/** A `language.json`; one that is `like` another language says only what differs. */
interface LanguageFile extends Omit<Language, "name" | "wrappers" | "expressions"> {
  readonly like?: string;
  readonly wrappers?: Language["wrappers"];
  readonly expressions?: Partial<ExpressionTypes>;
}

/** Expressions of a language that does not say yet what its chains are made of: only bare names are called. */
const noExpressions: ExpressionTypes = {
  ...{ names: [], this: [], super: [], calls: {}, members: {}, elements: {} },
  ...{ through: [], casts: [], either: {} },
};

interface Registry {
  readonly byName: ReadonlyMap<string, Language>;
  readonly byEnding: ReadonlyMap<string, string>;
  readonly besides: ReadonlyMap<string, { readonly name: string; readonly others: readonly string[] }>;
}

let loaded: Registry | undefined;

function readAll(): Registry {
  const byEnding = new Map<string, string>();
  const besides = new Map<string, { name: string; others: readonly string[] }>();
  const files = new Map<string, LanguageFile>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name, "language.json");
    if (!entry.isDirectory() || !existsSync(file)) continue;
    const content = JSON.parse(readFileSync(file, "utf8")) as LanguageFile;
    files.set(entry.name, content);
    for (const ending of content.endings) {
      const other = byEnding.get(ending);
      if (other) throw new Error(`Both ${other} and ${entry.name} claim the ending ${ending}.`);
      byEnding.set(ending, entry.name);
    }
    for (const [ending, others] of Object.entries(content.besides ?? {}))
      besides.set(ending, { name: entry.name, others });
  }
  const byName = new Map<string, Language>();
  for (const [name, { like, ...content }] of files) {
    const other = like === undefined ? undefined : files.get(like);
    if (like !== undefined && !other) throw new Error(`${name} is like ${like}, which is no language.`);
    const expressions = { ...noExpressions, ...(content.expressions ?? other?.expressions) };
    byName.set(name, { wrappers: [], ...other, ...content, expressions, name });
  }
  return { byName, byEnding, besides };
}
