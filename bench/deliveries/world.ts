import { randomUUID } from "node:crypto";

import { runEventId } from "@service/contract";
import { expandEvents } from "@service/domain/deliveries";
import { announceRunEvents } from "@service/domain/events";
import { createEndpoint } from "@service/domain/webhook-endpoints";
import { createAddressGuard } from "@service/outgoing";

import { openDeps } from "../harness/our-deps.ts";
import type { Servers } from "../harness/with-servers.ts";

/** An environment with one endpoint. */
export type Place = { environmentId: string; endpointId: string; url: string; secret: string };

const output = JSON.stringify({
  summary: "Two offers were compared; the second covers more at the same price.",
  ranking: ["b", "a"],
  differences: Array.from({ length: 8 }, (_, index) => ({
    line: "general_liability",
    coverage: `c${index}`,
    delta: index,
  })),
});

/** One organization in an empty database, and what a benchmark does to it. */
export async function createWorld(servers: Servers) {
  const opened = await openDeps(servers, { queuePrefix: "service", statementTimeoutMs: 120_000 });
  const { deps } = opened;
  const { db, queue } = deps;
  const organizationId = randomUUID();
  await db.pool.query("insert into organizations (id, name) values ($1, 'Bench')", [organizationId]);
  const guard = createAddressGuard({ allowedCidrs: ["127.0.0.0/8"] });

  /** Variables of a webhooks process on this world. */
  const environment = { ...opened.environment, WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" };

  async function place(slug: string, url: string): Promise<Place> {
    const environmentId = randomUUID();
    await db.pool.query("insert into environments (id, organization_id, slug, name) values ($1, $2, $3, $3)", [
      environmentId,
      organizationId,
      slug,
    ]);
    const { endpoint, secret } = await createEndpoint(deps, {
      owner: { kind: "operator", id: "bench", organizationId, environmentId },
      guard,
      request: { url, events: ["run.completed"], maxPerSecond: 1_000, maxInFlight: 100 },
    });
    return { environmentId, endpointId: endpoint.id, url, secret };
  }

  /**
   * Finishes runs with their events in one statement, spread over the places in turn.
   * @returns event ids.
   */
  async function finishRuns(places: readonly Place[], count: number): Promise<string[]> {
    const runIds = Array.from({ length: count }, () => randomUUID());
    const eventIds = runIds.map((id) => runEventId("run.completed", id));
    await db.pool.query(
      `with t as materialized (
         select * from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as t(run_id, event_id, environment_id)
       ), run as (
         insert into runs (id, organization_id, environment_id, environment_slug, engine_id, engine_slug, engine_type,
           submitter, key_id, request_hash, status, attempt, fair_rank, completed_at, engine_version, config_hash)
         select t.run_id, $4, t.environment_id, 'bench', $4, 'bench', 'comparison', 'key', 'key', '\\x00', 'completed', 1, 0,
           now(), '1.0', repeat('0', 64)
           from t
       ), payload as (
         insert into run_payloads (run_id, input, output) select t.run_id, '{}', $5 from t
       ), ${announceRunEvents(
         "select t.event_id, 'run.completed'::webhook_event_type, $4::uuid, t.environment_id, t.run_id from t",
       )}
       select`,
      [
        runIds,
        eventIds,
        runIds.map((_, index) => places[index % places.length]?.environmentId),
        organizationId,
        output,
      ],
    );
    return eventIds;
  }

  return {
    deps,
    environment,
    place,
    finishRuns,
    wake: () => queue.wake("webhooks"),
    /** Turns all waiting events into deliveries. */
    async expand(): Promise<void> {
      while ((await expandEvents(deps, { cycleSeconds: 302_400 })).isFull);
    },
    /** Deliveries of these places that are not delivered, events that are not expanded. */
    async unfinished(places: readonly Place[]): Promise<number> {
      const { rows } = await db.pool.query<{ count: number }>(
        `select (select count(*) from webhook_deliveries
                  where state in ('pending', 'retry_scheduled', 'delivering') and endpoint_id = any($1::uuid[]))
              + (select count(*) from event_marks where consumer = 'webhooks') as count`,
        [places.map(({ endpointId }) => endpointId)],
      );
      return rows[0]?.count ?? 0;
    },
    /** Unix milliseconds at which each event was written. */
    async createdAt(eventIds: readonly string[]): Promise<Map<string, number>> {
      const { rows } = await db.pool.query<{ id: string; ms: number }>(
        "select id, (extract(epoch from created_at) * 1000)::float8 as ms from webhook_events where id = any($1::uuid[])",
        [eventIds],
      );
      return new Map(rows.map(({ id, ms }) => [id, ms]));
    },
    /** Makes the waiting deliveries of a place due, or not before tomorrow; and forgets that it failed. */
    async setDue({ endpointId }: Place, isDue: boolean): Promise<void> {
      await db.pool.query("update webhook_endpoints set failures_in_a_row = 0, first_failure_at = null where id = $1", [
        endpointId,
      ]);
      await db.pool.query(
        `update webhook_deliveries set next_attempt_at = now() + $2::float8 * interval '1 day'
          where endpoint_id = $1 and state in ('pending', 'retry_scheduled')`,
        [endpointId, isDue ? 0 : 1],
      );
    },
    async body(): Promise<string> {
      const { rows } = await db.pool.query<{ body: string }>("select body from webhook_bodies limit 1");
      const [first] = rows;
      if (!first) throw new Error("nothing has been expanded");
      return first.body;
    },
    close: opened.close,
  };
}

export type World = Awaited<ReturnType<typeof createWorld>>;
