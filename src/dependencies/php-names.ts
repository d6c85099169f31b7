/** How namespaces of PHP speak of the packages of Packagist that bring them, where no lock file says it. */
import { lettersOf } from "./letters.ts";

/** Packages whose namespace shares no word with them. */
const otherwise: Readonly<Record<string, string>> = { "laravel/framework": "illuminate" };

/** Words that say for what a package is made, not what it is: hardly a namespace has them. */
const aside = /^(?:php|laravel|symfony|sdk|lib|library|bundle|bridge|v?\d+)$/;
/** So do these where the package is a service's own for PHP: `pusher/pusher-php-server`. */
const asideForPhp = /^(?:api|client|server)$/;

interface PhpName {
  readonly vendor: string;
  readonly own: string;
  /** Words of the package that its vendor does not say. */
  readonly words: readonly string[];
  /** Those of them that tell what it is; none where it is its vendor's only one. */
  readonly telling: readonly string[];
}

function phpName(name: string): PhpName {
  const [vendor = "", own = ""] = name.toLowerCase().split("/");
  const words = own.split(/[-_.]/).filter((word) => word !== "" && word !== vendor);
  const forPhp = words.some((word) => word === "php" || word === "sdk");
  const telling = words.filter((word) => !aside.test(word) && !(forPhp && asideForPhp.test(word)));
  return { vendor: lettersOf(vendor), own: lettersOf(own), words, telling: telling.map(withoutPhp) };
}

const withoutPhp = (word: string): string => word.replace(/^php(?=[a-z]{2})|(?<=[a-z]{2})php\d*$/, "");
/** What vendors write behind their names where these were taken. */
const withoutEnding = (vendor: string): string => vendor.replace(/(?<=[a-z]{3})(?:php|js|io|hq|http)$/, "");

/** The words of one part of a namespace: `EventDispatcher`, `OAuth2`, `PHPStan`. */
const wordsOf = (part: string): readonly string[] =>
  (part.match(/\p{Lu}+(?!\p{Ll})[\p{N}_]*|\p{Lu}?[\p{Ll}\p{N}_]+/gu) ?? []).map(lettersOf);

const partsOf = (from: string): readonly string[] => from.replace(/^\\/, "").split("\\");

/** Whether a word, in the plural or not, is made of whole words of one part. */
function isSaid(word: string, parts: readonly string[]): boolean {
  return parts.some((part) => {
    const words = wordsOf(part);
    return words.some((_, at) =>
      words.slice(at).some((_, more) => {
        const said = words.slice(at, at + more + 1).join("");
        return said === word || `${said}s` === word;
      }),
    );
  });
}

function isVendor(vendor: string, part: string): boolean {
  const first = lettersOf(part);
  if ([vendor, withoutPhp(vendor), withoutEnding(vendor)].includes(first.replace(/(?<=\D)\d+$/, "")))
    return true;
  return vendor.length > 4 && first.startsWith(vendor) && wordsOf(part)[0] === vendor;
}

/** A namespace begins with the package, or with its vendor and goes on with the package's words. */
export function phpLeadsTo(name: string, from: string): boolean {
  const [first = "", ...rest] = partsOf(from);
  const other = otherwise[name];
  if (other !== undefined) return lettersOf(first) === other;
  const { vendor, own, telling } = phpName(name);
  if ([own, withoutPhp(own), vendor + own].includes(lettersOf(first))) return true;
  if (isVendor(vendor, first)) return vendor.startsWith(own) || telling.every((word) => isSaid(word, rest));
  return (
    telling.length > 1 &&
    lettersOf(first) === telling[0] &&
    telling.every((word) => isSaid(word, [first, ...rest]))
  );
}

/** Words of the package that the namespace does not say count against it. */
export function phpNearness(name: string, from: string): number {
  const [first = "", ...rest] = partsOf(from);
  const { vendor, words } = phpName(name);
  const ofVendor = isVendor(vendor, first);
  const said = words.filter((word) => isSaid(withoutPhp(word), ofVendor ? rest : [first, ...rest])).length;
  return 10 * (said - 2 * (words.length - said)) + (ofVendor ? 5 : 0);
}
