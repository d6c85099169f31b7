import type { DLogger } from "@dbos-inc/dbos-sdk";
import type { Logger } from "../../log.ts";

/** The same line is said once in so many milliseconds: while a database is away each queue says so several times a second. */
const once = 60_000;
/** Lines that are remembered. */
const most = 200;

/**
 * The library's own lines, at one level lower than it thinks of them: they are about queues, not about runs. While we
 * close, that its connections are closed is no news.
 */
export function queueLogger(
  log: Logger,
  closing: () => boolean = () => false,
  now: () => number = Date.now,
): DLogger {
  const said = new Map<string, { readonly at: number; kept: number }>();
  const saying = (say: (line: string) => void) => (entry: unknown) => {
    const line = entry instanceof Error ? entry.message : String(entry);
    const before = said.get(line);
    if (before && now() - before.at < once) {
      before.kept++;
      return;
    }
    if (said.size >= most) said.clear();
    said.set(line, { at: now(), kept: 0 });
    say(before && before.kept > 0 ? `${line} (${before.kept} times more since then)` : line);
  };
  return {
    debug: () => undefined,
    info: saying((line) => log.debug(line)),
    warn: saying((line) => (closing() ? log.debug(line) : log.info(line))),
    error: saying((line) => (closing() ? log.debug(line) : log.warn(line))),
  };
}
