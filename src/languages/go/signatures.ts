/**
 * What a method takes and gives, without the names of its parameters: two methods are of one type where these texts are
 * equal (The Go Programming Language Specification, "Type identity").
 */

/**
 * The types of the parameters and results of a method, `(int,...string)(error)`, from its declaration on one line, with or
 * without a receiver; undefined where that cannot be read as a whole.
 *
 * @param named what stands for the name of a type: `Foo`, `pkg.Foo`.
 */
export function methodType(signature: string, named: (name: string) => string): string | undefined {
  const [receiver = ""] = /^func \([^()]*\) ?/.exec(signature) ?? [];
  if (!/^[\p{L}_][\p{L}\p{N}_]*\(/u.test(signature.slice(receiver.length))) return undefined;
  const reader = createReader(signature, signature.indexOf("(", receiver.length), named);
  const read = reader.functionType();
  return reader.isAtEnd() ? read : undefined;
}

/** The same of a type alone, as written. */
export function typeText(type: string, named: (name: string) => string): string | undefined {
  const reader = createReader(type, 0, named);
  const read = reader.type();
  return reader.isAtEnd() ? read : undefined;
}

/** Types within types are read so deep. */
const maxDepth = 50;

const word = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)?/uy;
/** Two names of one type. */
const same: Readonly<Record<string, string>> = { byte: "uint8", rune: "int32" };
/** What begins a type of two words; every other first word of two is a parameter's name. */
const parts = /(?:chan|func|map|struct|interface)\b|<-/y;

function createReader(text: string, start: number, named: (name: string) => string) {
  let at = start;
  let depth = 0;
  const skip = (): void => {
    while (text[at] === " ") at++;
  };
  const take = (sign: string): boolean => {
    skip();
    if (!text.startsWith(sign, at)) return false;
    at += sign.length;
    return true;
  };
  const match = (pattern: RegExp): string | undefined => {
    skip();
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  /** As written, to the bracket that closes it. */
  const within = (open: string, close: string): string | undefined => {
    const first = at;
    for (let inner = 0; at < text.length; at++) {
      if (text[at] === open) inner++;
      if (text[at] === close && --inner === 0) return text.slice(first, ++at).replace(/\s+/g, "");
    }
    return undefined;
  };
  const type = (): string | undefined => {
    if (++depth > maxDepth) return undefined;
    const read = typeHere();
    depth--;
    return read;
  };
  const after = (sign: string): string | undefined => {
    const read = type();
    return read === undefined ? undefined : `${sign}${read}`;
  };
  const typeHere = (): string | undefined => {
    skip();
    if (take("...")) return after("...");
    if (take("*")) return after("*");
    if (take("(")) {
      const read = type();
      return take(")") ? read : undefined;
    }
    if (take("<-")) return match(/chan\b/y) === undefined ? undefined : after("<-chan ");
    if (text[at] === "[") {
      const length = within("[", "]");
      return length === undefined ? undefined : after(length);
    }
    const first = match(word);
    if (first === "func") return functionType();
    if (first === "chan") return after(take("<-") ? "chan<- " : "chan ");
    if (first === "map") {
      if (!take("[")) return undefined;
      const key = type();
      return key !== undefined && take("]") ? after(`map[${key}]`) : undefined;
    }
    if (first === "struct" || first === "interface") {
      skip();
      const body = text[at] === "{" ? within("{", "}") : undefined;
      if (body === undefined) return undefined;
      return first === "interface" && body === "{}" ? named("any") : `${first}${body}`;
    }
    if (first === undefined) return undefined;
    const given = text[at] === "[" ? list("[", "]") : "";
    return given === undefined ? undefined : `${named(same[first] ?? first)}${given && `[${given}]`}`;
  };
  const list = (open: string, close: string): string | undefined => {
    if (!take(open)) return undefined;
    const types: string[] = [];
    for (skip(); !take(close); ) {
      const read = type();
      if (read === undefined || !(take(",") || text.startsWith(close, at))) return undefined;
      types.push(read);
    }
    return types.join();
  };
  /** Where one of them has a name all have one, and names in a row share the type behind the last. */
  const parameters = (): string | undefined => {
    const first = at;
    const unnamed = list("(", ")");
    if (unnamed !== undefined) return unnamed;
    at = first + 1;
    const types: string[] = [];
    let waiting = 0;
    for (skip(); !take(")"); skip()) {
      if (match(parts) !== undefined || match(/[\p{L}_][\p{L}\p{N}_]*/uy) === undefined) return undefined;
      waiting++;
      if (take(",")) continue;
      const read = type();
      if (read === undefined || !(take(",") || text.startsWith(")", at))) return undefined;
      for (; waiting > 0; waiting--) types.push(read);
    }
    return waiting === 0 ? types.join() : undefined;
  };
  const functionType = (): string | undefined => {
    skip();
    if (text[at] !== "(") return undefined;
    const given = parameters();
    if (given === undefined) return undefined;
    skip();
    if (text[at] === "(") {
      const results = parameters();
      return results === undefined ? undefined : `(${given})(${results})`;
    }
    const isAlone = at === text.length || /[,)\]}]/.test(text[at]!);
    const result = isAlone ? "" : type();
    return result === undefined ? undefined : `(${given})(${result})`;
  };
  return {
    type,
    functionType,
    isAtEnd: () => {
      skip();
      return at === text.length;
    },
  };
}
