import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type DeliveryState, ServiceError } from "@service/contract";
import {
  advanceRecoveries,
  cancelRecovery,
  claimDeliveries,
  type ClaimedDelivery,
  type DeliveryAction,
  deliveryTransitions,
  expandEvents,
  firstCursor,
  type Outcome,
  resendDelivery,
  settleDeliveries,
  startRecovery,
  sweepDeliveries,
} from "@service/domain/deliveries";
import { deleteEndpoint, rotateSecret, updateEndpoint } from "@service/domain/webhook-endpoints";

import { type WebhookScene, webhookScene } from "./testing/webhook-scene.ts";

/** Repeatable pseudo-random choices. */
function chooser(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
}

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
afterAll(() => scene.stop());

type Row = { id: string; state: DeliveryState; cycle: number; tries: number };

function states(): Promise<Row[]> {
  return scene.rows<Row>("select id, state, cycle, tries from webhook_deliveries order by id");
}

/** Transitions that each operation may make; a sweep may move one delivery through two. */
const arrows = {
  expand: [],
  claim: ["claim"],
  settle: ["deliver", "retry", "deadLetter", "hold"],
  lose: ["retry", "deadLetter", "hold", "resume", "cancel"],
  disable: [],
  enable: [],
  resend: ["resend"],
  recover: [],
  walk: ["recover"],
  cancelRecovery: [],
  rotate: [],
  remove: [],
  sweep: ["hold", "resume", "deadLetter", "cancel"],
} as const satisfies Record<string, readonly DeliveryAction[]>;
type Operation = keyof typeof arrows;

/** Whether the transitions of `actions`, each used at most once, lead from one state to another. */
function isReached(from: DeliveryState, to: DeliveryState, actions: readonly DeliveryAction[]): boolean {
  return actions.some((action) => {
    const arrow = deliveryTransitions[action];
    const sources: readonly DeliveryState[] = arrow.from;
    if (!sources.includes(from)) return false;
    const others = actions.filter((other) => other !== action);
    return arrow.to === to || isReached(arrow.to, to, others);
  });
}

/** Two endpoints and their claimed deliveries. */
async function world(choose: (below: number) => number) {
  await scene.rows("delete from webhook_events");
  await scene.rows("update webhook_endpoints set deleted_at = coalesce(deleted_at, now())");
  await scene.rows("delete from webhook_recoveries");
  const endpoints = await Promise.all(
    [1, 2].map(() => scene.endpoint({ url: "http://127.0.0.1:9/", maxInFlight: 5, maxPerSecond: 1_000 })),
  );
  const claimed: ClaimedDelivery[] = [];
  const owner = scene.owner;
  const endpointId = (): string => endpoints[choose(2)]?.endpoint.id ?? "";
  const refused = (error: unknown): void => {
    if (!(error instanceof ServiceError)) throw error;
  };
  const operations: Record<Operation, () => Promise<unknown>> = {
    async expand() {
      await scene.finishRuns(1 + choose(3));
      await expandEvents(scene.deps, { cycleSeconds: 3_600 });
    },
    async claim() {
      const options = {
        slots: 1 + choose(4),
        cursor: firstCursor,
        leaseSeconds: 60,
        perEndpoint: 4,
        excludedEndpointIds: [],
        cycleSeconds: 3_600,
      };
      const { deliveries } = await claimDeliveries(scene.deps, { ...options, isSlowLane: choose(4) === 0 });
      claimed.push(...deliveries);
    },
    async settle() {
      const taken = claimed.splice(choose(claimed.length + 1), 1 + choose(3));
      const outcomes: readonly Outcome[] = ["delivered", "transient", "transient", "permanent"];
      if (taken.length === 0) return;
      await settleDeliveries(
        scene.deps,
        taken.map((one) => ({
          deliveryId: one.id,
          leaseToken: one.leaseToken,
          cycle: one.cycle,
          attemptNumber: one.attemptNumber,
          outcome: outcomes[choose(4)] ?? "transient",
          isGone: false,
          waitMs: choose(8) === 0 ? undefined : 0,
          errorCode: null,
          status: null,
          remoteAddress: null,
          secretIds: one.secrets.map(({ id }) => id),
          timings: {},
          responseHeaders: null,
          responseBody: null,
          responseIsBase64: false,
          responseTruncated: false,
        })),
      );
    },
    async lose() {
      await scene.rows(
        "update webhook_deliveries set lease_until = now() - interval '1 second' where state = 'delivering'",
      );
      await sweepDeliveries(scene.deps, { cycleSeconds: 3_600, leaseSeconds: 10 });
    },
    disable: () =>
      updateEndpoint(scene.deps, {
        owner,
        endpointId: endpointId(),
        guard: scene.guard,
        patch: { status: "disabled" },
      }).catch(refused),
    enable: () =>
      updateEndpoint(scene.deps, {
        owner,
        endpointId: endpointId(),
        guard: scene.guard,
        patch: { status: "enabled" },
      }).catch(refused),
    async resend() {
      const rows = await scene.rows<{ id: string; endpoint_id: string }>(
        "select id, endpoint_id from webhook_deliveries order by id",
      );
      const row = rows[choose(rows.length || 1)];
      if (row)
        await resendDelivery(scene.deps, { owner, endpointId: row.endpoint_id, deliveryId: row.id }).catch(refused);
    },
    recover: () =>
      startRecovery(scene.deps, {
        owner,
        endpointId: endpointId(),
        since: new Date(Date.now() - 3_600_000),
        reason: choose(2) === 0 ? "permanent_response" : undefined,
      }).catch(refused),
    async walk() {
      await scene.rows(
        "update webhook_recoveries set next_page_at = now() - interval '1 second' where state = 'running'",
      );
      await advanceRecoveries(scene.deps);
    },
    async cancelRecovery() {
      const [row] = await scene.rows<{ id: string; endpoint_id: string }>(
        "select id, endpoint_id from webhook_recoveries where state = 'running' limit 1",
      );
      if (row)
        await cancelRecovery(scene.deps, { owner, endpointId: row.endpoint_id, recoveryId: row.id }).catch(refused);
    },
    rotate: () => rotateSecret(scene.deps, { owner, endpointId: endpointId() }).catch(refused),
    remove: () => deleteEndpoint(scene.deps, owner, endpoints[0]?.endpoint.id ?? "").catch(refused),
    sweep: () => sweepDeliveries(scene.deps, { cycleSeconds: 3_600, leaseSeconds: 10 }),
  };
  return { operations, endpoints };
}

/** Checks the invariants that hold while no operation is under way. */
async function expectSound(): Promise<void> {
  await sweepDeliveries(scene.deps, { cycleSeconds: 3_600, leaseSeconds: 10 });
  const broken = await scene.rows(
    `select d.id, d.state, d.trigger, e.status, e.deleted_at, d.tries,
        (select count(*) from webhook_attempts a where a.delivery_id = d.id and a.outcome = 'started') as live_tries
       from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where (select count(*) from webhook_attempts a where a.delivery_id = d.id and a.outcome = 'started')
              <> (d.state = 'delivering')::int
         or (d.state = 'delivering') <> (d.lease_token is not null)
         or (d.state in ('pending', 'retry_scheduled')) <> (d.next_attempt_at is not null)
         or (d.state = 'dead_letter') <> (d.reason is not null)
         or (d.state = 'delivered') <> (d.delivered_at is not null)
         or (d.state in ('pending', 'retry_scheduled') and (e.deleted_at is not null
              or (e.status = 'disabled' and d.trigger <> 'resend')))
         or (d.state = 'held' and (e.status = 'enabled' or e.deleted_at is not null))
         or d.tries > 16
         or (select count(*) from webhook_attempts a where a.delivery_id = d.id and a.cycle = d.cycle) <> d.tries`,
  );
  expect(broken).toEqual([]);
  // A recovery counts each delivery it put back once, and always ends.
  const recoveries = await scene.rows(
    `select r.id, r.state, r.matched, r.recovered, r.skipped from webhook_recoveries r
      where (r.state = 'running') <> (r.finished_at is null) or r.recovered < 0 or r.skipped < 0
         or (r.state = 'completed' and r.recovered + r.skipped < r.matched)`,
  );
  expect(recoveries).toEqual([]);
  // A rendered body never changes.
  const changed = await scene.rows(
    "select event_id from webhook_bodies where sha256 <> sha256(convert_to(body, 'UTF8'))",
  );
  expect(changed).toEqual([]);
}

describe("random interleavings", () => {
  test("one after the other make only transitions of the table (HOOK-35)", async () => {
    const choose = chooser(1);
    for (let round = 0; round < 6; round += 1) {
      const { operations } = await world(choose);
      const names: Operation[] = [
        "expand",
        "expand",
        "claim",
        "claim",
        "settle",
        "settle",
        "settle",
        "lose",
        "disable",
        "enable",
        "enable",
        "resend",
        "resend",
        "recover",
        "walk",
        "walk",
        "cancelRecovery",
        "rotate",
        "sweep",
      ];
      for (let step = 0; step < 50; step += 1) {
        const name: Operation = step === 45 ? "remove" : (names[choose(names.length)] ?? "sweep");
        const before = new Map((await states()).map((row) => [row.id, row]));
        await operations[name]();
        for (const after of await states()) {
          const earlier = before.get(after.id);
          if (!earlier || earlier.state === after.state) continue;
          const found = isReached(earlier.state, after.state, arrows[name]);
          expect([name, earlier.state, after.state, found]).toEqual([name, earlier.state, after.state, true]);
        }
      }
      await expectSound();
    }
  });

  test("all at once leave no stuck state, no second live attempt and no changed byte (HOOK-20, HOOK-48)", async () => {
    const choose = chooser(2);
    for (let round = 0; round < 8; round += 1) {
      const { operations } = await world(choose);
      const names = Object.keys(operations).filter((name): name is Operation => name in arrows && name !== "remove");
      for (let step = 0; step < 12; step += 1) {
        const together = Array.from({ length: 6 }, () => operations[names[choose(names.length)] ?? "sweep"]());
        if (step === 9) together.push(operations.remove());
        await Promise.all(together);
      }
      await expectSound();
    }
  });
});
