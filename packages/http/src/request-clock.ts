import type { TimeBudget } from "@service/runtime";

/** The time of one request, whose stages may each have their own. */
export interface RequestClock {
  readonly time: TimeBudget;
  /** The stage that begins now has `ms`, instead of what was left of the stage before. */
  restart(ms: number, onOver?: () => void): void;
  /** Aborts the signal: whatever still works for this request stops. */
  end(reason: Error): void;
  /** The request is answered: no time is measured any more. */
  stop(): void;
}

/** @param onOver called when the time is over, also that of a later stage that names nothing else. */
export function startClock(startedAtMs: number, budgetMs: number, onOver: () => void): RequestClock {
  const over = new AbortController();
  let endsAtMs = startedAtMs + budgetMs;
  let timer: NodeJS.Timeout | undefined = setTimeout(onOver, budgetMs);
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    time: { signal: over.signal, leftMs: () => endsAtMs - performance.now() },
    restart(ms, onStageOver = onOver) {
      if (timer === undefined) return;
      clearTimeout(timer);
      endsAtMs = performance.now() + ms;
      timer = setTimeout(onStageOver, ms);
    },
    end(reason) {
      stop();
      over.abort(reason);
    },
    stop,
  };
}
