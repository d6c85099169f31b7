import { createServer, type IncomingMessage, type Server } from "node:http";
import { isIP } from "node:net";
import type { Logger } from "../log.ts";
import type { Database } from "../store/database.ts";
import { recordedSteps } from "../store/run-steps.ts";
import { findRun, listRuns } from "../store/runs.ts";
import { pageOf } from "./frame.ts";
import { html } from "./html.ts";
import { runPage } from "./run-page.ts";
import { runsPage, shownStates } from "./runs-page.ts";

export interface PagesOptions {
  readonly database: Database;
  /** `https://github.com`, or `https://HOST`. */
  readonly webUrl: string;
  /** Takes every known secret out of a text. */
  readonly redact: (text: string) => string;
  readonly log: Logger;
}

/** Runs on one page. */
const onPage = 50;

/**
 * `GET /runs` and `GET /runs/ID` for whoever hosts this, at an address of their own: what runs, what ran, what came of
 * it and what it cost. Nobody is asked who he is, so it is for the machine itself or behind somebody who asks. Not
 * listening yet.
 */
export function createPagesServer(options: PagesOptions): Server {
  return createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    const say = (status: number, page: string, more: Readonly<Record<string, string>> = {}): void => {
      response.writeHead(status, { ...headers, ...more }).end(request.method === "HEAD" ? undefined : page);
    };
    answer(request, options).then(
      ({ status, page, location }) => say(status, options.redact(page), location ? { location } : {}),
      (error: unknown) => {
        options.log.warn("A page could not be made.", { error });
        say(503, messagePage("The database does not answer. The server's log says why."));
      },
    );
  });
}

const headers = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

interface Answer {
  readonly status: number;
  readonly page: string;
  readonly location?: string;
}

async function answer(request: IncomingMessage, { database, webUrl }: PagesOptions): Promise<Answer> {
  if (!isOwnName(request.headers.host))
    return {
      status: 403,
      page: messagePage("These pages are read by the address of this machine, or as localhost."),
    };
  if (request.method !== "GET" && request.method !== "HEAD")
    return { status: 405, page: messagePage("There is nothing to be changed here.") };
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://pages");
  const now = Date.now();
  if (pathname === "/") return { status: 302, page: "", location: "/runs" };
  if (pathname === "/runs") {
    const show = Object.hasOwn(shownStates, searchParams.get("show") ?? "")
      ? searchParams.get("show")!
      : "all";
    const repository = (searchParams.get("repository") ?? "").trim().slice(0, 200);
    const before = wholeNumber(searchParams.get("before"));
    const filter = { states: shownStates[show], repository: repository || undefined, before };
    const found = await listRuns(database, onPage + 1, filter);
    const [runs, more] = [found.slice(0, onPage), found.length > onPage];
    return { status: 200, page: runsPage({ runs, more, show, repository, before, webUrl, now }) };
  }
  const id = /^\/runs\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(pathname)?.[1];
  const run = id === undefined ? undefined : await findRun(database, id);
  if (!run) return { status: 404, page: messagePage("There is no such page.") };
  const steps = await recordedSteps(database, run.id);
  return { status: 200, page: runPage({ run, steps, webUrl, now }) };
}

/**
 * Whether the browser was told this machine's address, and not a name that somebody else made lead here: a page of
 * theirs could read ours then (DNS rebinding).
 */
function isOwnName(host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return hostname === "localhost" || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
}

const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

const messagePage = (message: string): string =>
  pageOf({ title: "CodeRAG", body: html`<p>${message}</p><p><a href="/runs">All runs</a></p>` });
