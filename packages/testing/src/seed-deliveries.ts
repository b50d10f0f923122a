import { randomUUID } from "node:crypto";

import type { Database } from "@service/db";
import { testOperator } from "./test-operator.ts";

export interface SeededOwner {
  readonly kind: "operator";
  readonly id: string;
  readonly organizationId: string;
  readonly environmentId: string;
}

/** An organization with an environment, and nothing in it. */
export async function seedOwner(db: Database, slug = "live"): Promise<SeededOwner> {
  const owner = { ...testOperator, organizationId: randomUUID(), environmentId: randomUUID() };
  await db.pool.query("insert into organizations (id, name) values ($1, 'Harborline (test)')", [owner.organizationId]);
  await db.pool.query("insert into environments (id, organization_id, slug, name) values ($1, $2, $3, $3)", [
    owner.environmentId,
    owner.organizationId,
    slug,
  ]);
  return owner;
}

/** An endpoint of `owner`. @returns its id. */
export async function seedEndpoint(
  db: Database,
  owner: SeededOwner,
  given: { readonly status?: "enabled" | "disabled"; readonly autoRecover?: boolean } = {},
): Promise<string> {
  const id = randomUUID();
  await db.pool.query(
    `insert into webhook_endpoints (id, organization_id, environment_id, url, events, status, disabled_at, auto_recover)
     values ($1, $2, $3, 'https://hooks.example.com/', '{run.completed}', $4::endpoint_status,
       case when $4::text = 'disabled' then now() end, $5)`,
    [id, owner.organizationId, owner.environmentId, given.status ?? "enabled", given.autoRecover ?? false],
  );
  return id;
}

export interface SeededDeliveries {
  readonly owner: SeededOwner;
  readonly endpointId: string;
  readonly count: number;
  readonly state: "pending" | "retry_scheduled" | "held" | "delivered" | "dead_letter";
  readonly reason?: string;
  /** Age of the youngest; each further one is a second older. */
  readonly ageSeconds?: number;
  /** From now to the end of their window; null for none yet. */
  readonly deadlineSeconds?: number | null;
  /** From now to their next attempt, of those that wait for one. */
  readonly dueSeconds?: number;
}

/** Deliveries of events without a run, each with its body: as many as it takes to see how a statement grows. */
export async function seedDeliveries(db: Database, given: SeededDeliveries): Promise<void> {
  const { owner, endpointId, count, state, reason, ageSeconds = 60, deadlineSeconds = 86_400, dueSeconds = 0 } = given;
  await db.pool.query(
    `with made as materialized (
       select gen_random_uuid() as id, now() - ($5::float8 + place) * interval '1 second' as created_at
         from generate_series(1, $4::int) place
     ), events as (
       insert into webhook_events (id, type, organization_id, environment_id, created_at, expanded_at)
       select id, 'webhook.test', $1, $2, created_at, created_at from made
     ), bodies as (
       insert into webhook_bodies (event_id, mode, body, byte_count, sha256) select id, 'full', '{}', 2, sha256('{}') from made
     )
     insert into webhook_deliveries (id, event_id, endpoint_id, organization_id, event_type, mode, state, reason, tries,
       next_attempt_at, cycle_deadline, delivered_at, created_at)
     select gen_random_uuid(), id, $3, $1, 'run.completed', 'full', $6::delivery_state,
       case when $6::text = 'dead_letter' then coalesce($7, 'permanent_response') end,
       case when $6::text = 'pending' then 0 else 1 end,
       case when $6::text in ('pending', 'retry_scheduled') then now() + $9::float8 * interval '1 second' end,
       now() + $8::float8 * interval '1 second', case when $6::text = 'delivered' then created_at end, created_at
       from made`,
    [
      owner.organizationId,
      owner.environmentId,
      endpointId,
      count,
      ageSeconds,
      state,
      reason ?? null,
      deadlineSeconds,
      dueSeconds,
    ],
  );
  await db.pool.query("analyze webhook_events, webhook_bodies, webhook_deliveries, webhook_endpoints");
}
