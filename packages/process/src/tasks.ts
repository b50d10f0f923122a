import type { Stop } from "@service/runtime";

/** Work of a process that goes on until the process stops. */
export interface Task {
  /** Takes nothing new; optional, where stopping waits for others first. */
  stopClaiming?(): void;
  /** Ends it: what is under way gets `graceMs`, and is then released for another process. */
  stop(graceMs: number): Promise<unknown>;
}

/** One task of a process. */
export interface TaskRow<Deps> {
  readonly name: string;
  /** @returns nothing where this process does not do it. */
  readonly start: (deps: Deps) => Task | undefined;
  /** What is under way when the process stops gets this long; unset = none. */
  readonly graceMs?: number | ((deps: Deps) => number);
  /** Ends when stopping begins, beside the others, instead of after those that were started later. */
  readonly endsAtOnce?: boolean;
}

/** Starts the tasks in order and registers their end. */
export function startTasks<Deps>(stop: Stop, deps: Deps, rows: readonly TaskRow<Deps>[]): void {
  for (const { name, start, graceMs = 0, endsAtOnce } of rows) {
    const task = start(deps);
    if (task === undefined) continue;
    let ended: Promise<unknown> | undefined;
    const end = (): Promise<unknown> => (ended ??= task.stop(typeof graceMs === "function" ? graceMs(deps) : graceMs));
    stop.signal.addEventListener(
      "abort",
      () => {
        task.stopClaiming?.();
        // A failure is reported by the part below, which waits for the same end.
        if (endsAtOnce) void end().catch(() => undefined);
      },
      { once: true },
    );
    stop.onStop(name, async () => {
      await end();
    });
  }
}
