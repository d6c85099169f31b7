import type { Logger as PinoLogger } from "probot";
import type { LogFields, Logger } from "../log.ts";

/**
 * Our logger in the shape that Probot and its libraries call. Probot logs whole request bodies at debug and hangs
 * payloads on its errors: debug is dropped here, and of an error only what `createLogger` keeps is written.
 */
export function probotLog(log: Logger): PinoLogger {
  const to = (write: (message: string, fields?: LogFields) => void) => (first: unknown, second?: unknown) => {
    const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err;
    const message = [second, first].find((one) => typeof one === "string") ?? "Probot reported an error.";
    write(message, error instanceof Error ? { error } : {});
  };
  const nothing = (): void => undefined;
  const adapted = {
    level: "info",
    fatal: to(log.error),
    error: to(log.error),
    warn: to(log.warn),
    info: to(log.info),
    debug: nothing,
    trace: nothing,
    silent: nothing,
    child: () => adapted,
  };
  return adapted as unknown as PinoLogger;
}
