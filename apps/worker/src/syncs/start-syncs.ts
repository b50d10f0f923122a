import type { Deps } from "@service/domain";
import {
  type ClaimedSync,
  claimSync,
  type EndOfSync,
  releaseSyncs,
  renewSyncs,
  reportStaleConnections,
  settleSync,
} from "@service/domain/imports";
import { sleep } from "@service/runtime";
import {
  halfOf,
  type LeasedWork,
  organizationsAtShare,
  startLeasedWork,
  startWakeLoop,
  type WakeLoop,
} from "@service/work";
import { syncAlone, type SyncJob } from "./sync-alone.ts";

/** Schedules are of minutes. Random, so that processes do not synchronize. */
const usualPollMs = { least: 5_000, most: 10_000 } as const;
const usualLeaseSeconds = 60;
const beatsPerLease = 3;
const stalePollMs = { least: 30_000, most: 60_000 } as const;
const stalePauseMs = 100;

/**
 * Fetches and imports connections when their schedule is due (IMP-264). Every worker process runs it; the rows decide which
 * process takes which connection, and each sync has a child process of its own.
 */
export function startSyncs(
  options: Pick<Deps, "db" | "log" | "clock"> & {
    /** Syncs at one time. */
    readonly slots: number;
    /** What each child gets beside its connection. */
    readonly job: Omit<SyncJob, "connectionId">;
    /** Brings in the documents of a delivery whose rows were imported; left out where files are not kept. */
    readonly importDocuments?: (connectionId: string) => Promise<void>;
    /** For tests. */
    readonly pollMs?: { readonly least: number; readonly most: number };
    /** For tests. */
    readonly leaseSeconds?: number;
  },
): LeasedWork {
  const { db, log, clock, slots, job, pollMs = usualPollMs, leaseSeconds = usualLeaseSeconds } = options;
  return startLeasedWork<ClaimedSync, EndOfSync>({
    name: "syncs",
    log,
    slots,
    pollMs,
    async claim(_free, held) {
      const excludedOrganizationIds = organizationsAtShare(held, halfOf(slots));
      const claimed = await claimSync({ db }, { leaseSeconds, excludedOrganizationIds });
      if (claimed !== undefined) return { items: [claimed], isMore: true, nextDueInMs: 0 };
      return { items: [], isMore: excludedOrganizationIds.length > 0 };
    },
    async perform({ connectionId }, signal) {
      const end = await syncAlone({ ...job, connectionId }, log, signal);
      // Killed because this process stops: given back, and not a fault of the sync.
      if (end.kind === "interrupted") signal.throwIfAborted();
      if (end.kind === "ended" && end.isDelivered === true) await options.importDocuments?.(connectionId);
      return end;
    },
    settle: (claimed, outcome) =>
      settleSync({ db, clock }, claimed, outcome.kind === "done" ? outcome.result : { kind: "interrupted" }),
    heartbeat: {
      everyMs: (leaseSeconds * 1_000) / beatsPerLease,
      leaseMs: leaseSeconds * 1_000,
      async extend(claimed) {
        const held = await renewSyncs({ db }, claimed, leaseSeconds);
        return new Map(claimed.filter(({ connectionId }) => held.has(connectionId)).map((each) => [each, "held"]));
      },
    },
    release: (claimed) => releaseSyncs({ db }, claimed),
  });
}

/** Reports connections whose rows have become stale (IMP-265). */
export function startStaleConnections({ db, log }: Pick<Deps, "db" | "log">): WakeLoop {
  return startWakeLoop({
    name: "stale connections",
    log,
    pollMs: stalePollMs,
    backoffMs: { first: stalePollMs.least, last: stalePollMs.most },
    pausesFirst: true,
    async look(signal) {
      while (!signal.aborted) {
        const { connections, isFull } = await reportStaleConnections({ db });
        if (connections > 0) log.warn({ connections }, "the rows of connections have become stale");
        if (!isFull) return;
        await sleep(stalePauseMs);
      }
    },
  });
}
