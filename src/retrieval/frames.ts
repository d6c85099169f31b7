/** One frame of a stack trace, as far as it names a place in source. */
export interface Frame {
  readonly path: string;
  readonly line: number;
  /** The function as the runtime names it, without its class or package; undefined where the frame has none. */
  readonly name: string | undefined;
  /** The line of the trace it was read from. */
  readonly text: string;
}

/** How one runtime writes a frame: groups `path`, `line` and, where it has one, `name`. */
const shapes: readonly RegExp[] = [
  // Python:  File "/app/src/config.py", line 12, in parse
  /^\s*File "(?<path>[^"]{1,300})", line (?<line>\d{1,7})(?:, in (?<name>[^\s(]+))?/,
  // JavaScript:  at Parser.parse (/app/src/config.ts:12:5)   at async file:///app/src/config.ts:12:5
  /^\s*at (?:async )?(?:new )?(?:(?<name>[^\s()]{1,200})(?: \[as [^\]]*\])? \()?(?:file:\/\/|webpack:\/+)?(?<path>[^\s()]{1,300}?):(?<line>\d{1,7}):\d{1,7}\)?\s*$/,
  // Java, Kotlin, Scala:  at com.acme.Parser.parse(Parser.java:12)
  /^\s*at (?:[\w.$/@]{1,200}[./])?(?<name>[\w$<>]{1,100})\((?<path>\w{1,100}\.(?:java|kt|scala|groovy)):(?<line>\d{1,7})\)/,
  // C#:  at Acme.Parser.Parse(String text) in C:\src\Parser.cs:line 12
  /^\s*at [\w.<>`+]{1,200}\.(?<name>\w{1,100})[^()]{0,100}\([^()]{0,300}\) in (?<path>[^\n]{1,300}):line (?<line>\d{1,7})/,
  // Go:  	/app/config.go:12 +0x1d
  /^\s+(?<path>[^\s:]{1,300}\.go):(?<line>\d{1,7})(?: \+0x[0-9a-f]+)?\s*$/,
  // Rust:  at src/config.rs:12:5
  /^\s*at (?<path>[^\s:]{1,300}\.rs):(?<line>\d{1,7})(?::\d+)?\s*$/,
  // Ruby:  app/config.rb:12:in `parse', of a view without the name that Rails makes up
  /^\s*(?:from )?(?<path>[^\s:]{1,300}\.e?rb):(?<line>\d{1,7}):in ['`](?:[\w:]{1,100}[#.])?(?:block (?:.{0,40}? )?in )?(?:_app_\w{1,200}|(?<name>[\w?!]{1,100}))'/,
  // PHP:  #0 /app/src/Config.php(12): Acme\Config->parse()
  /^\s*#\d{1,4} (?<path>[^\s()]{1,300}\.php)\((?<line>\d{1,7})\):(?: [\w\\]{0,200}(?:->|::)?(?<name>\w{1,100})\()?/,
];

/** Frames of every stack trace in a text, in the order written. Lines that are no frame are passed over. */
export function findFrames(text: string): readonly Frame[] {
  const found: Frame[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.length > 1_000 || !/\d/.test(line)) continue;
    for (const shape of shapes) {
      const groups = shape.exec(line)?.groups;
      if (!groups) continue;
      const name = groups["name"]?.split(/[.$#]/).at(-1);
      found.push({
        path: groups["path"]!.replaceAll("\\", "/"),
        line: Number(groups["line"]),
        name: name && /^[\p{L}_][\p{L}\p{N}_?!]*$/u.test(name) ? name : undefined,
        text: line.trim(),
      });
      break;
    }
  }
  return found;
}
