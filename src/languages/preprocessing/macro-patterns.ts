/** How macros look by custom, as parts of patterns. */

/** By custom a name of capitals, perhaps with arguments, in which brackets nest once. */
export const macro = String.raw`\b[A-Z][A-Z0-9_]{2,}\b(?:[ \t]*\((?:[^()\n]|\([^()\n]{0,200}\)){0,200}\))?`;

/** Its name alone. */
export const word = String.raw`\b[A-Z][A-Z0-9_]{2,}`;

/** What stands in brackets, in which some nest twice. */
export const listed = String.raw`\((?:[^()]|\((?:[^()]|\([^()]{0,200}\)){0,200}\)){0,600}\)`;

/** As many blanks, with the ends of lines where they were. */
export const blank = (text: string): string => text.replace(/[^\n\r]/g, " ");
