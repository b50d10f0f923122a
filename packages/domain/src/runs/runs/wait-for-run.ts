import { finalRunStatuses, type RunStatus } from "@service/contract";
import { hotStatement, type Database } from "@service/db";
import type { Logger } from "@service/runtime";

const readFinished = hotStatement(
  "runs_read_finished",
  `select id, status from runs where id = any($1::uuid[]) and status = any($2::run_status[])`,
);

/** Poll interval while a caller began to wait within the last second: most runs take milliseconds. */
const quickPollMs = 40;
const slowPollMs = 250;
const quickForMs = 1_000;
/** Most waiting callers of one process; further callers are answered without waiting. */
const waitingMax = 5_000;
/** While the database is unreachable every poll fails: log one line per interval, naming some of the runs. */
const logEveryMs = 10_000;
const loggedRunsMax = 20;

type Waiter = { readonly sinceMs: number; readonly resolve: (status: RunStatus | undefined) => void };

/** All callers of a process that wait for runs, served by one polling statement (`Prefer: wait`, RUN-79). */
export class RunWaiters {
  readonly #db: Database;
  readonly #byRun = new Map<string, Set<Waiter>>();
  #timer: NodeJS.Timeout | undefined;
  #count = 0;
  #hasEnded = false;
  #log: Logger | undefined;
  #loggedAtMs = -Infinity;

  constructor(db: Database) {
    this.#db = db;
  }

  wait(
    runId: string,
    { waitMs, signal, log }: { readonly waitMs: number; readonly signal: AbortSignal; readonly log: Logger },
  ): Promise<RunStatus | undefined> {
    this.#log = log;
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

  /** Wakes the run's callers without a poll, when this process finished the run itself (a cancel). */
  wake(runId: string, status: RunStatus): void {
    for (const waiter of this.#byRun.get(runId) ?? []) waiter.resolve(status);
  }

  end(): void {
    this.#hasEnded = true;
    for (const waiters of this.#byRun.values()) for (const waiter of waiters) waiter.resolve(undefined);
  }

  async #poll(): Promise<void> {
    try {
      const { rows } = await this.#db.hot.query(readFinished([[...this.#byRun.keys()], finalRunStatuses]));
      for (const row of rows) this.wake(row.id, row.status);
    } catch (error) {
      // The next poll retries; a caller whose time is up is answered with what it has.
      this.#logFailure(error);
    }
    this.#timer = undefined;
    if (this.#byRun.size === 0) return;
    const now = performance.now();
    const isQuick = [...this.#byRun.values()].some((waiters) =>
      [...waiters].some((one) => now - one.sinceMs < quickForMs),
    );
    this.#timer = setTimeout(() => void this.#poll(), isQuick ? quickPollMs : slowPollMs);
  }

  #logFailure(error: unknown): void {
    const now = performance.now();
    if (now - this.#loggedAtMs < logEveryMs) return;
    this.#loggedAtMs = now;
    const runIds = [...this.#byRun.keys()];
    this.#log?.warn(
      { run_ids: runIds.slice(0, loggedRunsMax), runs: runIds.length, err: error },
      "runs that callers wait for could not be read",
    );
  }
}

type WaitDeps = { readonly runs: { readonly waiters: RunWaiters } };

/**
 * Waits until the run is finished.
 * @returns its final status; undefined when `waitMs` have passed, the signal aborted, or too many callers wait.
 */
export function waitForRun(
  deps: WaitDeps & { readonly log: Logger },
  runId: string,
  options: { readonly waitMs: number; readonly signal: AbortSignal },
): Promise<RunStatus | undefined> {
  return deps.runs.waiters.wait(runId, { ...options, log: deps.log });
}

/** Wakes callers of this process that wait for a run it has just finished itself. */
export function wakeWaiters(deps: WaitDeps, runId: string, status: RunStatus): void {
  deps.runs.waiters.wake(runId, status);
}

/** Ends all current and future waits of this process, for shutdown: callers get an answer and poll another process. */
export function endWaits(deps: WaitDeps): void {
  deps.runs.waiters.end();
}
