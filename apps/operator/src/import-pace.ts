import type { ImportProgress } from "@service/domain/imports";

/** A line about an import under way: rows per second, share done and time left of the present step. */
export function createImportPace(nowMs: () => number = () => performance.now()): {
  readonly report: (progress: ImportProgress) => void;
  readonly line: () => string;
} {
  let current: ImportProgress = { step: "reading", rows: 0, share: undefined };
  let beganAtMs = nowMs();
  return {
    report(progress) {
      if (progress.step !== current.step) beganAtMs = nowMs();
      current = progress;
    },
    line() {
      const { step, rows, share } = current;
      const seconds = (nowMs() - beganAtMs) / 1_000;
      const parts = [`${rows.toLocaleString("en-US")} rows`];
      if (step !== "checking" && seconds > 0)
        parts.push(`${Math.round(rows / seconds).toLocaleString("en-US")} rows/s`);
      if (share !== undefined && share > 0) {
        parts.push(`${Math.floor(share * 100)} % done`);
        if (share < 1) parts.push(`${Math.ceil((seconds / share) * (1 - share))} s left`);
      }
      return `${step}: ${parts.join(", ")}`;
    },
  };
}
