import { type Database, statement, type Transaction } from "@service/db";
import { randomUUID } from "node:crypto";
import { builtInDerivations } from "./built-in/index.ts";
import type { DeclaredDerivation } from "./declaration.ts";
import { nextTickOf } from "./register-derivations.ts";

/** A derivation that this process computes until its lease ends; every transaction renews it. */
export interface ClaimedDerivation {
  readonly organizationId: string;
  readonly declared: DeclaredDerivation;
  readonly leaseToken: string;
  /** Its time has come or it was asked for: every client is taken, also those that did not change. */
  readonly isWhole: boolean;
}

const leaseSeconds = 60;

/**
 * Due: asked for or its time has come, a served snapshot is later than what was computed and it runs after imports, a
 * dataset that it watches has a newer version than its row says, or nothing was computed for a served connection yet; never
 * what has to ask an engine where none is designated. One whose holder was silent for a lease is anybody's.
 */
const claimOne = statement(
  "derivations_claim",
  `with due as (
     select d.organization_id, d.key from derivations d
     join unnest($1::text[], $3::text[], $4::text[]) as t(key, purpose, watches) on t.key = d.key
     where d.enabled and d.performed_by is null
       and (t.purpose is null or exists (select from designated_engines g
         where g.organization_id = d.organization_id and g.purpose::text = t.purpose))
       and (d.lease_until is null or d.lease_until < now()) and (d.retry_at is null or d.retry_at <= now())
       and (d.due_at <= now() or exists (
         select from record_connections c
         left join book.derived_outputs o on o.connection_id = c.id and o.derivation_key = d.key
         where c.organization_id = d.organization_id and c.state = 'active' and c.served_seq > 0
           and (o.computed_at is null or (d.is_after_sync and c.served_seq > o.seq) or exists (
             select from dataset_versions v
             where t.watches is not null and v.organization_id = d.organization_id and v.state = 'complete'
               and starts_with(v.dataset_key, t.watches)
               and not exists (select from dataset_versions n where n.organization_id = v.organization_id
                 and n.dataset_key = v.dataset_key and n.state = 'complete' and n.version > v.version)
               and not exists (select from book.derived_rows r where r.connection_id = c.id and r.derivation_key = d.key
                 and r.row_key = v.dataset_key and r.to_version is null
                 and r.body::json ->> 'version' = v.version::text)))))
     order by d.lease_until nulls first, d.organization_id, d.key limit 1 for no key update skip locked
   )
   update derivations d set lease_token = $2, lease_until = now() + make_interval(secs => ${leaseSeconds})
   from due where d.organization_id = due.organization_id and d.key = due.key
   returning d.organization_id as "organizationId", d.key, coalesce(d.due_at <= now(), false) as "isWhole"`,
);

/** Takes one derivation that is due; undefined when none is. */
export async function claimDerivation({ db }: { readonly db: Database }): Promise<ClaimedDerivation | undefined> {
  const mine = builtInDerivations.filter(({ work }) => work !== undefined);
  const leaseToken = randomUUID();
  const own = mine.map(({ work }) => (work?.kind === "own" ? work : undefined));
  const { rows } = await db.pool.query(
    claimOne([
      mine.map(({ key }) => key),
      leaseToken,
      own.map((work) => work?.purpose ?? null),
      own.map((work) => work?.watches ?? null),
    ]),
  );
  const [row] = rows;
  const declared = mine.find(({ key }) => key === row?.key);
  return row === undefined || declared === undefined
    ? undefined
    : { organizationId: row.organizationId, declared, leaseToken, isWhole: row.isWhole || declared.mode === "full" };
}

const renew = statement(
  "derivations_renew_lease",
  `update derivations set lease_until = now() + make_interval(secs => ${leaseSeconds})
   where organization_id = $1 and key = $2 and lease_token = $3`,
);

/** Another process may hold the derivation. */
export class LeaseLost extends Error {}

/** Keeps the lease, in the transaction that writes under it. @throws LeaseLost */
export async function renewLease(
  tx: Transaction,
  { organizationId, declared, leaseToken }: ClaimedDerivation,
): Promise<void> {
  const { rowCount } = await tx.query(renew([organizationId, declared.key, leaseToken]));
  if (rowCount !== 1) throw new LeaseLost("the lease of a derivation was lost");
}

const settleSucceeded = statement(
  "derivations_settle_succeeded",
  `update derivations set lease_token = null, lease_until = null, failures = 0, retry_at = null, due_at = $4
   where organization_id = $1 and key = $2 and lease_token = $3`,
);
const settleFailed = statement(
  "derivations_settle_failed",
  `update derivations set lease_token = null, lease_until = null, failures = least(failures + 1, 1000),
     retry_at = now() + make_interval(secs => least(3600, 30 * 2 ^ least(failures, 10)))
   where organization_id = $1 and key = $2 and lease_token = $3`,
);
const release = statement(
  "derivations_release",
  `update derivations set lease_token = null, lease_until = null
   where organization_id = $1 and key = $2 and lease_token = $3`,
);

/** Ends the lease: after a success with the next tick, after a failure with a wait that doubles up to an hour. */
export async function settleDerivation(
  { db }: { readonly db: Database },
  { organizationId, declared, leaseToken }: ClaimedDerivation,
  outcome: { readonly kind: "succeeded"; readonly now: Date } | { readonly kind: "failed" | "released" },
): Promise<void> {
  const values = [organizationId, declared.key, leaseToken] as const;
  switch (outcome.kind) {
    case "succeeded":
      await db.pool.query(settleSucceeded([...values, nextTickOf(declared, outcome.now)]));
      return;
    case "failed":
      await db.pool.query(settleFailed(values));
      return;
    case "released":
      await db.pool.query(release(values));
  }
}
