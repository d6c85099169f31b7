/**
 * Queries whose answer depends on which files exist: where an import resolves to, what a package contains. Each is a
 * fact (memory.ts) that is stored with its answer. When files are added or removed, all are run again, and files that
 * depend on one with a new answer are linked again (as build tools record files that were probed for and not found).
 */

import { importedName, type Packages } from "../files/packages.ts";
import type { FamilyRules, ModuleTarget } from "../project.ts";
import { factNumber, textNumber } from "./fact-numbers.ts";

/** The file that a query is made for. */
export interface Requester {
  readonly path: string;
  readonly language: string;
}

export interface Queries {
  /** The module that `specifier` means in a file; undefined where it is not in this repository. */
  resolve(from: Requester, specifier: string): ModuleTarget | undefined;
  /** The module called `name` inside a package. */
  member(target: ModuleTarget, language: string, name: string): ModuleTarget | undefined;
  /** The module that the first name of a path means in a file. */
  pathHead(from: Requester, name: string): ModuleTarget | undefined;
  /** All queries so far, with their answers. */
  asked(): QueryLog;
  /**
   * Runs the queries of an earlier state of the repository again. Gives the facts of those that have another answer
   * now, or whose file is gone, the files whose imports resolve elsewhere now, and the log with the new answers.
   */
  revalidate(asked: readonly QueryLog[], isThere: (path: string) => boolean): Revalidation;
}

export interface Revalidation {
  readonly changed: readonly number[];
  /** Paths. */
  readonly moved: ReadonlySet<string>;
  readonly asked: readonly QueryLog[];
}

/** Queries with their answers, as rows of five numbers: the kind, and indices into `texts` for language, requester, name and answer. */
export interface QueryLog {
  readonly texts: readonly string[];
  readonly rows: Int32Array;
}

export const queryColumns = 5;
export const queryKinds = ["resolve", "member", "pathHead"] as const;

interface Query {
  readonly kind: (typeof queryKinds)[number];
  readonly language: string;
  /** The path of a file; where a member is asked for, the package. */
  readonly asker: string;
  readonly name: string;
}

interface Answer {
  readonly fact: number;
  readonly target: ModuleTarget | undefined;
}

/** What one asker asked, by name. */
interface Notes extends Omit<Query, "name"> {
  /** Begins the numbers of its facts. */
  readonly seed: number;
  readonly answers: Map<string, Answer>;
}

/**
 * @param packageOf The package that the file at a path says it belongs to.
 * @param touch Hears of every question by the number of its fact.
 */
export function createQueries(
  rulesOf: ReadonlyMap<string, FamilyRules>,
  packages: Packages,
  packageOf: (path: string) => string | undefined,
  touch: (fact: number) => void,
): Queries {
  const none = (): Map<string, Notes> => new Map();
  const notes = { resolve: none(), member: none(), pathHead: none() };
  const find = ({ kind, language, asker, name }: Query): ModuleTarget | undefined => {
    const rules = rulesOf.get(language);
    if (kind === "pathHead") return rules?.pathHead?.(asker, name);
    if (kind === "member") return rules?.member?.(targetIn(asker), name);
    if (!rules) return undefined;
    const depth = (target: ModuleTarget): number => depthOf(target, rules, packages);
    const found = rules.resolve(asker, name, { inside: packageOf(asker), depthOf: depth });
    return found && depth(found) >= 0 ? found : undefined;
  };
  const ask = (question: Query): Answer => {
    const { kind, language, asker, name } = question;
    // A file has one language.
    const key = kind === "member" ? `${language} ${asker}` : asker;
    let own = notes[kind].get(key);
    if (!own) {
      own = { kind, language, asker, seed: seedOf(kind, asker), answers: new Map() };
      notes[kind].set(key, own);
    }
    let answer = own.answers.get(name);
    if (!answer) {
      answer = { fact: factNumber(own.seed, name), target: find(question) };
      own.answers.set(name, answer);
    }
    touch(answer.fact);
    return answer;
  };
  /** Ends with the name under which an import makes a package known, where that is the package's own. */
  const answerText = (language: string, name: string, target: ModuleTarget | undefined): string => {
    const rules = rulesOf.get(language);
    const text = target && rules ? `${depthOf(target, rules, packages)} ${textOf(target)}` : "";
    return rules?.importedName ? `${text} ${importedName(rules, packages, name, target)}` : text;
  };
  const asked = (): QueryLog => {
    const list = createList();
    for (const kind of queryKinds)
      for (const { language, asker, answers } of notes[kind].values())
        for (const [name, { target }] of answers)
          list.add({ kind, language, asker, name }, answerText(language, name, target));
    return list.finish();
  };
  return {
    resolve: ({ language, path }, name) => ask({ kind: "resolve", language, asker: path, name }).target,
    member: (target, language, name) =>
      rulesOf.get(language)?.member && ask({ kind: "member", language, asker: textOf(target), name }).target,
    pathHead: ({ language, path }, name) => ask({ kind: "pathHead", language, asker: path, name }).target,
    asked,
    revalidate: (all, isThere) => {
      const changed: number[] = [];
      const moved = new Set<string>();
      let isSame = true;
      for (const [question, before] of queriesIn(all)) {
        const { kind, language, asker, name } = question;
        if (kind !== "member" && !isThere(asker)) {
          changed.push(factNumber(seedOf(kind, asker), name));
          continue;
        }
        const { fact, target } = ask(question);
        const answer = answerText(language, name, target);
        if (answer === before) continue;
        changed.push(fact);
        // Others may have asked the file for the package by its name.
        if (rulesOf.get(language)?.importedName)
          for (const text of [before, answer])
            changed.push(factNumber(textNumber(asker), text.slice(text.lastIndexOf(" ") + 1)));
        if (kind === "resolve") moved.add(asker);
        isSame = false;
      }
      return { changed, moved, asked: isSame ? all : [asked()] };
    },
  };
}

/** Of many updates one after the other each has asked a little: from time to time their lists become one. */
export function shortened(all: readonly QueryLog[]): readonly QueryLog[] {
  if (all.length < maxLists) return all;
  const list = createList();
  const known = new Set<string>();
  for (const [question, answer] of queriesIn(all)) {
    const key = Object.values(question).join("\0");
    if (!known.has(key)) list.add(question, answer);
    known.add(key);
  }
  return [list.finish()];
}

const maxLists = 32;

function* queriesIn(all: readonly QueryLog[]): Iterable<readonly [Query, answer: string]> {
  for (const { texts, rows } of all)
    for (let at = 0; at < rows.length; at += queryColumns) {
      const kind = queryKinds[rows[at]!]!;
      const [language, asker] = [texts[rows[at + 1]!]!, texts[rows[at + 2]!]!];
      yield [{ kind, language, asker, name: texts[rows[at + 3]!]! }, texts[rows[at + 4]!]!];
    }
}

function createList() {
  const places = new Map<string, number>();
  const rows: number[] = [];
  const placeOf = (text: string): number => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  };
  return {
    add: ({ kind, language, asker, name }: Query, answer: string): void => {
      rows.push(queryKinds.indexOf(kind), ...[language, asker, name, answer].map(placeOf));
    },
    finish: (): QueryLog => ({ texts: [...places.keys()], rows: Int32Array.from(rows) }),
  };
}

/** Apart from what the file says of the same name. */
const seedOf = (kind: Query["kind"], asker: string): number => ~textNumber(asker) ^ queryKinds.indexOf(kind);

const textOf = ({ kind, path }: ModuleTarget): string => `${kind} ${path}`;

function targetIn(text: string): ModuleTarget {
  const space = text.indexOf(" ");
  return { kind: text.slice(0, space) as ModuleTarget["kind"], path: text.slice(space + 1) };
}

/**
 * How many names must be left away at the end of a package's name until there is such a package: they are members of a
 * class then. -1 where there is none; 0 for files and folders, which are there.
 */
function depthOf(target: ModuleTarget, rules: FamilyRules, packages: Packages): number {
  let depth = 0;
  for (let at: ModuleTarget | undefined = target; at; at = rules.outer?.(at)?.target) {
    if (at.kind !== "package" || packages.has(at.path)) return depth;
    depth++;
  }
  return -1;
}
