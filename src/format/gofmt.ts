import type { Formatter } from "./formatter.ts";

/** Go, which has one style and no settings. */
export const gofmt: Formatter = {
  name: "gofmt",
  endings: /\.go$/,
  configs: [],
  unread: [],
  unconfigured: "declared",
  read: () => undefined,
  format: async (_path, text) => (await import("@wasm-fmt/gofmt")).format(text),
};
