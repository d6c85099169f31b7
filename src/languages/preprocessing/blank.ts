/** As many blanks, with the ends of lines where they were. */
export const blank = (text: string): string => text.replace(/[^\n\r]/g, " ");
