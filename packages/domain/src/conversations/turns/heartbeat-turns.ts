import { hotStatement, type Database } from "@service/db";
import type { TurnHold } from "./turn.ts";

/** A turn that the worker still holds. An id missing from the result is no longer held. */
export interface HeldTurnState {
  readonly id: string;
  readonly isCancelRequested: boolean;
}

const heartbeat = hotStatement(
  "turns_heartbeat",
  `update turns t set heartbeat_at = now(), lease_expires_at = now() + make_interval(secs => $4)
   from unnest($1::uuid[], $2::smallint[], $3::uuid[]) as g (id, attempt, token)
   where t.id = any($1::uuid[]) and t.id = g.id and t.attempt = g.attempt and t.lease_token = g.token
   returning t.id, t.cancel_requested_at is not null as "isCancelRequested"`,
).narrowed<{ readonly isCancelRequested: boolean }>();

/** Renews the leases of all turns of a process in one statement (TURN-13). */
export async function heartbeatTurns(
  db: Database,
  holds: readonly TurnHold[],
  leaseSeconds: number,
): Promise<HeldTurnState[]> {
  if (holds.length === 0) return [];
  // In the order in which settlements lock them, else the two deadlock.
  const ordered = holds.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const { rows } = await db.hot.query(heartbeat([...columnsOf(ordered), leaseSeconds]));
  return rows;
}

const readHeld = hotStatement(
  "turns_read_held",
  `select t.id, t.cancel_requested_at is not null as "isCancelRequested"
   from unnest($1::uuid[], $2::smallint[], $3::uuid[]) as g (id, attempt, token)
   join turns t on t.id = any($1::uuid[]) and t.id = g.id and t.attempt = g.attempt and t.lease_token = g.token`,
).narrowed<{ readonly isCancelRequested: boolean }>();

/** The cancel poll: one read for all turns of a process. */
export async function readHeldTurns(db: Database, holds: readonly TurnHold[]): Promise<HeldTurnState[]> {
  if (holds.length === 0) return [];
  const { rows } = await db.hot.query(readHeld(columnsOf(holds)));
  return rows;
}

function columnsOf(holds: readonly TurnHold[]): [string[], number[], string[]] {
  return [holds.map((hold) => hold.id), holds.map((hold) => hold.attempt), holds.map((hold) => hold.token)];
}
