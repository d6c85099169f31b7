import { printable, style } from "./style.ts";

/** Work that is done sooner than this says nothing. */
const patienceMs = 500;

/** Says on a terminal what is being waited for, and for how long, until the work is done; in a pipe it says nothing. */
export async function whileWaiting<T>(
  stream: NodeJS.WriteStream,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  if (stream.isTTY !== true) return work();
  const start = performance.now();
  const erase = "\r\u001b[K";
  let shown = false;
  const show = (): void => {
    shown = true;
    const seconds = Math.floor((performance.now() - start) / 1000);
    const time = seconds > 0 ? `, ${seconds} s` : "";
    stream.write(
      `${erase}${style(stream, "yellow", "…")} ${style(stream, "dim", `${printable(what)}${time}`)}`,
    );
  };
  const timer = setInterval(show, patienceMs).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (shown) stream.write(erase);
  }
}
