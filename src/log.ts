import { pino } from "pino";

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** Values of a log line: plain data, or an error. */
export type LogFields = Readonly<Record<string, unknown>>;

export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger whose every line carries these fields, for example `{ runId }`. */
  child(fields: LogFields): Logger;
}

export interface LogOptions {
  readonly level: LogLevel;
  /** Takes every secret out of a text (`createRedactor`). Applied to the finished line, so no field escapes it. */
  readonly redact: (text: string) => string;
  /** Where finished lines go; standard output by default. */
  readonly write?: (line: string) => void;
}

/**
 * One JSON line an event, on standard output. An error is cut down to name, message, status and stack, and its causes
 * likewise: the libraries hang request headers, addresses and bodies on their errors, and none of that is ours to keep.
 */
export function createLogger(options: LogOptions): Logger {
  const write = options.write ?? ((line: string) => process.stdout.write(line));
  const root = pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => write(options.redact(line)) },
  );
  return wrap(root);
}

/** A logger that says nothing: for the command line's quiet runs and for tests. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLogger,
};

type PinoLogger = Pick<ReturnType<typeof pino>, "debug" | "info" | "warn" | "error"> & {
  child(fields: Record<string, unknown>): PinoLogger;
};

function wrap(logger: PinoLogger): Logger {
  return {
    debug: (message, fields) => logger.debug(plain(fields), message),
    info: (message, fields) => logger.info(plain(fields), message),
    warn: (message, fields) => logger.warn(plain(fields), message),
    error: (message, fields) => logger.error(plain(fields), message),
    child: (fields) => wrap(logger.child(plain(fields))),
  };
}

function plain(fields: LogFields = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, plainValue(value, 4)]));
}

function plainValue(value: unknown, depth: number): unknown {
  if (value instanceof Error) return plainError(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return "...";
  if (Array.isArray(value)) return value.map((one) => plainValue(one, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plainValue(one, depth - 1)]));
}

/** Errors may be nested and may point at themselves: five levels tell enough. */
function plainError(error: Error, depth = 5): Record<string, unknown> {
  const { status, code, cause } = error as { status?: unknown; code?: unknown; cause?: unknown };
  const nested: unknown[] =
    error instanceof AggregateError ? error.errors : cause === undefined ? [] : [cause];
  return {
    name: error.name,
    message: error.message,
    ...(typeof status === "number" && { status }),
    ...(typeof code === "string" && { code }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(depth > 0 &&
      nested.length > 0 && {
        causes: nested
          .slice(0, 5)
          .map((one) => (one instanceof Error ? plainError(one, depth - 1) : typeof one)),
      }),
  };
}
