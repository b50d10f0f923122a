import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Database } from "@service/db/open";
import { statement } from "@service/db/statement";
import { answersWithin } from "@service/runtime";

/** What a process shows of itself in the console (CON-60). */
export interface ShownProcess {
  /** `api`, `worker`, `webhooks` or `console`. */
  readonly name: string;
  readonly version: string;
  readonly commit: string | undefined;
  /** A worker's: what it takes runs of, and how many at a time over all of them. */
  readonly takes?: { readonly engineTypes: readonly string[]; readonly slots: number } | undefined;
}

const endMs = 1_000;
/** How often a process writes its row; one that has not for 35 s is gone. */
const everyMs = 10_000;

const showProcess = statement(
  "processes_show",
  `insert into processes (id, name, version, commit, host, engine_types, slots, started_at, seen_at)
   values (@id, @name, @version, @commit, @host, @engine_types::text[]::engine_type_name[], @slots, now(), now())
   on conflict (id) do update set seen_at = now()`,
);
const endProcess = statement("processes_end", "update processes set stopped_at = now() where id = $1");

/** A name for this process that no other has: `host:pid:random`. */
export function processId(): string {
  return `${hostname().slice(0, 60)}:${process.pid}:${randomUUID().slice(0, 8)}`;
}

/**
 * Writes the row of this process, now and every 10 s. Nothing waits for it, and a database that is away changes nothing: the
 * next write follows.
 * @returns ends it: the process is gone from then on.
 */
export function startPresence(db: Database, id: string, shown: ShownProcess): () => Promise<void> {
  const { name, version, takes } = shown;
  const values = {
    id,
    name,
    version,
    commit: shown.commit ?? null,
    host: hostname(),
    engineTypes: [...(takes?.engineTypes ?? [])],
    slots: takes?.slots ?? 0,
  };
  let written: Promise<unknown> = Promise.resolve();
  let isWriting = false;
  const write = (): void => {
    if (isWriting) return;
    isWriting = true;
    written = db.pool.query(showProcess(values)).then(
      () => (isWriting = false),
      () => (isWriting = false),
    );
  };
  write();
  const timer = setInterval(write, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    // A process that cannot reach the database stops without: it is gone 35 s later anyway.
    await answersWithin(async () => {
      await written;
      await db.pool.query(endProcess([id]));
    }, endMs);
  };
}
