import type { Complaint } from "../errors.ts";
import { behindBlanks } from "../source/invisible.ts";
import type { AddedLine } from "./added-lines.ts";
import type { Finding } from "./finding.ts";

/**
 * What a reviewer cannot see or read in the lines that a change brings in (security.md E11): bidirectional and
 * invisible characters, what stands far off to the right, words of mixed scripts that look like Latin, long encoded blobs.
 * @param before The text that stood there: its words are nothing new.
 */
export function checkInvisible(
  path: string,
  added: readonly AddedLine[],
  before = "",
): { readonly complaints: readonly Complaint[]; readonly findings: readonly Finding[] } {
  const complaints: Complaint[] = [];
  const findings: Finding[] = [];
  for (const { line, text } of added) {
    const message = hiddenIn(text) ?? farOffIn(text, before) ?? mixedWordIn(text, before) ?? runBlobIn(text);
    const odd = message === undefined ? oddIn(text) : undefined;
    if (message !== undefined)
      complaints.push({ kind: "hidden/text", path, line, message: `Line ${line} ${message}` });
    if (odd !== undefined) findings.push({ kind: "hidden/odd", path, line, message: odd });
    if (complaints.length >= mostReported) break;
  }
  return { complaints, findings: findings.slice(0, mostReported) };
}

const mostReported = 10;

const bidirectional = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\uFFF9-\uFFFB]/u;
/** A carriage return inside a line hides what stands before it on a terminal; line ends are cut off already. */
const control = /[\0-\x08\x0B\x0D-\x1F\x7F-\x9F]/u;
/** Format characters that are seen: number signs of Arabic, Syriac and Kaithi. */
const visible = /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]/u;
/** Joiners that scripts and emoji need: after a pictograph, a flag, or a letter of a script that joins. */
const joins = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\uFE0F/u;
const joiningScript =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Mongolian}]/u;

function hiddenIn(text: string): string | undefined {
  if (!invisible.test(text) && !control.test(text)) return undefined;
  let previous = "";
  for (const character of text) {
    const joiner = character === "\u200C" || character === "\u200D";
    const selector = character === "\uFE0E" || character === "\uFE0F";
    const needed =
      (joiner && (joins.test(previous) || joiningScript.test(previous))) ||
      (selector && /[\p{Emoji}\p{So}\p{Sm}\p{Po}]/u.test(previous)) ||
      visible.test(character);
    if (bidirectional.test(character))
      return `brings in the text-direction character ${named(character)}, which shows code in another order than it runs. Write it as an escape, or leave it out.`;
    if (!needed && (invisible.test(character) || control.test(character)))
      return `brings in the invisible character ${named(character)}. Write it as an escape, or leave it out.`;
    previous = character;
  }
  return undefined;
}

/** More blanks than any layout has: what follows stands outside of the window. */
const farOff = behindBlanks(150);

function farOffIn(text: string, before: string): string | undefined {
  if (text.search(farOff) < 0 || before.includes(text)) return undefined;
  return "has text behind more than 150 blanks, where nobody looks. Write it on a line of its own.";
}

/** Letters of other scripts that cannot be told from Latin ones, and clicks, which look like marks of code (`ǃ`). */
const lookalike =
  /[\u0430\u0435\u043E\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u051B\u051D\u04BB\u0410\u0412\u0415\u041A\u041C\u041D\u041E\u0420\u0421\u0422\u0425\u0406\u0408\u0405\u03BF\u03BD\u0391\u0392\u0395\u0396\u0397\u0399\u039A\u039C\u039D\u039F\u03A1\u03A4\u03A5\u03A7\u0585\u057D\u0578\uFF21-\uFF3A\uFF41-\uFF5A\u{1D400}-\u{1D7FF}\u01C0-\u01C3\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Coptic}]/u;

/** What is written with Latin letters in a text of any script: escapes, placeholders, and ranges of a class of characters. */
const notation = /\\(?:x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]{1,6}\}|[a-z])|%[-+ #\d.*]{0,9}[a-z]/gi;
const characterClass = /\[[^\]]{1,200}\]/g;
const range = /[A-Za-z]-[A-Za-z]/g;

/** What is wrong with a word that mixes look-alikes into Latin letters; undefined where there is none that is new. */
export function mixedWordIn(text: string, before: string): string | undefined {
  if (!lookalike.test(text)) return undefined;
  const bare = text.replace(notation, " ").replace(characterClass, (all) => all.replace(range, " "));
  for (const [word] of bare.matchAll(/[\p{L}\p{N}_$]+/gu)) {
    if (!/[A-Za-z]/.test(word)) continue;
    // A letter that no Latin one looks like gives the others away: nobody takes that for one word.
    const runs = [...word.matchAll(/[^A-Za-z\d_$]+/g)].map(([run]) => [...run]);
    const fake = runs.find((run) => run.every((letter) => lookalike.test(letter)))?.[0];
    if (fake !== undefined && !before.includes(word))
      return `brings in a word that mixes Latin letters with the look-alike ${named(fake)} (\`${fake}\`). Write the word in one script.`;
  }
  return undefined;
}

const blob = /[A-Za-z0-9+/_-]{200,}={0,2}/;
const runs =
  /\beval\s{0,9}\(|\bnew\s{1,9}Function\b|\bexec\s{0,9}\(|\batob\s{0,9}\(|\bb64decode\b|\bfromCharCode\b|\bBase64\b|["']base64["']|data:(?!image\/|font\/|audio\/|video\/)[a-z]+\//;
/** Pictures and sounds in an address: nothing runs them. */
const media = /data:(?:image|font|audio|video)\/[a-z\d.+-]{1,80};base64,[\w+/-]*/gi;

function runBlobIn(text: string): string | undefined {
  const bare = text.replace(media, "");
  if (!blob.test(bare) || !runs.test(bare)) return undefined;
  return "brings in a long encoded value that is decoded or run at once, which nobody can review. Write what it means in plain text.";
}

/**
 * Words of plain letters and of others of the Latin script that look like them (`userɡroup`). Phonetic transcriptions
 * and old prints have such words, too: they are told, not refused.
 */
const plainLooking =
  /^[\w$]*[\u0251\u0261\u0269\u017F\u1D04\u1D0F\u1D20-\u1D22\uA731][\w$\u0251\u0261\u0269\u017F\u1D04\u1D0F\u1D20-\u1D22\uA731]*$/u;

function oddIn(text: string): string | undefined {
  if (blob.test(text)) return "A long encoded value: check where it comes from.";
  if (/\beval\s{0,9}\(|\bnew\s{1,9}Function\s{0,9}\(/.test(text)) return "Runs text as code.";
  const space = /[\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800]/u.exec(text)?.[0];
  if (space !== undefined) return `Holds the unusual blank ${named(space)}.`;
  const own = /\p{Co}/u.exec(text)?.[0];
  if (own !== undefined) return `Holds the private-use character ${named(own)}, which has no agreed meaning.`;
  const mixed = text
    .match(/[\p{L}\p{N}_$]+/gu)
    ?.find((word) => plainLooking.test(word) && /[A-Za-z]/.test(word));
  if (mixed !== undefined) return `The word \`${mixed}\` has a letter that only looks like a plain one.`;
  const words = [...text.matchAll(/\p{L}+/gu)].map(([word]) => word);
  const fake = words.find((word) => [...word].every((letter) => lookalike.test(letter)));
  const others = words.some(
    (word) => /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(word) && word !== fake,
  );
  if (fake !== undefined && fake.length > 1 && !others) return `The word \`${fake}\` looks Latin and is not.`;
  return undefined;
}

function named(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}
