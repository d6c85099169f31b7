import { printable, style } from "./style.ts";
import { cut } from "./wrap.ts";

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
    // A line that the terminal breaks could not be erased: only its last row would go.
    const text = cut(printable(what), (stream.columns || 80) - "… ".length - time.length - 1) + time;
    stream.write(`${erase}${style(stream, "yellow", "…")} ${style(stream, "dim", text)}`);
  };
  const timer = setInterval(show, patienceMs).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (shown) stream.write(erase);
  }
}
