import { expect } from "@jest/globals";
import { runEventId } from "@service/contract";
import { waitFor } from "@service/testing";
import * as z from "zod";

import { runIdIn } from "./customer.ts";
import type { Scene } from "./scene.ts";

/** Lost leases wait for seconds, and a run that was reclaimed is computed in a separate process. */
const settleDeadlineMs = 150_000;
const replaysMax = 12;

export type FinishedRun = {
  id: string;
  status: "queued" | "processing" | "completed" | "degraded" | "failed" | "cancelled";
  attempt: number;
  reclaims: number;
  interruptions: number;
  errorDetails: string | null;
};

/** Why it failed, as its caller reads it. */
export function detailsOf(run: FinishedRun): unknown {
  return run.errorDetails === null ? null : JSON.parse(run.errorDetails);
}

type RunRow = FinishedRun & {
  isEnded: boolean;
  isHeld: boolean;
  hasOutput: boolean;
  keyHash: string | null;
  eventIds: string[];
  eventTypes: string[];
};

const sent = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ run: z.object({ run_id: z.string(), status: z.string(), attempt: z.number() }) }),
});

/**
 * What holds after every fault (RUN-57, RUN-78): every accepted run is final, there is one run for each key, one event for
 * each run, and every event arrived with one id and the same bytes; nothing else is there. Waits until the service has
 * come to rest.
 *
 * @returns the runs, for what the test itself wants to know.
 */
export async function expectInvariants(scene: Scene): Promise<FinishedRun[]> {
  await untilAtRest(scene);
  const runs = await scene.rows<RunRow>(
    `select r.id, r.status, r.attempt::int, r.reclaims::int, r.interruptions::int, r.error_details as "errorDetails",
       r.completed_at is not null as "isEnded", r.lease_token is not null as "isHeld",
       p.output is not null as "hasOutput", encode(r.idem_hash, 'hex') as "keyHash",
       array(select e.id::text from webhook_events e where e.run_id = r.id) as "eventIds",
       array(select e.type::text from webhook_events e where e.run_id = r.id) as "eventTypes"
     from runs r join run_payloads p on p.run_id = r.id where r.organization_id = $1`,
    [scene.organizationId],
  );
  expectOneRunForEachKey(scene, runs);
  for (const run of runs) await expectFinal(scene, run);
  await expectDeliveries(scene, runs);
  await expectReplays(scene, runs);
  return runs;
}

/** Every run final and every event delivered. */
async function untilAtRest(scene: Scene): Promise<void> {
  const unrested = await waitFor(
    async () => {
      const [row] = await scene.rows<{ runs: number; events: number }>(
        `select (select count(*)::int from runs where organization_id = $1 and status in ('queued', 'processing')) as runs,
           (select count(*)::int from webhook_events e left join webhook_deliveries d on d.event_id = e.id
             where e.organization_id = $1 and d.state is distinct from 'delivered') as events`,
        [scene.organizationId],
      );
      return row && row.runs + row.events === 0 ? row : undefined;
    },
    { deadlineMs: settleDeadlineMs, everyMs: 100, what: "rest (all runs final, all events delivered)" },
  );
  expect(unrested).toEqual({ runs: 0, events: 0 });
}

function expectOneRunForEachKey(scene: Scene, runs: readonly RunRow[]): void {
  const records = [...scene.customer.keys];
  const odd = records.filter(([, record]) => record.runIds.size !== 1).map(([key, { runIds }]) => [key, ...runIds]);
  expect(odd).toEqual([]);
  const named = records.flatMap(([, record]) => [...record.runIds]);
  expect(new Set(named).size).toBe(records.length);
  expect(new Set(runs.map((run) => run.keyHash)).size).toBe(runs.length);
  // Both ways: no submitted run is lost, and no run exists that was not submitted.
  expect(runs.map((run) => run.id).sort()).toEqual(named.sort());
}

async function expectFinal(scene: Scene, run: RunRow): Promise<void> {
  const hasResult = run.status === "completed" || run.status === "degraded";
  const type = hasResult ? "run.completed" : run.status === "failed" ? "run.failed" : "run.cancelled";
  expect(run).toMatchObject({
    isEnded: true,
    isHeld: false,
    eventTypes: [type],
    eventIds: [runEventId(type, run.id)],
  });
  if (hasResult) {
    expect(run.hasOutput).toBe(true);
    return;
  }
  // A deterministic part that its worker had stored stays hidden (RUN-81).
  const answer = await scene.customer.call(0, "GET", `/api/v1/runs/${run.id}`);
  expect(answer).toMatchObject({ status: 200, body: { run_id: run.id, status: run.status } });
  expect(answer?.body).not.toHaveProperty("output");
}

async function expectDeliveries(scene: Scene, runs: readonly RunRow[]): Promise<void> {
  const stored = await scene.rows<{ eventId: string; deliveryId: string; body: string }>(
    `select e.id as "eventId", d.id as "deliveryId", b.body
     from webhook_events e join webhook_deliveries d on d.event_id = e.id
       join webhook_bodies b on b.event_id = e.id and b.mode = d.mode
     where e.organization_id = $1`,
    [scene.organizationId],
  );
  expect(stored.map((one) => one.eventId).sort()).toEqual(runs.flatMap((run) => run.eventIds).sort());
  const storedById = new Map(stored.map((one) => [one.eventId, one]));
  const runsById = new Map(runs.map((run) => [run.id, run]));
  const arrived = new Set(scene.recorded.map((one) => one.eventId));
  expect([...arrived].sort()).toEqual([...storedById.keys()].sort());
  for (const one of scene.recorded) {
    const expected = storedById.get(one.eventId);
    expect({ id: one.deliveryId, body: one.body, isVerified: one.isVerified }).toEqual({
      id: expected?.deliveryId,
      body: expected?.body,
      isVerified: true,
    });
    const { id, type, data } = sent.parse(JSON.parse(one.body));
    const run = runsById.get(data.run.run_id);
    expect({ id, type, status: data.run.status, attempt: data.run.attempt }).toEqual({
      id: one.eventId,
      type: run?.eventTypes[0],
      status: run?.status,
      attempt: run?.attempt,
    });
  }
}

/** The same key answers the same run, now in its final status; of the refused ones first, as they are rarer. */
async function expectReplays(scene: Scene, runs: readonly RunRow[]): Promise<void> {
  const statusOf = new Map(runs.map((run) => [run.id, run.status]));
  const records = [...scene.customer.keys].sort(
    ([, left], [, right]) => Number(right.isRefused) - Number(left.isRefused),
  );
  for (const [place, [key, record]] of records.slice(0, replaysMax).entries()) {
    const answer = await scene.customer.submitOnce(place % 2 === 0 ? 0 : 1, key, record.work);
    const [runId = ""] = record.runIds;
    expect(answer?.status).toBe(202);
    expect(answer && runIdIn(answer)).toBe(runId);
    expect(answer?.body["status"]).toBe(statusOf.get(runId));
    if (record.isRefused) expect(answer?.body["status"]).toBe("failed");
  }
  for (const { isRefused, runIds } of scene.customer.keys.values()) {
    if (isRefused) expect([...runIds].map((id) => statusOf.get(id))).toEqual(["failed"]);
  }
}
