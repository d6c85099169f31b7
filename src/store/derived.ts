import { createHash } from "node:crypto";
import type { Queryable } from "./database.ts";

export type DerivedKind = "vector" | "requirement" | "label" | "split" | "reference" | "github";

/**
 * Keeps what was paid for: what a model made of a text, under the hash of all that it was made from, and what GitHub
 * answered about public code. Shared by runs and
 * workers. Nothing depends on it: what is missing or damaged is made again, so readers check what they get.
 */
export interface DerivedStore {
  /** Those of the keys (see `contentKey`) that are known. */
  get(kind: DerivedKind, keys: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  /** Replaces what stands under the same keys: it may have been damaged, or be of a model that changed. */
  put(kind: DerivedKind, entries: ReadonlyMap<string, Uint8Array>): Promise<void>;
}

/** 64 hexadecimal digits that stand for the parts, in their order. */
export function contentKey(...parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest("hex");
}

/** Rows of one statement: 50,000 vectors in one answer would stand in memory twice. */
const portion = 2_000;

/** The rows of one repository. */
export function derivedInDatabase(database: Queryable, repositoryId: number): DerivedStore {
  return {
    get: async (kind, keys) => {
      const found = new Map<string, Buffer>();
      for (const some of portions(keys)) {
        const bytes = some.map((key) => Buffer.from(key, "hex"));
        const rows = await database.query<{ key: Buffer; value: Buffer; aged: boolean }>(
          `select key, value, used_at < now() - interval '1 day' as aged from coderag.derived
           where repository_id = $1 and kind = $2 and key = any($3)`,
          [repositoryId, kind, bytes],
        );
        for (const { key, value } of rows) found.set(key.toString("hex"), value);
        const aged = rows.filter((row) => row.aged).map((row) => row.key);
        if (aged.length > 0) await touch(database, repositoryId, kind, aged);
      }
      return found;
    },
    put: async (kind, entries) => {
      // One order for all writers, so that two of them cannot wait for each other's rows.
      const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
      for (const some of portions(sorted))
        await database.query(
          `insert into coderag.derived as d (repository_id, kind, key, value)
           select $1, $2, * from unnest($3::bytea[], $4::bytea[])
           on conflict (repository_id, kind, key) do update set value = excluded.value, used_at = now()
           where d.value <> excluded.value`,
          [
            repositoryId,
            kind,
            some.map(([key]) => Buffer.from(key, "hex")),
            some.map(([, value]) => Buffer.from(value.buffer, value.byteOffset, value.byteLength)),
          ],
        );
    },
  };
}

/** Skips rows that another transaction holds: they are being touched, trimmed or forgotten right now. */
async function touch(
  database: Queryable,
  repositoryId: number,
  kind: DerivedKind,
  keys: readonly Buffer[],
): Promise<void> {
  await database.query(
    `with old as (select ctid from coderag.derived where repository_id = $1 and kind = $2 and key = any($3)
       for update skip locked)
     update coderag.derived set used_at = now() where ctid in (select ctid from old)`,
    [repositoryId, kind, keys],
  );
}

/** Forgets what was longest unused, until the values take at most so many bytes. Answers how many rows went. */
export async function trimDerived(database: Queryable, maxBytes: number): Promise<number> {
  const rows = await database.query(
    `with sized as (
       select repository_id, kind, key, sum(octet_length(value)) over (order by used_at desc, key) as bytes
       from coderag.derived)
     delete from coderag.derived d using sized s where s.bytes > $1
       and d.repository_id = s.repository_id and d.kind = s.kind and d.key = s.key returning true as gone`,
    [maxBytes],
  );
  return rows.length;
}

function* portions<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += portion) yield list.slice(at, at + portion);
}
