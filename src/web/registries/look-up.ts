import { WebFault } from "../fault.ts";
import type { Fetcher } from "../fetcher.ts";
import type { PackageName } from "../package-names.ts";
import { registries } from "./all.ts";
import type { PackageFacts } from "./registry.ts";

/**
 * What the public registry says of a package. `unknown`: it has none of that name. `not asked`: it does not answer, or
 * the name is none of its names and goes nowhere.
 */
export type PackageLookup = (
  name: PackageName,
  signal: AbortSignal,
) => Promise<PackageFacts | "unknown" | "not asked">;

/** Made for one run: what was answered once is not asked again, so that all of the run goes by the same answer. */
export function createPackageLookup(fetcher: Fetcher): PackageLookup {
  const answers = new Map<string, PackageFacts | "unknown">();
  return async ({ ecosystem, name }, signal) => {
    const key = `${ecosystem}:${name}`;
    const known = answers.get(key);
    if (known !== undefined) return known;
    const registry = registries[ecosystem];
    if (!registry.name.test(name)) return "not asked";
    try {
      const answer = (await registry.find(name, fetcher, signal)) ?? "unknown";
      answers.set(key, answer);
      return answer;
    } catch (error) {
      if (error instanceof WebFault) return "not asked";
      throw error;
    }
  };
}
