import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { cancelRun } from "./cancel-run.ts";
import { claimRuns, type Hold } from "./claim-runs.ts";
import { heartbeatRuns } from "./heartbeat-runs.ts";
import { reconcileRuns } from "./reconcile-runs.ts";
import { releaseRuns } from "./release-runs.ts";
import { isFinal } from "./run-states.ts";
import { createSettler } from "./settle-runs.ts";
import { createWorld, expireLease, insertQueuedRun, stateOf, type RunState, type World } from "./test-kit.ts";

let deps: TestDeps;
let world: World;

beforeAll(async () => {
  deps = await openTestDeps();
  world = await createWorld(deps);
});
afterAll(() => deps.close());

/** mulberry32: the same seed gives the same sequence on every machine. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Cancel × finish × reclaim × release × claim in any order, several at once, with workers that never notice that they
 * lost a run. Invariants (RUN-57, RUN-78): every run ends; exactly one event, with the end and not before; the attempt
 * number never decreases; final states never change; a result belongs to the recorded attempt.
 */
test.each([1, 2, 3, 4, 5, 6])(
  "no interleaving breaks an invariant (seed %i) (RUN-57, RUN-78)",
  async (seed) => {
    const random = seeded(seed);
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
    const settle = createSettler(deps.db, { heldMax: 100 });
    const ids = await Promise.all(Array.from({ length: 12 }, () => insertQueuedRun(deps, world, "diligence")));
    // Every hold ever granted is kept: most are stale, and a stale one must change nothing.
    const holds: Hold[] = [];
    const results = new Map<string, string>();
    const before = new Map<string, RunState>();

    const claim = async (): Promise<void> => {
      const request = {
        owner: "w",
        engineTypes: ["diligence"] as const,
        runsMax: 1 + Math.floor(random() * 3),
        firstSilenceSeconds: 900,
      };
      holds.push(...(await claimRuns(deps.db, request)));
    };
    const finish = async (hold: Hold | undefined): Promise<void> => {
      if (!hold) return;
      const output = JSON.stringify({ by: hold.token, attempt: hold.attempt });
      const outcome = await settle({
        ...hold,
        settlement: {
          status: "completed",
          outputPhase: "final",
          output,
          solutions: null,
          warnings: "[]",
          workItems: "[]",
        },
      });
      if (outcome !== "completed") return;
      expect(results.has(hold.id)).toBe(false);
      results.set(hold.id, output);
    };
    const act = async (): Promise<void> => {
      const hold = pick(holds);
      const id = pick(ids) ?? "";
      switch (Math.floor(random() * 10)) {
        case 0:
        case 1:
          return claim();
        case 2:
          return finish(hold);
        case 3:
          if (hold)
            await settle({
              ...hold,
              settlement: { status: "failed", error: "no", details: { type: "pipeline_error" }, warnings: null },
            });
          return;
        case 4:
          if (hold) await settle({ ...hold, settlement: { status: "cancelled" } });
          return;
        case 5:
          if (random() < 0.4) await cancelRun(deps, world.live, { runId: id, reason: `r${seed}`, cancelledBy: "test" });
          return;
        case 6:
          if (hold) await releaseRuns(deps.db, [hold], 900);
          return;
        case 7:
          if (!isFinal((await stateOf(deps, id)).status))
            await deps.db.pool.query(
              "update runs set lease_expires_at = now() - interval '1 s' where id = $1 and status = 'processing'",
              [id],
            );
          return;
        case 8:
          await reconcileRuns(deps.db, { restartSeconds: 900 });
          return;
        default:
          if (hold) await heartbeatRuns(deps.db, [{ ...hold, stage: "score" }], 180);
          if (random() < 0.1) await deps.runs.refuseUnqueued(id);
      }
    };

    for (let step = 0; step < 60; step += 1) {
      await Promise.all(Array.from({ length: 1 + Math.floor(random() * 4) }, act));
      for (const id of ids) {
        const now = await stateOf(deps, id);
        const then = before.get(id);
        if (then) {
          expect(now.attempt).toBeGreaterThanOrEqual(then.attempt);
          if (isFinal(then.status)) expect({ ...now, leaseSeconds: null }).toEqual({ ...then, leaseSeconds: null });
        }
        expect(now.events).toHaveLength(isFinal(now.status) ? 1 : 0);
        expect(now.attempt).toBeLessThanOrEqual(3);
        before.set(id, now);
      }
    }
    // Expired leases alone must end all remaining runs.
    for (let round = 0; round < 8; round += 1) {
      for (const id of ids) if (!isFinal((await stateOf(deps, id)).status)) await expireLease(deps, id);
      await claim();
      await reconcileRuns(deps.db, { restartSeconds: 900 });
    }
    for (let round = 0; round < 8; round += 1) {
      await claim();
      for (const hold of holds) await finish(hold);
    }
    for (const id of ids) {
      const { status, output } = await stateOf(deps, id);
      expect(isFinal(status)).toBe(true);
      expect(output).toBe(results.get(id) ?? null);
    }
  },
  60_000,
);
