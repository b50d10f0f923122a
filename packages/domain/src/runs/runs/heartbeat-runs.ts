import { hotStatement, type Database } from "@service/db";
import type { Hold } from "./claim-runs.ts";

export type Beat = Hold & { readonly stage: string | null };
/** State of a run that the worker assumes it holds. An id missing from the result is no longer held. */
export type HeldState = { readonly id: string; readonly isCancelRequested: boolean };

/** RUN-44 for all held runs of a process; touches no indexed column, so the rows are updated in place. */
const heartbeat = hotStatement(
  "runs_heartbeat",
  `update runs r set heartbeat_at = now(), stage = coalesce(t.stage, r.stage),
     lease_expires_at = now() + make_interval(secs => @silence_seconds)
   from unnest(@ids::uuid[], @attempts::smallint[], @tokens::uuid[], @stages::text[]) as t (id, attempt, token, stage)
   where r.id = t.id and r.status = 'processing' and r.attempt = t.attempt and r.lease_token = t.token
   returning r.id, r.cancel_requested_at is not null as "isCancelRequested"`,
);

/**
 * Renews the leases of these runs.
 * @param silenceSeconds length of the lease from now.
 * @returns the runs that are still this worker's; it must stop working on the others.
 */
export async function heartbeatRuns(
  db: Database,
  beats: readonly Beat[],
  silenceSeconds: number,
): Promise<HeldState[]> {
  if (beats.length === 0) return [];
  // In the order in which settlements lock them, else the two deadlock.
  const ordered = beats.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const { rows } = await db.hot.query(
    heartbeat({
      ids: ordered.map((beat) => beat.id),
      attempts: ordered.map((beat) => beat.attempt),
      tokens: ordered.map((beat) => beat.token),
      stages: ordered.map((beat) => beat.stage),
      silenceSeconds,
    }),
  );
  return rows;
}

const readHeld = hotStatement(
  "runs_read_held",
  `select r.id, r.cancel_requested_at is not null as "isCancelRequested"
   from unnest($1::uuid[], $2::smallint[], $3::uuid[]) as t (id, attempt, token)
   join runs r on r.id = t.id and r.status = 'processing' and r.attempt = t.attempt and r.lease_token = t.token`,
);

/** The cancel poll: one read for all held runs of a process (RUN-97: every 2 seconds). */
export async function readHeldRuns(db: Database, holds: readonly Hold[]): Promise<HeldState[]> {
  if (holds.length === 0) return [];
  const { rows } = await db.hot.query(
    readHeld([holds.map((hold) => hold.id), holds.map((hold) => hold.attempt), holds.map((hold) => hold.token)]),
  );
  return rows;
}
