import { splitByteOrderMark } from "../source/lines.ts";

/** Options of a formatter: scalars only, read as data; nothing of a repository's configuration is run (security.md X01). */
export type Settings = Readonly<Record<string, string | number | boolean>>;

export interface Configured {
  readonly settings: Settings;
  /**
   * `declared`: the repository says that it formats such files this way. `perhaps`: it says only a part, or in words
   * that cannot be read without running them, so that only a file that is formatted already shows it.
   */
  readonly use: "declared" | "perhaps";
}

/** One formatter as a library. */
export interface Formatter {
  readonly name: string;
  readonly endings: RegExp;
  /** Names of files that configure it, in the order in which they count within one folder. */
  readonly configs: readonly string[];
  /** Files beside these that it obeys and that are not read here: with one of them nothing is surely declared. */
  readonly unread: readonly string[];
  /** Where no file configures it. */
  readonly unconfigured: Configured["use"];
  /** What a file of these names says; undefined where it says nothing of this formatter. */
  readonly read: (name: string, text: string) => Configured | undefined;
  /** Throws where the text does not parse. */
  readonly format: (path: string, text: string, settings: Settings) => Promise<string>;
}

/**
 * A whole text in its formatter's layout; undefined where it does not read it. Formatters refuse by plain errors, texts
 * and, out of WebAssembly, traps, so that here every error of the call means the same.
 */
export async function layOut(
  formatter: Formatter,
  path: string,
  text: string,
  settings: Settings,
): Promise<string | undefined> {
  const { mark, body } = splitByteOrderMark(text);
  try {
    return mark + (await formatter.format(path, body, settings));
  } catch {
    return undefined;
  }
}

/** The scalars among some values, by the names that are known. */
export function scalars(values: unknown, known: readonly string[]): Settings {
  if (typeof values !== "object" || values === null) return {};
  return Object.fromEntries(
    known.flatMap((name) => {
      const value: unknown = Object.hasOwn(values, name)
        ? (values as Record<string, unknown>)[name]
        : undefined;
      const isScalar = typeof value === "boolean" || typeof value === "string" || Number.isSafeInteger(value);
      return isScalar && String(value).length <= 100 ? [[name, value as string | number | boolean]] : [];
    }),
  );
}

/** A part of a value that was read from a file; undefined where it is not there. */
export function within(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (part, name) =>
      typeof part === "object" && part !== null && Object.hasOwn(part, name)
        ? (part as Record<string, unknown>)[name]
        : undefined,
    value,
  );
}
