import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { keepAttemptMonths } from "@service/domain/deliveries";

import { type WebhookScene, webhookScene } from "./testing/webhook-scene.ts";

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
afterAll(() => scene.stop());

/** Names of the partitions, without the default one. */
async function months(): Promise<string[]> {
  const rows = await scene.rows<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'webhook_attempts'::regclass and c.relname <> 'webhook_attempts_default' order by 1`,
  );
  return rows.map(({ name }) => name.replace("webhook_attempts_", ""));
}

/** `2026_11` and so on, from this month of the database. */
async function nextMonths(count: number): Promise<string[]> {
  const rows = await scene.rows<{ name: string }>(
    `select to_char(date_trunc('month', now() at time zone 'UTC') + step * interval '1 month', 'YYYY_MM') as name
       from generate_series(0, $1::int - 1) as step`,
    [count],
  );
  return rows.map(({ name }) => name);
}

async function attempt(startedAt: string, deliveryId = "gen_random_uuid()"): Promise<void> {
  await scene.rows(
    `insert into webhook_attempts (delivery_id, cycle, try, endpoint_id, trigger, outcome, url, started_at)
     values (${deliveryId}, 1, 1, gen_random_uuid(), 'scheduled', 'delivered', 'https://hooks.example.com/', ${startedAt})`,
  );
}

describe("monthly partitions of the attempt log", () => {
  test("are created ahead by the migration, so the maintenance task finds nothing to do (HOOK-73)", async () => {
    expect(await months()).toEqual(await nextMonths(3));
    expect(await keepAttemptMonths(scene.deps.db)).toEqual({ created: 0, dropped: 0 });
  });

  test("receive the rows that went to the default partition while they were missing", async () => {
    const [thisMonth, , third] = await nextMonths(3);
    await scene.rows(`drop table webhook_attempts_${third}`);
    await attempt("date_trunc('month', now() at time zone 'UTC') + interval '2 months 3 days'");
    expect(await scene.rows("select 1 from webhook_attempts_default")).toHaveLength(1);
    // Concurrent calls: one creates the partition, the others find it.
    const kept = await Promise.all([1, 2, 3].map(() => keepAttemptMonths(scene.deps.db)));
    expect(kept.reduce((sum, { created }) => sum + created, 0)).toBe(1);
    expect(await scene.rows("select 1 from webhook_attempts_default")).toHaveLength(0);
    expect(await scene.rows(`select 1 from webhook_attempts_${third}`)).toHaveLength(1);
    expect(thisMonth).toBeDefined();
    const indexes = await scene.rows<{ same: boolean }>(
      `select count(*) filter (where tablename = $1) = count(*) filter (where tablename = $2) as same from pg_indexes`,
      [`webhook_attempts_${third}`, `webhook_attempts_${thisMonth}`],
    );
    expect(indexes).toEqual([{ same: true }]);
  });

  test("are dropped as a whole once they ended before the retention limit, not a day earlier (HOOK-73)", async () => {
    const stamp = async (monthsBack: number) =>
      (
        await scene.rows<{ name: string; first: string; end: string }>(
          `select to_char(m, 'YYYY_MM') as name, m::text || '+00' as first, (m + interval '1 month')::text || '+00' as end
             from (select date_trunc('month', now() at time zone 'UTC') - $1::int * interval '1 month' as m) t`,
          [monthsBack],
        )
      )[0];
    for (const monthsBack of [2, 5]) {
      const month = await stamp(monthsBack);
      await scene.rows(
        `create table webhook_attempts_${month?.name} partition of webhook_attempts
           for values from ('${month?.first}') to ('${month?.end}')`,
      );
      await attempt(`'${month?.first}'::timestamptz + interval '3 days'`);
    }
    await attempt("now() - interval '200 days'");
    expect(await keepAttemptMonths(scene.deps.db)).toEqual({ created: 0, dropped: 1 });
    const kept = (await stamp(2))?.name ?? "";
    expect(await months()).toEqual([kept, ...(await nextMonths(3))]);
    expect(await scene.rows("select 1 from webhook_attempts_default")).toHaveLength(0);
    expect(await scene.rows(`select 1 from webhook_attempts_${kept}`)).toHaveLength(1);
  });
});

test("removing a run removes its attempts, in every month (RUN-90, HOOK-73)", async () => {
  const { endpoint } = await scene.endpoint({ url: "http://127.0.0.1:9/" });
  const [first, second] = await scene.finishRuns(2);
  await scene.rows(
    `insert into webhook_deliveries (id, event_id, endpoint_id, organization_id, event_type, run_id, mode, state)
     select v.id, v.id, $1, v.organization_id, v.type, v.run_id, 'full', 'delivered' from webhook_events v`,
    [endpoint.id],
  );
  for (const event of [first, second]) {
    await attempt("now()", `'${event?.eventId}'`);
    await attempt("now() + interval '1 month'", `'${event?.eventId}'`);
  }
  await scene.rows("delete from runs where id = $1", [first?.runId]);
  const left = await scene.rows<{ delivery_id: string }>(
    "select delivery_id from webhook_attempts where delivery_id = any($1::uuid[])",
    [[first?.eventId, second?.eventId]],
  );
  expect(left.map(({ delivery_id }) => delivery_id)).toEqual([second?.eventId, second?.eventId]);
});
