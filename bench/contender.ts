import { load, until } from "./harness/measure.ts";
import type { LoadRequest } from "./load-shapes.ts";

/** One side of a comparison: where it takes submissions, and how to see and hold its work. */
export type Contender = {
  name: string;
  submissionUrl: string;
  headers: Readonly<Record<string, string>>;
  /** A submission that leaves its processor nothing to compute, so that only the platform is measured. */
  idle: { url: string; headers: Readonly<Record<string, string>>; body: string };
  /** Processes by name, for memory. */
  pids: Readonly<Record<string, number>>;
  /** The process that executes runs; frozen while a backlog is built. */
  workerPid: number;
  /** Runs that have not finished. */
  unfinished(): Promise<number>;
  stop(): Promise<void>;
};

/** Waits until a side has finished its runs. */
export function untilIdle(side: Contender): Promise<void> {
  return until(async () => (await side.unfinished()) === 0, {
    what: `${side.name} finishes its runs`,
    everyMs: 20,
    timeoutMs: 600_000,
  });
}

/** Does something while the worker of a side is frozen. */
export async function withoutWorker<T>(side: Contender, work: () => Promise<T>): Promise<T> {
  process.kill(side.workerPid, "SIGSTOP");
  try {
    return await work();
  } finally {
    process.kill(side.workerPid, "SIGCONT");
  }
}

/** Completed runs a second: a backlog of `amount` is built while the worker is frozen, then timed until nothing is left. */
export async function completionsPerSecond(
  side: Contender,
  backlog: Pick<LoadRequest, "url" | "headers" | "body" | "withKeys" | "amount">,
): Promise<number> {
  await withoutWorker(side, () => load({ ...backlog, connections: 32 }));
  const startedAt = performance.now();
  const waiting = await side.unfinished();
  await untilIdle(side);
  return waiting / ((performance.now() - startedAt) / 1_000);
}

/** One quote of a comparison with the given number of coverages. */
const offer = (key: string, base: number, coverages: number) => ({
  key,
  kind: "quote",
  label: `Offer ${key}`,
  carrier: { key, name: `Carrier ${key}` },
  effective_on: "2027-01-01",
  expires_on: "2028-01-01",
  premium: { base },
  coverages: Array.from({ length: coverages }, (_, index) => ({
    line: "general_liability",
    coverage: index === 0 ? "each_occurrence" : `each_occurrence_${index}`,
    included: true,
    limit: 1_000_000,
  })),
});

const bodyWith = (coverages: number): string =>
  JSON.stringify({
    input: {
      subject: { key: "bench-1", label: "Bench account" },
      items: [offer("a", 1_000, coverages), offer("b", 1_100, coverages)],
    },
  });

/** The same bytes for both sides: the smallest comparison there is, two quotes of one coverage. */
export const submissionBody = bodyWith(1);

/** A comparison of at least so many bytes of JSON, by as many coverages as that takes. */
export function submissionBodyOf(bytes: number): string {
  for (let coverages = 1; ; coverages += 1) {
    const body = bodyWith(coverages);
    if (Buffer.byteLength(body) >= bytes) return body;
  }
}
