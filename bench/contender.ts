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

const offer = (key: string, base: number) => ({
  key,
  kind: "quote",
  label: `Offer ${key}`,
  carrier: { key, name: `Carrier ${key}` },
  effective_on: "2027-01-01",
  expires_on: "2028-01-01",
  premium: { base },
  coverages: [{ line: "general_liability", coverage: "each_occurrence", included: true, limit: 1_000_000 }],
});

/** The same bytes for both sides: the smallest comparison there is, two quotes of one coverage. */
export const submissionBody = JSON.stringify({
  input: { subject: { key: "bench-1", label: "Bench account" }, items: [offer("a", 1_000), offer("b", 1_100)] },
});
