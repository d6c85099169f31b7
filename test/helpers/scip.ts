/** Indexes for tests, written where they are read: `‹total=pkg/total().›` mentions a symbol, `‹total:=…›` defines it. */
export interface MarkedFile {
  readonly path: string;
  readonly text: string;
  readonly document: Buffer;
}

export type ColumnUnit = "utf-8" | "utf-16" | "utf-32";

export interface MarkedOptions {
  readonly unit?: ColumnUnit;
  /** Whether the index says its unit. */
  readonly says?: boolean;
  /** Class to what it extends, by symbol. */
  readonly bases?: Readonly<Record<string, readonly string[]>>;
}

/** A source with marks, as the text without them and the document that an indexer would write of it. */
export function marked(path: string, source: string, options: MarkedOptions = {}): MarkedFile {
  const { unit = "utf-16", says = true, bases = {} } = options;
  const occurrences: Buffer[] = [occurrence(0, 0, 0, `${moduleOf(path)}`, true)];
  const lines = source.split("\n").map((line, number) => {
    let text = "";
    let at = 0;
    for (const mark of line.matchAll(/‹([^=›]*?)(:?)=([^›]*)›/gu)) {
      text += line.slice(at, mark.index);
      const start = lengthIn(text, unit);
      text += mark[1]!;
      for (const symbol of mark[3]!.split("|"))
        occurrences.push(occurrence(number, start, lengthIn(text, unit), full(symbol), mark[2] === ":"));
      at = mark.index + mark[0].length;
    }
    return text + line.slice(at);
  });
  const symbols = Object.entries(bases).map(([symbol, all]) =>
    Buffer.concat([
      field(1, full(symbol)),
      ...all.map((base) => field(4, Buffer.concat([field(1, full(base)), Buffer.from([24, 1])]))),
    ]),
  );
  const document = Buffer.concat([
    field(1, path),
    ...occurrences.map((one) => field(2, one)),
    ...symbols.map((one) => field(3, one)),
    ...(says ? [Buffer.from([48, 1 + ["utf-8", "utf-16", "utf-32"].indexOf(unit)])] : []),
  ]);
  return { path, text: lines.join("\n"), document };
}

/** The bytes of an index of these documents, made in that folder. */
export function scipOf(documents: readonly Buffer[], projectRoot = "file:///build/shop"): Buffer {
  const tool = Buffer.concat([field(1, "scip-test"), field(2, "1.0.0")]);
  const metadata = Buffer.concat([field(2, tool), field(3, projectRoot)]);
  return Buffer.concat([field(1, metadata), ...documents.map((one) => field(2, one))]);
}

/** A symbol of the package that is indexed, unless it says another one: `other: a/b().`. */
function full(symbol: string): string {
  if (symbol.startsWith("local ")) return symbol;
  const [, name, rest] = /^(?:(\w+): )?(.*)$/.exec(symbol)!;
  return `scip-test npm ${name ?? "shop"} 1.0.0 ${rest}`;
}

const moduleOf = (path: string): string => full(`\`${path}\`/`);

function occurrence(line: number, start: number, end: number, symbol: string, isDefinition: boolean): Buffer {
  const range = Buffer.concat([line, start, end].map(number));
  return Buffer.concat([field(1, range), field(2, symbol), Buffer.from([24, isDefinition ? 1 : 0])]);
}

function field(id: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from([id * 8 + 2]), number(bytes.length), bytes]);
}

function number(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

function lengthIn(text: string, unit: ColumnUnit): number {
  if (unit === "utf-16") return text.length;
  return unit === "utf-8" ? Buffer.byteLength(text) : [...text].length;
}
