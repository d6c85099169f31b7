import { setTimeout as sleep } from "node:timers/promises";

/** A signal that aborts when the endpoint has its first request, however long that takes to get there. */
export function abortOnceAsked(
  endpoint: { readonly requests: readonly unknown[] },
  reason: Error,
): AbortSignal {
  const controller = new AbortController();
  const watch = async (): Promise<void> => {
    while (endpoint.requests.length === 0) await sleep(10, undefined, { ref: false });
    controller.abort(reason);
  };
  void watch();
  return controller.signal;
}
