import { finalRunStatuses, type RunStatus } from "@service/contract";
import { hotStatement, type Database } from "@service/db";
import type { Deps } from "../deps.ts";

const readFinished = hotStatement(
  "runs_read_finished",
  `select id, status from runs where id = any($1::uuid[]) and status = any($2::run_status[])`,
);

/** While somebody asked within the last second the poll is quick: most runs take milliseconds. */
const quickPollMs = 40;
const slowPollMs = 250;
const quickForMs = 1_000;
/** Waiting callers of one process, at most; beyond it a caller is answered at once. */
const waitingMax = 5_000;

type Waiter = { readonly sinceMs: number; readonly resolve: (status: RunStatus | undefined) => void };

/** All callers of a process that wait for runs, behind one poll of one statement (`Prefer: wait`, runs.md 5.5). */
class RunWaiters {
  readonly #db: Database;
  readonly #byRun = new Map<string, Set<Waiter>>();
  #timer: NodeJS.Timeout | undefined;
  #count = 0;
  #hasEnded = false;

  constructor(db: Database) {
    this.#db = db;
  }

  wait(runId: string, waitMs: number, signal: AbortSignal): Promise<RunStatus | undefined> {
    if (this.#hasEnded || signal.aborted || waitMs <= 0 || this.#count >= waitingMax) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const waiters = this.#byRun.get(runId) ?? new Set();
      const end = (status: RunStatus | undefined): void => {
        clearTimeout(timeout);
        signal.removeEventListener("abort", giveUp);
        if (waiters.delete(waiter)) this.#count -= 1;
        if (waiters.size === 0) this.#byRun.delete(runId);
        resolve(status);
      };
      const giveUp = (): void => end(undefined);
      const waiter: Waiter = { sinceMs: performance.now(), resolve: end };
      const timeout = setTimeout(giveUp, waitMs);
      signal.addEventListener("abort", giveUp, { once: true });
      waiters.add(waiter);
      this.#byRun.set(runId, waiters);
      this.#count += 1;
      if (this.#timer === undefined) this.#timer = setTimeout(() => void this.#poll(), quickPollMs);
    });
  }

  /** The process itself learned that a run is finished (it cancelled it). */
  tell(runId: string, status: RunStatus): void {
    for (const waiter of this.#byRun.get(runId) ?? []) waiter.resolve(status);
  }

  end(): void {
    this.#hasEnded = true;
    for (const waiters of this.#byRun.values()) for (const waiter of waiters) waiter.resolve(undefined);
  }

  async #poll(): Promise<void> {
    try {
      const { rows } = await this.#db.hot.query<{ id: string; status: RunStatus }>(
        readFinished([[...this.#byRun.keys()], finalRunStatuses]),
      );
      for (const row of rows) this.tell(row.id, row.status);
    } catch {
      // The next poll asks again; a caller whose time is up is answered with what it has.
    }
    this.#timer = undefined;
    if (this.#byRun.size === 0) return;
    const now = performance.now();
    const isQuick = [...this.#byRun.values()].some((waiters) =>
      [...waiters].some((one) => now - one.sinceMs < quickForMs),
    );
    this.#timer = setTimeout(() => void this.#poll(), isQuick ? quickPollMs : slowPollMs);
  }
}

const waitersOf = new WeakMap<Database, RunWaiters>();

function waitersOn(db: Database): RunWaiters {
  let waiters = waitersOf.get(db);
  if (!waiters) {
    waiters = new RunWaiters(db);
    waitersOf.set(db, waiters);
  }
  return waiters;
}

/**
 * Waits until the run is finished.
 * @returns its final status; undefined when `waitMs` have passed, the signal aborted, or too many callers wait.
 */
export function waitForRun(
  deps: Pick<Deps, "db">,
  runId: string,
  options: { readonly waitMs: number; readonly signal: AbortSignal },
): Promise<RunStatus | undefined> {
  return waitersOn(deps.db).wait(runId, options.waitMs, options.signal);
}

/** Wakes callers of this process that wait for a run it has just finished. */
export function tellWaiters(deps: Pick<Deps, "db">, runId: string, status: RunStatus): void {
  waitersOn(deps.db).tell(runId, status);
}

/** Ends all waits of this process, now and from now on: it stops, and its callers are better served by the next. */
export function endWaits(deps: Pick<Deps, "db">): void {
  waitersOn(deps.db).end();
}
