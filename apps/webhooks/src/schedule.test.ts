import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "@jest/globals";
import {
  classifyAnswer,
  cycleDeadlineSeconds,
  settleDeliveries,
  standardV3WaitsSeconds,
  attemptsMax,
  waitAfter,
} from "@service/domain/deliveries";

import { type WebhookScene, webhookScene } from "./testing/webhook-scene.ts";

const deliveries = 400;
const absurdRetryAfter = "99999999999999999999";

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
afterAll(() => scene.stop());

interface Row {
  readonly id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly tries: number;
  readonly waitSeconds: number | null;
  /** Seconds of the cycle, by this delivery's clock. */
  readonly elapsedSeconds: number;
}

/**
 * Runs the settle statements through the whole schedule. The database's clock cannot be set, so time passes by moving a
 * delivery's deadline back by the wait for its next attempt.
 */
test("the schedule makes sixteen attempts and stops at 84 h, even when every answer is a 429 with an absurd Retry-After (HOOK-53, HOOK-56)", async () => {
  const { endpoint } = await scene.endpoint({ url: "http://127.0.0.1:9/" });
  const runs = await scene.finishRuns(deliveries);
  await scene.rows(
    `insert into webhook_deliveries (id, event_id, endpoint_id, organization_id, event_type, mode, state, next_attempt_at,
       cycle_deadline)
     select gen_random_uuid(), t.id, $1, $2, 'run.completed', 'full', 'pending', now(), now() + $4::int * interval '1 second'
       from unnest($3::uuid[]) as t(id)`,
    [endpoint.id, scene.owner.organizationId, runs.map(({ eventId }) => eventId), cycleDeadlineSeconds],
  );
  const all = await scene.rows<{ id: string }>("select id from webhook_deliveries order by id");
  /** Half of the receivers simply fail, half send a huge Retry-After. */
  const isGreedy = new Map(all.map(({ id }, place) => [id, place % 2 === 0]));
  const elapsed = new Map(all.map(({ id }) => [id, 0]));
  const ends = new Map<string, Row>();

  for (let round = 1; round <= attemptsMax + 1 && ends.size < deliveries; round += 1) {
    const leased = await scene.rows<{ id: string; token: string; tries: number }>(
      `update webhook_deliveries set state = 'delivering', tries = tries + 1, lease_token = gen_random_uuid(),
         lease_until = now() + interval '1 minute', next_attempt_at = null
        where state in ('pending', 'retry_scheduled') returning id, lease_token as token, tries`,
    );
    const settled = leased.map(({ id, token, tries }) => {
      const greedy = isGreedy.get(id) ?? false;
      const headers: Record<string, string> = greedy ? { "retry-after": absurdRetryAfter } : {};
      const verdict = classifyAnswer({ kind: "answer", status: greedy ? 429 : 500, headers }, Date.now());
      expect(verdict.outcome).toBe("transient");
      const failed = { deliveryId: id, cycle: 1, attemptNumber: tries, ...verdict };
      return {
        deliveryId: id,
        leaseToken: token,
        cycle: 1,
        attemptNumber: tries,
        outcome: verdict.outcome,
        isGone: false,
        waitMs: waitAfter(failed, 1),
        errorCode: verdict.errorCode,
        status: greedy ? 429 : 500,
        remoteAddress: null,
        secretIds: [randomUUID()],
        timings: {},
        responseHeaders: null,
        responseBody: null,
        responseIsBase64: false,
        responseTruncated: false,
      };
    });
    await settleDeliveries(scene.deps, settled);
    const rows = await scene.rows<Row>(
      `select id, state, reason, tries, (extract(epoch from next_attempt_at - now()))::float8 as "waitSeconds",
          ($2::int - extract(epoch from cycle_deadline - now()))::float8 as "elapsedSeconds"
         from webhook_deliveries where id = any($1::uuid[])`,
      [leased.map(({ id }) => id), cycleDeadlineSeconds],
    );
    for (const row of rows) {
      elapsed.set(row.id, row.elapsedSeconds);
      if (row.state !== "retry_scheduled") {
        ends.set(row.id, row);
        continue;
      }
      const step = standardV3WaitsSeconds[row.tries] ?? 0;
      const wait = row.waitSeconds ?? Number.NaN;
      const left = cycleDeadlineSeconds - row.elapsedSeconds;
      // A minute of tolerance for time between statements: small beside these steps, too small to hide a wrong one.
      const least = Math.min(step - Math.min(step * 0.1, 600), left) - 60;
      expect(wait).toBeGreaterThanOrEqual(least);
      expect(wait).toBeLessThanOrEqual(Math.min(isGreedy.get(row.id) ? Math.max(2 * step, 60) : step * 1.1, left) + 60);
    }
    await scene.rows(
      `update webhook_deliveries set cycle_deadline = cycle_deadline - (next_attempt_at - now()), next_attempt_at = now()
        where state = 'retry_scheduled'`,
    );
  }

  expect(ends.size).toBe(deliveries);
  for (const [id, end] of ends) {
    expect(end.state).toBe("dead_letter");
    if (isGreedy.get(id)) {
      // Twice the step each time, so the deadline comes before the sixteenth attempt.
      expect(end.reason).toBe("window_elapsed");
      expect(end.tries).toBeLessThan(attemptsMax);
      expect(end.elapsedSeconds).toBeGreaterThanOrEqual(cycleDeadlineSeconds - 60);
    } else {
      expect([end.reason, end.tries]).toEqual(["retry_exhausted", attemptsMax]);
      expect(end.elapsedSeconds / 86_400).toBeGreaterThan(3.2);
      expect(end.elapsedSeconds).toBeLessThan(cycleDeadlineSeconds);
    }
  }
});
