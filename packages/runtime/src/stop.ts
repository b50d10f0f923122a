import { flushLogs } from "./log-writer.ts";
import type { Logger } from "./logger.ts";

/** Ends one part of the process. `signal` aborts when the deadline has passed; what still waits is given up. */
export type Closer = (signal: AbortSignal) => Promise<void> | void;

export type Stop = {
  /** Aborts when stopping begins: stop taking new work. */
  readonly signal: AbortSignal;
  /** Registers a part. The part opened last is closed first, as it may use those opened before it. */
  onStop(name: string, close: Closer): void;
  /** Closes all parts, once; later calls wait for the same end. Answers the parts that failed or overran the deadline. */
  stop(reason: string): Promise<string[]>;
  /**
   * Stops on SIGTERM and SIGINT and ends the process: 0 when every part closed, 1 otherwise. A second signal ends it
   * at once, so that an operator is never stuck. Nobody reading the log keeps it from ending.
   */
  installSignals(): void;
};

/** What a part still gets after the deadline, to let go without waiting for anybody. */
const lastChanceMs = 100;

/** How long the last lines may take to be read. */
const logFlushMs = 1_000;

/** Ends the process. */
async function endProcess(status: number, flushMs: number): Promise<void> {
  const isFlushed = await flushLogs(flushMs);
  // A write that a stopped reader holds up would hold up `process.exit` as well: it waits for the thread of the write.
  if (!isFlushed) process.kill(process.pid, "SIGKILL");
  process.exit(status);
}

function lastChance<T>(outcome: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, lastChanceMs, outcome));
}

/**
 * Graceful stop of a process: parts are closed one after another, in reverse order of opening, within one deadline
 * for all of them together.
 */
export function createStop({ log, deadlineMs }: { log: Logger; deadlineMs: number }): Stop {
  const parts: { name: string; close: Closer }[] = [];
  const begun = new AbortController();
  let ending: Promise<string[]> | undefined;

  async function closeAll(reason: string): Promise<string[]> {
    log.info({ reason, parts: parts.length }, "stopping");
    begun.abort(new Error(`stopping: ${reason}`));
    const deadline = new AbortController();
    const overrun = Promise.withResolvers<"overrun">();
    const timer = setTimeout(() => {
      deadline.abort(new Error("the stop deadline has passed"));
      overrun.resolve("overrun");
    }, deadlineMs);
    const unfinished: string[] = [];
    for (const { name, close } of parts.toReversed()) {
      try {
        // Past the deadline every part still gets its call, with an aborted signal, to let go immediately.
        const outcome = await Promise.race([
          Promise.resolve(close(deadline.signal)).then(() => "closed" as const),
          overrun.promise.then(lastChance),
        ]);
        if (outcome === "overrun") {
          unfinished.push(name);
          log.error({ part: name, deadlineMs }, "part did not close within the stop deadline");
        }
      } catch (error) {
        unfinished.push(name);
        log.error({ part: name, err: error }, "part failed to close");
      }
    }
    clearTimeout(timer);
    log.info({ unfinished }, "stopped");
    return unfinished;
  }

  function stop(reason: string): Promise<string[]> {
    ending ??= closeAll(reason);
    return ending;
  }

  return {
    signal: begun.signal,
    onStop(name, close) {
      parts.push({ name, close });
    },
    stop,
    installSignals() {
      for (const name of ["SIGTERM", "SIGINT"] as const) {
        process.on(name, () => {
          if (ending) void endProcess(1, lastChanceMs);
          else void stop(name).then((unfinished) => endProcess(unfinished.length === 0 ? 0 : 1, logFlushMs));
        });
      }
    },
  };
}
