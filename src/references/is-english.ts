const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

const everyday = setOf(
  "add all and any are be but by can each every for from get has have how if into is its like make new not of one or our out over save set should show that the their them then there these this to use using want we what when where which with without you",
);
/** Other languages have them, too. */
const shared = setOf("a an as at do i in it me my no on so up");

const fewWords = 5;

/**
 * Whether a text may be English: it has everyday words of English, or hardly a letter of another script or with an
 * accent. Names and short requests pass.
 */
export function isEnglish(text: string): boolean {
  const plain = text.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, " ").toLowerCase();
  const words = plain.match(/\p{L}+/gu) ?? [];
  const known = words.filter((word) => everyday.has(word)).length;
  if (known >= 2) return true;
  const foreign = words.filter((word) => /[^a-z]/.test(word)).length;
  if (foreign * 5 > words.length) return false;
  return words.length < fewWords || known > 0 || words.some((word) => shared.has(word));
}
