import { isObject } from "../../source/json-object.ts";

export type Json = Readonly<Record<string, unknown>>;

export const records = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
