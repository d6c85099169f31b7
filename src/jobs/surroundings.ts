import type { ToolName } from "../agent/tool-names.ts";
import type { CheckOptions } from "../checks/gate.ts";
import type { Standing } from "../checks/paths.ts";
import { checkSecrets } from "../checks/secrets.ts";
import { usualCommand } from "../command/parse.ts";
import { changeHiddenToo } from "../delivery/hidden.ts";
import type { CheckDraft } from "../github/check-run.ts";
import type { BranchHead, Draft, ForgeReader, Publisher } from "../github/forge.ts";
import type { ReviewDraft } from "../github/review.ts";
import type { RunLimits } from "../llm/budget.ts";
import type { Embedder } from "../llm/embeddings.ts";
import type { Model } from "../llm/model.ts";
import type { Redactor } from "../redact/redact.ts";
import type { ReferenceTools } from "../references/options.ts";
import type { RepositoryConfig } from "../repository-config/schema.ts";
import type { AnchorOptions } from "../retrieval/anchors.ts";
import type { DrawGraph } from "../retrieval/draw-graph.ts";
import type { Sandbox } from "../sandbox/bubblewrap.ts";
import { type FileChange, textBefore } from "../source/file.ts";
import type { DerivedStore } from "../store/derived.ts";
import type { RecordedRun } from "../traces/trace.ts";
import type { PackageLookup } from "../web/registries/look-up.ts";
import type { WebSearchOptions } from "../web/search.ts";
import type { CommitWorkspace } from "../workspace/read-commit.ts";
import type { Us } from "./acceptance/authorise.ts";
import type { Kept } from "./watch/keep-watch.ts";

/**
 * What a run finds around it, made by the composition root for one repository. The same pipeline runs on GitHub, on
 * a local folder and in the tests, because only this differs.
 */
export interface Surroundings {
  /** Holds a read token, or none. */
  readonly reader: ForgeReader;
  /** Mints its write token at the moment it writes. */
  readonly publisher: Publisher;
  /** What the publisher makes of a text that looks as if it held a secret; undefined where nothing is published. */
  readonly redact?: ((text: string) => string) | undefined;
  /** Opens the repository at that commit; called again where a run goes on in another process. */
  readonly openWorkspace: (base: BranchHead, signal: AbortSignal) => Promise<CommitWorkspace>;
  /** Undefined where the host configured no model. */
  readonly model: Model | undefined;
  /** How public code is searched; undefined where a run cannot (a folder without GitHub). */
  readonly references?: ReferenceTools | undefined;
  /** How package registries are asked; undefined: not at all. */
  readonly packages?: PackageLookup | undefined;
  /** Where tests are run; undefined: in this machine's. */
  readonly sandbox?: Sandbox | undefined;
  /** How requirements and definitions are understood beyond rules and words; undefined: not at all. */
  readonly meaning?: MeaningOptions | undefined;
  /** What the repository decides for itself, as it stood when the command came. */
  readonly config: RepositoryConfig;
  /** Models that it may choose. */
  readonly offeredModels: readonly string[];
  /** Begins the living issue of dependency examples, with a first look; undefined where there is no GitHub. */
  readonly beginWatch?: ((signal: AbortSignal) => Promise<Kept>) | undefined;
  /** Who we are, so that nobody commands in our name. */
  readonly us: Us;
  /** Where people read the repository: `https://github.com`; undefined on a local folder, which has no permalinks. */
  readonly webUrl: string | undefined;
  /** Keeps what the run left on the forge, for later runs and for pages. */
  readonly remember: (traces: Traces) => Promise<void>;
  /** Commits that earlier runs pushed for this issue. */
  readonly ourTips: () => Promise<readonly string[]>;
  /** The head that the newest finished review of this pull request looked at. */
  readonly lastHead: () => Promise<string | undefined>;
  readonly options: RunOptions;
}

export interface Traces {
  readonly branch?: string;
  readonly commit?: string;
  readonly pullNumber?: number;
  readonly head?: string;
}

export interface MeaningOptions {
  /** Where what models say of this repository is kept between runs. */
  readonly store: DerivedStore;
  /** Compares definitions by vectors as well as by words; undefined where no embedding model is configured. */
  readonly embedder: Embedder | undefined;
  /** Whether the model cuts requests and labels candidates, for a question or two more a run. */
  readonly asksModel: boolean;
}

export interface RunOptions {
  readonly limits: RunLimits;
  /** How often a change is written, where its tests can be run, before the best is taken. */
  readonly attempts: number;
  /** Tokens of repository code that the first prompt may carry. */
  readonly contextTokens: number;
  readonly retrieval: AnchorOptions["retrieval"];
  /** A run of the program with what is asked about, where a person recorded one. */
  readonly trace?: RecordedRun | undefined;
  /** Where outlines are cached; undefined: not at all. */
  readonly cacheDir: string | undefined;
  /** Threads that parse. */
  readonly workers: number;
  /** Where graphs are drawn; undefined: in this thread, which does nothing else while it links. */
  readonly draw?: DrawGraph | undefined;
  readonly checks: Omit<CheckOptions, keyof Standing>;
  /** The language of the model's words to people, in English words: `German`; undefined: English. */
  readonly language: string | undefined;
  /** Tools that the model is given; the others are switched off and not spoken of. */
  readonly tools: ReadonlySet<ToolName>;
  /** How `web-search` searches; undefined: it is off. */
  readonly web?: WebSearchOptions | undefined;
  /** Shell command that tests the changed repository in the sandbox; from the host's configuration, never from a text. */
  readonly testCommand: string | undefined;
  /** Whether touched lines are laid out by the formatter that the repository uses. */
  readonly format: "on" | "off";
}

/**
 * The same surroundings with the last gate in front of the publisher: no known secret leaves in a text, and no file
 * that holds one is committed, whatever a model was talked into.
 */
export function guarded(surroundings: Surroundings, redact: Redactor): Surroundings {
  const { publisher } = surroundings;
  const said = (text: string): string => addressedAs(changeHiddenToo(text, redact), surroundings.us.command);
  const keepIn = (changes: readonly FileChange[]): void => {
    const knows = redact.knows ?? ((text) => redact(text) !== text);
    // Of what only looks like a secret the gate knows what is made up, as in manuals and tests.
    const leak = changes.find(
      (change) =>
        (knows(change.after ?? "") && !knows(change.before ?? "")) ||
        checkSecrets({ ...change, before: textBefore(change, changes) }).length > 0,
    );
    if (leak) throw new Error(`The change of ${leak.path} holds a secret of this server.`);
  };
  const clean = (draft: Draft): Draft => {
    keepIn(draft.changes);
    const { title, body, commitMessage } = draft;
    // The branch's ending is made of the title, without its case and marks: the secret in it is no longer found.
    const branchEnding = redact(title) === title ? draft.branchEnding : "";
    const texts = { title: redact(title), body: said(body), commitMessage: redact(commitMessage) };
    return { ...draft, ...texts, branchEnding };
  };
  // Every way of writing by its name, so that a new one cannot pass by unguarded.
  const guardedPublisher: Publisher = {
    react: publisher.react,
    resolveThread: publisher.resolveThread,
    undo: publisher.undo,
    noted: publisher.noted,
    note: (issueNumber, marker, body, since) => publisher.note(issueNumber, marker, said(body), since),
    amendNote: (issueNumber, marker, body) => publisher.amendNote(issueNumber, marker, said(body)),
    pushBranch: (draft) => publisher.pushBranch(clean(draft)),
    pushFollowUp: async (followUp) => {
      keepIn(followUp.changes);
      return publisher.pushFollowUp({ ...followUp, commitMessage: redact(followUp.commitMessage) });
    },
    openPullRequest: (draft, branch) => publisher.openPullRequest(clean(draft), branch),
    keepPage: (page) => publisher.keepPage({ ...page, body: said(page.body) }),
    review: (draft) => publisher.review(cleanReview(draft, redact, said)),
    checkRun: (draft) => publisher.checkRun(cleanCheck(draft, said)),
  };
  return { ...surroundings, publisher: guardedPublisher, redact };
}

/** Our own words name the command as one writes it; where this deployment has another word, that one. */
function addressedAs(text: string, command = usualCommand): string {
  return command === usualCommand ? text : text.replace(/`\/coderag(?=[ `])/g, `\`/${command}`);
}

/** A suggestion that holds a secret is none any more: `redact` tells before. One that gets here all the same goes. */
function cleanReview(
  draft: ReviewDraft,
  redact: (text: string) => string,
  said: (text: string) => string,
): ReviewDraft {
  const comments = draft.comments.filter(({ body }) => redact(body) === body);
  return { ...draft, body: said(draft.body), comments };
}

function cleanCheck(draft: CheckDraft, redact: (text: string) => string): CheckDraft {
  const { title, summary, text, annotations } = draft;
  return {
    ...draft,
    ...{ title: redact(title), summary: redact(summary) },
    ...(text === undefined ? {} : { text: redact(text) }),
    annotations: annotations.map((one) => ({
      ...one,
      ...{ title: redact(one.title), message: redact(one.message) },
    })),
  };
}
