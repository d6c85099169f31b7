/** What is too large or too slow to parse. A file beyond a limit is skipped with a note; it never fails a run. */

/** UTF-16 units of a file's text. */
export const maxFileLength = 1_000_000;
/** Characters of a line that no person writes, and of the others on average where a person wrote all but that one. */
const maxLineLength = 20_000;
const writtenLength = 200;
/** Milliseconds of work that one file's parse and query may take. */
export const parseDeadline = 3_000;

/** Shared by the threads of one reading: the milliseconds that its files took beyond what is usual; see patience.ts. */
export const newPatience = (): SharedArrayBuffer => new SharedArrayBuffer(4);

/** Why a text is not parsed, as the end of a sentence; undefined where it may be. */
export function tooLarge(text: string): string | undefined {
  if (text.length > maxFileLength) return `it has more than ${maxFileLength} characters`;
  let [long, others, count] = [0, 0, 0];
  for (let start = 0; start <= text.length; ) {
    const next = text.indexOf("\n", start);
    const end = next < 0 ? text.length : next;
    if (end - start > maxLineLength) long += end - start;
    else [others, count] = [others + end - start, count + 1];
    start = end + 1;
  }
  const isHandWritten = long * 2 <= text.length && others <= writtenLength * count;
  if (long > 0 && !isHandWritten) return `it has a line of more than ${maxLineLength} characters`;
  return undefined;
}

/** An amount of work, from the moment on at which it is made. */
export interface Deadline {
  readonly milliseconds: number;
  isOver(): boolean;
}

/** Over when this thread has worked for so long: that others keep the machine busy makes no file slow. */
export function deadlineIn(milliseconds: number): Deadline {
  const end = performance.now() + milliseconds;
  const start = process.threadCpuUsage();
  return {
    milliseconds,
    isOver: () => {
      // The clock is asked without asking the system, and is never behind.
      if (performance.now() <= end) return false;
      const { user, system } = process.threadCpuUsage(start);
      return (user + system) / 1_000 > milliseconds;
    },
  };
}
