/** One thing that goes wrong, once or for ever. */
export interface Fault {
  readonly method: string;
  /** Matched against the path without the query. */
  readonly path: RegExp;
  /** The first unless given: 1 is the next matching request from now on; `every` never ends. */
  readonly nth?: number | "every";
  readonly do: FaultAction;
}

export type FaultAction =
  /** Answers this instead. */
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  /** Lets something else happen first, then answers as usual: a race, played on purpose. */
  | { readonly meanwhile: () => Promise<unknown> }
  /** Never answers. */
  | "hang"
  /** Does the work, then cuts the connection: effect done, answer lost. */
  | "drop-after-write"
  /** Cuts the connection before anything is done. */
  | "reset";

export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  /** What is to go wrong with this request, if anything. Counts it. */
  next(method: string, path: string): FaultAction | undefined;
}

export function createFaults(): Faults {
  let waiting: { readonly fault: Fault; seen: number }[] = [];
  return {
    add: (fault) => void waiting.push({ fault, seen: 0 }),
    clear() {
      waiting = [];
    },
    next(method, path) {
      for (const entry of waiting) {
        if (entry.fault.method !== method || !entry.fault.path.test(path)) continue;
        entry.seen += 1;
        const { nth = 1 } = entry.fault;
        if (nth === "every") return entry.fault.do;
        if (entry.seen !== nth) continue;
        waiting = waiting.filter((other) => other !== entry);
        return entry.fault.do;
      }
      return undefined;
    },
  };
}
