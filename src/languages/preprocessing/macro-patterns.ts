/** Fragments of regular expressions for macros, by naming convention. */

/** By convention a name in capitals, perhaps with arguments, with one level of nested parentheses. */
export const macro = String.raw`\b[A-Z][A-Z0-9_]{2,}\b(?:[ \t]*\((?:[^()\n]|\([^()\n]{0,200}\)){0,200}\))?`;

/** Its name alone. */
export const word = String.raw`\b[A-Z][A-Z0-9_]{2,}`;

/** A parenthesised list, with two levels of nesting. */
export const listed = String.raw`\((?:[^()]|\((?:[^()]|\([^()]{0,200}\)){0,200}\)){0,600}\)`;

/** Blanks of the same length, with line ends preserved. */
export const blank = (text: string): string => text.replace(/[^\n\r]/g, " ");
