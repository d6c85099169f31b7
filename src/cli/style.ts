import type { WriteStream } from "node:tty";
import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

/** Text of a repository, without what would steer a terminal. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, " ");

/** Text with colour where `stream` is a terminal that shows it, plain in a pipe (and under NO_COLOR). */
export function style(stream: NodeJS.WritableStream, format: Format, text: string): string {
  return styleText(format, text, { stream: stream as WriteStream });
}

/** A unified diff with the usual colours. */
export function styleDiff(stream: NodeJS.WritableStream, diff: string): string {
  const colour = (line: string): string => {
    if (line.startsWith("+++") || line.startsWith("---")) return style(stream, "bold", line);
    if (line.startsWith("@@")) return style(stream, "cyan", line);
    if (line.startsWith("+")) return style(stream, "green", line);
    return line.startsWith("-") ? style(stream, "red", line) : line;
  };
  return diff.split("\n").map(colour).join("\n");
}
