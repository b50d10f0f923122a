import type { Logger } from "@service/runtime";

/** How a process learns that its connections to the database were lost, and that they are back. */
export interface OutageReports {
  /**
   * Told once when idle connections are lost, and not again before a connection could be made: the pool replaces them by
   * itself.
   */
  readonly onLost?: (error: Error) => void;
  /** Told when a connection could be made again, with the milliseconds since `onLost`. */
  readonly onBack?: (awayMs: number) => void;
}

/** Reports the loss of connections once, and that they are back once, however many there were (OPS-48). */
export function createOutage({ onLost, onBack }: OutageReports) {
  let lostAtMs: number | undefined;
  return {
    lost(error: Error): void {
      if (lostAtMs !== undefined) return;
      lostAtMs = performance.now();
      onLost?.(error);
    },
    back(): void {
      if (lostAtMs === undefined) return;
      const awayMs = performance.now() - lostAtMs;
      lostAtMs = undefined;
      onBack?.(awayMs);
    },
  };
}

/** One line of the log for each report. */
export function outageLog(log: Logger): OutageReports {
  return {
    onLost: (error) => log.warn({ cause: error.message }, "connections to the database were lost"),
    onBack: (awayMs) =>
      log.info({ away_seconds: Math.round(awayMs / 100) / 10 }, "a connection to the database was made again"),
  };
}
