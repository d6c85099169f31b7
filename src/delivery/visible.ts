/**
 * Without what nobody sees: control characters, lone surrogates, soft hyphens, zero-width and direction marks, tags.
 * Joiners and variation selectors stay where a script or an emoji needs them. Line ends become `\n`.
 */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e0fff}]|\u034f/gu,
      "",
    );
}
