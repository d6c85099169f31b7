import { readmeSections } from "./readme.ts";

/** Step 4 of reference search (spec 1): a README becomes a summary of about so many words. */
export const summaryWords = 200;

/** Sections that say how to get a program and not what it does; they come last. */
const aside =
  /install|set.?up|getting started|prerequisite|requirement|depend|licen[cs]e|contribut|credit|acknowledg|author|contact|support|changelog|release|^todos?:?$|roadmap|deploy|build|develop|test|badge|table of contents|^contents?$|faq|troubleshoot|donat|sponsor|clone|docker|run(?:ning)?\b|instal|安装|インストール/i;
/** Sections that say what it does; they come first, behind the opening. */
const telling =
  /feature|about|overview|what|usage|how to use|example|demo|introduc|descri|function|capab|功能|機能|特徴|介绍|概要/i;

/** Words of one section that are taken before others have had a turn. */
const perSection = 90;

/**
 * A summary without a model: the opening, then what the sections on features and use say, then the rest, in plain words
 * and in the README's order within each group. Takes the text of `seenReadme` and depends on it alone.
 */
export function summariseByRules(readme: string | undefined): string {
  if (readme === undefined || readme.trim() === "") return noReadme;
  const sections = readmeSections(readme);
  const kind = ({ title }: { readonly title: string }, at: number): number =>
    aside.test(title) ? 3 : at <= 1 ? 0 : telling.test(title) ? 1 : 2;
  const ordered = sections
    .map((section, at) => ({ section, at, kind: kind(section, at) }))
    .sort((a, b) => a.kind - b.kind || a.at - b.at);
  const said: string[] = [];
  let left = summaryWords;
  for (const { section } of ordered) {
    if (left < 8) break;
    const text = [section.title, ...section.paragraphs]
      .filter((part) => part !== "")
      .map(sentence)
      .join(" ");
    const words = text.split(" ").slice(0, Math.min(perSection, left));
    left -= words.length;
    said.push(words.join(" "));
  }
  const summary = said.join(" ").trim();
  return summary === "" ? noReadme : summary;
}

/** What stands for a README that is not there, or in which nothing is said. */
export const noReadme = "(no README)";

function sentence(text: string): string {
  return /[.!?:;。！？]$/.test(text) ? text : `${text}.`;
}
