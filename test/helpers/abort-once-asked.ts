import { eventually } from "./runs.ts";

/** A signal that aborts when the endpoint has its first request, however long that takes to get there. */
export function abortOnceAsked(
  endpoint: { readonly requests: readonly unknown[] },
  reason: Error,
): AbortSignal {
  const controller = new AbortController();
  void eventually("the first request", async () => endpoint.requests.length > 0).then(() =>
    controller.abort(reason),
  );
  return controller.signal;
}
