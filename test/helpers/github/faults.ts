/** One thing that goes wrong, once or for ever. */
export interface Fault {
  /** `any write` stands for all but `GET`. */
  readonly method: string;
  /** Matched against the path without the query. */
  readonly path: RegExp;
  /**
   * The first unless given: 1 is the next matching request from now on; `every` never ends, and `every other` takes the
   * first, third, fifth, ... of each address.
   */
  readonly nth?: number | "every" | "every other";
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
  let waiting: { readonly fault: Fault; seen: number; readonly addresses: Set<string> }[] = [];
  return {
    add: (fault) => void waiting.push({ fault, seen: 0, addresses: new Set() }),
    clear() {
      waiting = [];
    },
    next(method, path) {
      for (const entry of waiting) {
        const meant = entry.fault.method === "any write" ? method !== "GET" : entry.fault.method === method;
        if (!meant || !entry.fault.path.test(path)) continue;
        entry.seen += 1;
        const { nth = 1 } = entry.fault;
        if (nth === "every") return entry.fault.do;
        if (nth === "every other") {
          if (!entry.addresses.delete(`${method} ${path}`)) {
            entry.addresses.add(`${method} ${path}`);
            return entry.fault.do;
          }
          continue;
        }
        if (entry.seen !== nth) continue;
        waiting = waiting.filter((other) => other !== entry);
        return entry.fault.do;
      }
      return undefined;
    },
  };
}
