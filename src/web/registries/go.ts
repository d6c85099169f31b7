import { z } from "zod";
import { readAnswer, text } from "../answers.ts";
import { askRegistry, noFacts, type Registry } from "./registry.ts";

const answer = z.object({
  Version: text,
  Origin: z.object({ URL: text }).catch({ URL: "" }),
});

/** Parts of a path that may be a package inside its module. */
const mostInner = 2;

/** The module proxy knows versions and origins; what a module is for stands on its page. */
export const go: Registry = {
  name: /^[a-z0-9][a-z0-9.-]{0,60}\.[a-z]{2,20}(?:\/(?!\.+(?:\/|$))[\w.~-]{1,100}){1,8}$/i,
  page: (name) => `https://pkg.go.dev/${name}`,
  async find(name, fetcher, signal) {
    const parts = name.split("/");
    for (let inner = 0; inner <= mostInner && parts.length - inner >= 2; inner += 1) {
      // The proxy's way to tell capital letters on file systems that do not.
      const module = parts
        .slice(0, parts.length - inner)
        .join("/")
        .replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
      const found = await askRegistry(`https://proxy.golang.org/${module}/@latest`, fetcher, signal);
      if (found === undefined) continue;
      const { Version, Origin } = readAnswer(answer, found);
      return { ...noFacts, version: Version, repository: Origin.URL };
    }
    return undefined;
  },
};
