import { fail } from "@service/contract";
import type { Transaction } from "@service/db";

/** Tables of secrets with a time of expiry, and the columns that name whose they are. */
interface Owners {
  readonly engine_stamp_secrets: { readonly engine_id: string; readonly source_key: string };
  readonly inbound_source_secrets: { readonly source_id: string };
  readonly webhook_secrets: { readonly endpoint_id: string };
}

export interface ExpiringSecrets {
  /** When a secret without an earlier expiry ends. */
  readonly until: Date;
  /** When the last of them ends; null when there is none. */
  readonly lastEndsAt: Date | null;
}

/**
 * Lets the live secrets of an owner expire, so that a new one can be inserted: they stay valid for a while, in which the
 * other side changes over. A secret that expires sooner keeps its earlier time. Expiry is compared when a secret is
 * used, so it needs no job. The caller holds a lock on the owner, or two rotations could exceed `liveMax`.
 *
 * @param given.seconds 0 removes them immediately (a leak).
 * @param given.liveMax most live secrets, with the new one. @param given.message of the refusal.
 * @throws `secret_limit_reached`.
 */
export async function expireSecrets<Table extends keyof Owners>(
  tx: Transaction,
  table: Table,
  given: {
    readonly owner: Owners[Table];
    readonly seconds: number;
    readonly liveMax: number;
    readonly message?: string;
  },
): Promise<ExpiringSecrets> {
  const { owner, seconds, liveMax, message } = given;
  const isOwned = Object.keys(owner)
    .map((column, index) => `${column} = $${index + 2}`)
    .join(" and ");
  const { rows } = await tx.query<ExpiringSecrets & { readonly live: number }>(
    `with removed as (
       delete from ${table} where ${isOwned} and (expires_at <= now() or $1::int = 0)
     ), kept as (
       update ${table} set expires_at = least(expires_at, now() + $1::int * interval '1 second')
        where ${isOwned} and (expires_at is null or expires_at > now()) and $1::int > 0 returning expires_at
     )
     select now() + $1::int * interval '1 second' as until, max(expires_at) as "lastEndsAt", count(*)::int as live
       from kept`,
    [seconds, ...Object.values(owner)],
  );
  const [expiring] = rows;
  if (!expiring) throw new Error("a count returned no row");
  const { until, lastEndsAt, live } = expiring;
  if (live >= liveMax) throw fail("secret_limit_reached", message === undefined ? {} : { message });
  return { until, lastEndsAt };
}
