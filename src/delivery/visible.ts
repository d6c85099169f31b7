import { stripInvisible } from "../source/invisible.ts";

/** Text without what nobody sees, whatever reads it: people, and models to which it is passed on. Line ends become `\n`. */
export const visible = (text: string): string =>
  stripInvisible(text.toWellFormed().replace(/\r\n?|[\u2028\u2029]/g, "\n")).text;
