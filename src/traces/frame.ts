import type { Frame } from "./trace.ts";

/** `total (/app/cart.py:12)`, as VizTracer, py-spy and Excimer name functions. */
const placed =
  /^(?<name>[^()]*(?:\([^()]*\)[^()]*)??)\((?<path>[^()]*\.\w{1,8}):(?<line>\d{1,7})(?::\d{1,7})?\)$/;

/** A frame of separate fields. `line` is 1-based; nothing is known of a path or a line that is empty. */
export function frameOf(name: unknown, path: unknown, line: unknown): Frame {
  return {
    name: typeof name === "string" ? name.trim() : "",
    path: typeof path === "string" && path !== "" ? plainPath(path) : undefined,
    line: typeof line === "number" && line > 0 ? line : undefined,
  };
}

/** Frames of one text each, `total (cart.py:12)` or `com.acme.Cart.total`; the same text is the same frame. */
export function frameReader(): {
  readonly read: (text: string) => Frame;
  readonly all: () => readonly Frame[];
} {
  const known = new Map<string, Frame>();
  const read = (text: string): Frame => {
    let frame = known.get(text);
    if (!frame) {
      const { name = text, path, line } = (text.length <= 1_000 && placed.exec(text)?.groups) || {};
      frame = frameOf(name, path, line === undefined ? undefined : Number(line));
      known.set(text, frame);
    }
    return frame;
  };
  return { read, all: () => [...known.values()] };
}

/** Without the scheme of a URL, what a bundler puts before it, and a query. */
const plainPath = (path: string): string =>
  path
    .replaceAll("\\", "/")
    .replace(/^(?:file:\/\/|webpack:\/\/[^/]*\/(?:\.\/)?)/, "")
    .replace(/[?#].*$/, "");
