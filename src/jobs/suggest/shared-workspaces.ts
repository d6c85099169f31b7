import type { Surroundings } from "../surroundings.ts";

/**
 * The same surroundings, which open each commit once: a review reads its base, its head and the last head in several
 * steps. What is opened stays open until `close`.
 */
export function sharingWorkspaces(surroundings: Surroundings): {
  readonly shared: Surroundings;
  close(): Promise<void>;
} {
  const opened = new Map<string, ReturnType<Surroundings["openWorkspace"]>>();
  const openWorkspace: Surroundings["openWorkspace"] = async (base, signal) => {
    const known = opened.get(base.commit) ?? surroundings.openWorkspace(base, signal);
    opened.set(base.commit, known);
    try {
      return { ...(await known), close: async () => undefined };
    } catch (error) {
      // A failed attempt is not remembered: the step that retries must really try again.
      if (opened.get(base.commit) === known) opened.delete(base.commit);
      throw error;
    }
  };
  return {
    shared: { ...surroundings, openWorkspace },
    close: async () => {
      for (const workspace of opened.values()) await (await workspace.catch(() => undefined))?.close();
    },
  };
}
