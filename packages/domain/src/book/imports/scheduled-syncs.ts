import { randomUUID } from "node:crypto";
import { statement } from "@service/db";
import { nextSync } from "../connections/index.ts";
import type { Deps } from "../../deps.ts";
import { reportFailedSync } from "./report-failed-sync.ts";

/** A sync that is due, held by this process under a lease. */
export interface ClaimedSync {
  readonly connectionId: string;
  readonly organizationId: string;
  readonly leaseToken: string;
  /** How often it was begun, this time included. */
  readonly attempt: number;
}

/** How a claimed sync ended, for the schedule. */
export type EndOfSync =
  /** Whatever it served or reported: the next tick is its next time. */
  | {
      readonly kind: "ended";
      /** A delivery was imported: its documents follow (DOC-8). */
      readonly isDelivered?: boolean;
    }
  /** Nothing reported it yet. */
  | { readonly kind: "failed"; readonly reason: string }
  /** Its process died: it is begun again, three times at most. */
  | { readonly kind: "interrupted" }
  /** Another process works on the connection: looked at again in a minute. */
  | { readonly kind: "busy" };

const attemptsMax = 3;
const busySeconds = 60;

/**
 * IMP-293: the oldest sync of the organization that has the fewest under way; of equals another one each second, so that none
 * waits for all syncs of another. $3: organizations at their share of this process.
 */
const claim = statement(
  "record_connections_claim_sync",
  `
  update record_connections c
     set sync_token = $1, sync_lease_ends_at = now() + make_interval(secs => $2), sync_attempts = c.sync_attempts + 1
    from (select d.id from record_connections d
           where d.next_sync_at <= now() and d.state = 'active'
             and (d.sync_lease_ends_at is null or d.sync_lease_ends_at < now())
             and d.organization_id <> all($3::uuid[])
           order by (select count(*) from record_connections b
                      where b.organization_id = d.organization_id and b.sync_lease_ends_at >= now()),
             hashtextextended(d.organization_id::text, extract(epoch from now())::bigint), d.next_sync_at
           limit 1 for no key update skip locked) due
   where c.id = due.id
  returning c.id as "connectionId", c.organization_id as "organizationId", c.sync_attempts as "attempt"`,
);

/** Takes one sync that is due, or whose process lost its lease (IMP-264). */
export async function claimSync(
  { db }: Pick<Deps, "db">,
  {
    leaseSeconds,
    excludedOrganizationIds = [],
  }: { readonly leaseSeconds: number; readonly excludedOrganizationIds?: readonly string[] },
): Promise<ClaimedSync | undefined> {
  const leaseToken = randomUUID();
  const { rows } = await db.pool.query(claim([leaseToken, leaseSeconds, excludedOrganizationIds]));
  return rows[0] && { ...rows[0], leaseToken };
}

const renew = statement(
  "record_connections_renew_sync",
  `update record_connections c set sync_lease_ends_at = now() + make_interval(secs => $3)
     from unnest($1::uuid[], $2::uuid[]) as held(id, token)
    where c.id = held.id and c.sync_token = held.token returning c.id`,
);

/** @returns the connections whose lease is still held. */
export async function renewSyncs(
  { db }: Pick<Deps, "db">,
  held: readonly ClaimedSync[],
  leaseSeconds: number,
): Promise<ReadonlySet<string>> {
  const ids = held.map(({ connectionId }) => connectionId);
  const { rows } = await db.pool.query(renew([ids, held.map(({ leaseToken }) => leaseToken), leaseSeconds]));
  return new Set(rows.map(({ id }) => id));
}

const release = statement(
  "record_connections_release_sync",
  `update record_connections c set sync_token = null, sync_lease_ends_at = null, sync_attempts = c.sync_attempts - 1
     from unnest($1::uuid[], $2::uuid[]) as held(id, token)
    where c.id = held.id and c.sync_token = held.token`,
);

/** Gives syncs back that this process does not finish: another one takes them at once. */
export async function releaseSyncs({ db }: Pick<Deps, "db">, held: readonly ClaimedSync[]): Promise<void> {
  await db.pool.query(
    release([held.map(({ connectionId }) => connectionId), held.map(({ leaseToken }) => leaseToken)]),
  );
}

const lockHeld = statement(
  "record_connections_lock_sync",
  `select c.schedule, c.timezone, now() as "now" from record_connections c
    where c.id = $1 and c.sync_token = $2 for no key update`,
);
const settle = statement(
  "record_connections_settle_sync",
  `update record_connections set sync_token = null, sync_lease_ends_at = null, next_sync_at = $2, sync_attempts = $3
    where id = $1`,
);

/**
 * Writes the end of a claimed sync and when the connection is fetched next. However many ticks passed meanwhile, the next
 * one is in the future: missed ticks are one sync.
 * @returns false when the lease was lost, and nothing was written.
 */
export async function settleSync(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { connectionId, organizationId, leaseToken, attempt }: ClaimedSync,
  end: EndOfSync,
): Promise<boolean> {
  const isGivenUp = end.kind === "interrupted" && attempt >= attemptsMax;
  const isHeld = await db.inTransaction(async (tx) => {
    const { rows } = await tx.query(lockHeld([connectionId, leaseToken]));
    const [held] = rows;
    if (held === undefined) return false;
    const { schedule, timezone, now } = held;
    const next = nextSync({ schedule, timezone }, now);
    const again = (seconds: number): Date | null =>
      schedule === null ? null : new Date(now.getTime() + seconds * 1_000);
    if (end.kind === "busy") await tx.query(settle([connectionId, again(busySeconds), attempt - 1]));
    else if (end.kind === "interrupted" && !isGivenUp) await tx.query(settle([connectionId, again(0), attempt]));
    else await tx.query(settle([connectionId, next, 0]));
    return true;
  });
  if (!isHeld || (end.kind !== "failed" && !isGivenUp)) return isHeld;
  const reason = end.kind === "failed" ? end.reason : `It was begun ${attempt} times, and its process died each time.`;
  await reportFailedSync(db, { organizationId, connectionId, at: clock.now(), reason, isTemporary: true });
  return true;
}
