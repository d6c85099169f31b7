/** Modules that a type imports where it is written, with `.Foo` behind them: as the head of a chain, in letters that a name may have. */

const mark = "$import$";

/** The head for what is imported from there. */
export const moduleHead = (from: string): string =>
  mark + from.replace(/[^A-Za-z0-9]/g, (sign) => `$${sign.codePointAt(0)!.toString(16).padStart(4, "0")}`);

/** From where such a head imports; undefined for other heads. */
export const moduleOf = (head: string): string | undefined =>
  head.startsWith(mark)
    ? head
        .slice(mark.length)
        .replace(/\$([0-9a-f]{4})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    : undefined;
