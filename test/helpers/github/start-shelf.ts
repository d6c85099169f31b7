import { createFaults, type Faults } from "./faults.ts";
import { answerWith, type RecordedRequest, startFront } from "./front.ts";
import { createShelf, type Shelf, type ShelfLimits } from "./shelf.ts";
import type { ShelvedRepository } from "./shelf-search.ts";
import { refusal, type World } from "./world.ts";

/** Only the public shelf of a GitHub: search and reading, with the script of faults. Starts in milliseconds. */
export interface ShelfServer {
  readonly apiUrl: string;
  readonly shelf: Shelf;
  readonly requests: readonly RecordedRequest[];
  readonly faults: Faults;
  /** Of a person; search for code wants one. */
  readonly token: string;
  close(): Promise<void>;
}

export async function startShelf(
  repositories: readonly ShelvedRepository[],
  limits: ShelfLimits = {},
): Promise<ShelfServer> {
  const { server, url, close } = await startFront();
  const shelf = createShelf(repositories, limits);
  const [faults, requests] = [createFaults(), [] as RecordedRequest[]];
  const token = "ghp_reader";
  const world = {
    url,
    repositories: new Map(),
    tokens: new Map([[token, { kind: "user", login: "reader" }]]),
  } as unknown as World;
  const pass = async () => refusal(404, "Not Found");
  answerWith(server, { world, faults, requests, root: "", routes: shelf.routes, pass });
  return { apiUrl: url, shelf, requests, faults, token, close };
}
