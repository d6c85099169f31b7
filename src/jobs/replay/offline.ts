/** What is around a run that is gone through again: its repository, and closed doors where the world was. */
import { type ToolName, toolNames } from "../../agent/tool-names.ts";
import type { BranchHead, ForgeReader, Publisher } from "../../github/forge.ts";
import type { Model, TurnRequest } from "../../llm/model.ts";
import { createRedactor } from "../../redact/redact.ts";
import { usualReferenceSettings } from "../../references/settings.ts";
import type { RecordedRun } from "../../traces/trace.ts";
import type { Surroundings } from "../surroundings.ts";
import { resultOf } from "./record.ts";
import type { Recording } from "./recording.ts";

export interface OfflineParts {
  readonly openWorkspace: Surroundings["openWorkspace"];
  readonly cacheDir: string | undefined;
  /** Called, and has to throw, where the run reaches for anything outside. */
  readonly reach: () => never;
  /** Called before, with what a model is asked. */
  readonly asked: (request: TurnRequest) => void;
}

/** What is derived is made anew, and kept nowhere. */
const noStore = { get: async () => new Map<string, Buffer>(), put: async () => undefined };

/** Nothing in here talks to anybody: a step that would ends at `reach`. */
export function offlineSurroundings(
  { settings, steps }: Pick<Recording, "settings" | "steps">,
  { openWorkspace, cacheDir, reach, asked }: OfflineParts,
): Surroundings {
  const { has, config, us, checks, limits } = settings;
  const closed = <Door extends object>(): Door => closedDoor<Door>(reach);
  const model: Model | undefined =
    settings.model === undefined
      ? undefined
      : {
          name: settings.model,
          turn: async (request) => {
            asked(request);
            return reach();
          },
        };
  const gated = Object(resultOf(steps, "gate")) as Record<string, unknown>;
  const cloned = newestBase({ base: resultOf(steps, "clone") });
  const reader: Partial<ForgeReader> = {
    builtIndex: async () => ({ kind: "none" }),
    // By name the gate asks where its base is now. Without a name nobody knows any more which branch that was.
    base: async (branch) => (branch === undefined ? reach() : (newestBase(gated) ?? cloned ?? reach())),
  };
  return {
    reader: closedDoor<ForgeReader>(reach, reader),
    publisher: closed<Publisher>(),
    openWorkspace,
    model,
    references: has.references
      ? {
          ...{ code: closed(), settings: usualReferenceSettings, redact: (text) => text },
          paid: has.paid && model ? { model, store: noStore } : undefined,
        }
      : undefined,
    packages: has.packages ? reach : undefined,
    meaning:
      has.embedder || has.meaning
        ? { store: noStore, embedder: has.embedder ? closed() : undefined, asksModel: has.meaning }
        : undefined,
    config,
    offeredModels: [],
    beginWatch: reach,
    us: { login: us.login, ...(us.command !== undefined && { command: us.command }) },
    webUrl: settings.webUrl,
    remember: reach,
    ourTips: async () => (Array.isArray(gated["ourTips"]) ? gated["ourTips"].map(String) : []),
    lastHead: reach,
    sandbox: closed(),
    redact: has.redactor ? createRedactor([]) : undefined,
    options: {
      ...{
        limits: { ...limits, maxCost: limits.maxCost },
        attempts: settings.attempts,
        cacheDir,
        workers: 2,
      },
      ...{ contextTokens: settings.contextTokens, retrieval: settings.retrieval },
      language: settings.language,
      format: settings.format,
      // Any property of it is out of reach: what ran is in no recording.
      trace: has.trace ? (closedDoor(reach, {}, "touched") as RecordedRun) : undefined,
      checks: {
        protectedPaths: checks.protectedPaths,
        ...(checks.mostFiles !== undefined && { mostFiles: checks.mostFiles }),
        ...(checks.allowPackages !== undefined && { allowPackages: checks.allowPackages }),
      },
      // Whatever it was, it is not run: the sandbox is closed.
      testCommand: has.tests ? "true" : undefined,
      tools: new Set(
        settings.tools.filter((name): name is ToolName => toolNames.some((one) => one === name)),
      ),
      web: has.web ? { provider: closed(), redact: (text) => text, network: closed() } : undefined,
    },
  };
}

/** Where the base was when the run looked again before it wrote. */
function newestBase({ base, conflict }: Record<string, unknown>): BranchHead | undefined {
  const { branch, commit } = Object(Object(conflict).base ?? base) as Record<string, unknown>;
  return typeof branch === "string" && typeof commit === "string" ? { branch, commit } : undefined;
}

/** An object of which everything but `open` ends at `reach`: when it is called, or as soon as it is touched. */
function closedDoor<Door extends object>(
  reach: () => never,
  open: Partial<Door> = {},
  when: "called" | "touched" = "called",
): Door {
  return new Proxy(open as Door, {
    get(target, key) {
      if (typeof key === "symbol" || key in target) return Reflect.get(target, key);
      return when === "called" ? () => reach() : reach();
    },
  });
}
