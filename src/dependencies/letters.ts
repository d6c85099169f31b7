/** A name without what ways of writing it differ in. */
export const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");
