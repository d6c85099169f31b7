import { isUnreadSource } from "../source/unread-source.ts";
import { languageOf } from "./registry.ts";

/** True of code that people write, whether a grammar reads its language or not. */
export const isSource = (path: string): boolean => languageOf(path) !== undefined || isUnreadSource(path);
