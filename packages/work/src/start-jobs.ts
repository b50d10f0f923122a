import type { Logger } from "@service/runtime";
import type { JobHandler } from "./job-kind.ts";
import {
  claimJobs,
  type ClaimedJob,
  extendJobs,
  recoverJobs,
  releaseJobs,
  retryJob,
  settleJob,
  type Statements,
} from "./job-statements.ts";
import { type EndOfWork, type HeldState, type LeasedWork, type Outcome, startLeasedWork } from "./leased-work.ts";
import { halfOf, organizationsAtShare } from "./organization-share.ts";

export interface JobsOptions {
  readonly sql: Statements;
  readonly log: Logger;
  readonly handlers: readonly JobHandler[];
  /** Most jobs performed at one time. One organization gets at most half, so that another's first job finds a slot. */
  readonly slots: number;
  /** For tests: pauses between two polls, milliseconds. */
  readonly pollMs?: { readonly least: number; readonly most: number };
  /** For tests. */
  readonly leaseSeconds?: number;
  readonly metrics?: JobMetrics;
}

export interface JobMetrics {
  claimed(kind: string, waitedSeconds: number): void;
  ended(kind: string, how: EndOfWork, seconds: number): void;
}

/** Wake-ups are rarely lost, and a waiting caller has 30 s. */
const usualPollMs = { least: 500, most: 1_000 } as const;
/** Short enough for another worker to take over while the caller still waits. */
const usualLeaseSeconds = 12;
const beatsPerLease = 8;
/** Pause before another attempt after a temporary failure. */
const retryDelaySeconds = 1;

/**
 * Performs jobs of the `jobs` table until it is stopped: fair between organizations, cancelled on request, taken over by
 * another process when this one dies.
 */
export function startJobs(options: JobsOptions): LeasedWork {
  const { sql, log, slots, metrics, pollMs = usualPollMs, leaseSeconds = usualLeaseSeconds } = options;
  const handlers = new Map(options.handlers.map((handler) => [handler.kind, handler]));
  const kinds = [...handlers.keys()];
  const perOrganization = halfOf(slots);
  let recoverAtMs = 0;

  return startLeasedWork<ClaimedJob, string>({
    name: "jobs",
    log,
    slots,
    pollMs,
    async makeDue() {
      if (performance.now() >= recoverAtMs) {
        await recoverJobs(sql);
        recoverAtMs = performance.now() + (leaseSeconds * 1_000) / beatsPerLease;
      }
      return false;
    },
    async claim(jobsMax, held) {
      const excludedOrganizationIds = organizationsAtShare(held, perOrganization);
      const items = await claimJobs(sql, { kinds, jobsMax, leaseSeconds, excludedOrganizationIds });
      for (const job of items) metrics?.claimed(job.kind, job.waitedSeconds);
      const isAny = items.length > 0;
      return { items, isMore: isAny || excludedOrganizationIds.length > 0, nextDueInMs: isAny ? 0 : undefined };
    },
    async perform(job, signal) {
      const handler = handlers.get(job.kind);
      if (!handler) throw new Error(`a job of the unknown kind ${job.kind} was claimed`);
      return handler.perform(job.payload, { organizationId: job.organizationId, signal });
    },
    settle: (job, outcome) => settle(sql, job, outcome, log, handlers.get(job.kind)),
    heartbeat: {
      everyMs: (leaseSeconds * 1_000) / beatsPerLease,
      leaseMs: leaseSeconds * 1_000,
      extend: (jobs) => extend(sql, jobs, leaseSeconds),
    },
    async release(jobs) {
      await releaseJobs(sql, jobs);
    },
    ...(metrics && {
      metrics: {
        claimed: () => undefined,
        ended: (job, how, seconds) => metrics.ended(job.kind, how, seconds),
      },
    }),
  });
}

async function settle(
  sql: Statements,
  job: ClaimedJob,
  outcome: Outcome<string>,
  log: Logger,
  handler: JobHandler | undefined,
): Promise<boolean> {
  switch (outcome.kind) {
    case "done":
      return settleJob(sql, job, { status: "completed", result: outcome.result });
    case "cancelled":
      return settleJob(sql, job, { status: "cancelled" });
    case "failed": {
      const { error } = outcome;
      log.error({ job_id: job.id, kind: job.kind, attempt: job.attempt, err: error }, "a job failed");
      if (job.attempt < job.attemptsMax && handler?.mayRetry(error) === true)
        return retryJob(sql, job, retryDelaySeconds);
      return settleJob(sql, job, { status: "failed", error: Error.isError(error) ? error.name : "unknown" });
    }
  }
}

async function extend(
  sql: Statements,
  jobs: readonly ClaimedJob[],
  leaseSeconds: number,
): Promise<Map<ClaimedJob, HeldState>> {
  const held = new Map((await extendJobs(sql, jobs, leaseSeconds)).map((row) => [row.id, row]));
  return new Map(
    jobs.flatMap((job): [ClaimedJob, HeldState][] => {
      const row = held.get(job.id);
      return row ? [[job, row.isCancelRequested ? "cancelled" : "held"]] : [];
    }),
  );
}
