import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { fail } from "@service/contract";
import { findEngineType } from "@service/engine-types";
import type { TimeBudget } from "@service/runtime";
import { tcpProxy, type TcpProxy, waitFor } from "@service/testing";
import type { Principal } from "../../identity/access/index.ts";
import { newCaller, openTestDeps, type TestDeps, withGates } from "../../testing/index.ts";
import { createEngine, findEngine, publish, saveConfig, validateConfig } from "./index.ts";

let proxy: TcpProxy;
let deps: TestDeps;
let caller: Principal<"organization_key">;
const slug = "quotes";

beforeAll(async () => {
  let url = "";
  deps = await openTestDeps({
    through: (given) => {
      url = given;
      return given;
    },
  });
  proxy = await tcpProxy({ port: Number(new URL(url).port) });
  await deps.close();
  deps = await openTestDeps({ through: (given) => proxy.through(given) });
});
afterAll(async () => {
  await deps.close();
  await proxy.close();
});
beforeEach(async () => {
  caller = await newCaller(deps);
  await createEngine(deps, caller, { slug, label: "Quotes", description: "", engineType: "comparison" });
});

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "published",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );
const releases = async () => (await findEngine(deps, caller, slug))?.latest ?? [];
const jobs = async () =>
  (
    await deps.db.pool.query<{ status: string }>("select status from jobs where organization_id = $1", [
      caller.organizationId,
    ])
  ).rows.map(({ status }) => status);

/** A budget that the test ends. */
function budget(leftMs = 30_000): TimeBudget & { end(): void } {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    leftMs: () => leftMs,
    end: () => controller.abort(fail("request_timeout")),
  };
}

test("a publish that no worker takes in time is request_timeout, publishes nothing and leaves a line in the log (GATE-42, OPS-44)", async () => {
  const time = budget();
  const lines: object[] = [];
  const log = { ...deps.log, warn: (fields: object, message: string) => void lines.push({ ...fields, message }) };
  const publishing = codeOf(publish({ ...deps, log }, caller, slug, {}, time));
  await waitFor(async () => (await jobs()).length === 1);
  time.end();
  expect(await publishing).toBe("request_timeout");
  expect(lines).toEqual([
    expect.objectContaining({
      message: "a request waited for a job of the workers",
      engine: slug,
      version: "1.0",
      job_id: expect.any(String),
      outcome: "request_timeout",
    }),
  ]);
  expect([await jobs(), await releases()]).toEqual([["waiting"], []]);
});

test("the publish that comes after a time-out joins its job while that waits (GATE-42)", async () => {
  const time = budget();
  const first = codeOf(publish(deps, caller, slug, {}, time));
  await waitFor(async () => (await jobs()).length === 1);
  time.end();
  expect(await first).toBe("request_timeout");
  const second = codeOf(publish(deps, caller, slug, {}));
  await withGates(deps, async () => {
    expect(await second).toBe("published");
  });
  expect([await jobs(), (await releases()).length]).toEqual([["completed"], 1]);
});

test("the publish that comes when the job has ended gets its result without a worker (GATE-42)", async () => {
  const time = budget();
  const first = codeOf(publish(deps, caller, slug, {}, time));
  await waitFor(async () => (await jobs()).length === 1);
  time.end();
  expect(await first).toBe("request_timeout");
  await withGates(deps, async () => {
    await waitFor(async () => (await jobs())[0] === "completed");
  });
  expect(await codeOf(publish(deps, caller, slug, {}))).toBe("published");
  expect([await jobs(), (await releases()).length]).toEqual([["completed"], 1]);
});

test("a draft that has changed is evaluated anew (GATE-42)", async () => {
  await withGates(deps, async () => {
    expect((await validateConfig(deps, caller, slug, undefined)).outcome?.gate.gate).toBe("passed");
    await saveConfig(deps, caller, slug, { ...findEngineType("comparison").preset(), evaluation: { min_cases: 4 } });
    expect(await codeOf(publish(deps, caller, slug, {}))).toBe("published");
  });
  expect(await jobs()).toEqual(["completed", "completed"]);
});

test("a COMMIT that reaches the database after the request's end publishes nothing", async () => {
  await withGates(deps, async () => {
    const commit = proxy.hold((bytes) => bytes.includes("commit\u0000"));
    const publishing = codeOf(publish(deps, caller, slug, {}, budget(1_000)));
    await commit.held;
    const { rows } = await deps.db.pool.query<{ at: Date }>("select clock_timestamp() as at");
    await waitFor(
      async () =>
        (
          await deps.db.pool.query<{ isOver: boolean }>(
            `select clock_timestamp() > $1::timestamptz + interval '1 second' as "isOver"`,
            [rows[0]?.at],
          )
        ).rows[0]?.isOver,
    );
    commit.letGo();
    expect(await publishing).toBe("request_timeout");
    expect(await releases()).toEqual([]);
    expect(await codeOf(publish(deps, caller, slug, {}))).toBe("published");
  });
});

test("a publish that waits for the engine's row beyond its end publishes nothing", async () => {
  await withGates(deps, async () => {
    const holder = await deps.db.pool.connect();
    await holder.query("begin");
    await holder.query("select from engines where organization_id = $1 for update", [caller.organizationId]);
    // The deadline is set before waiting for the row, so it has passed when the row is free.
    const publishing = codeOf(publish(deps, caller, slug, {}, budget(500)));
    await waitFor(async () => {
      const { rows } = await deps.db.pool.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rows.length > 0;
    });
    await holder.query("commit");
    holder.release();
    expect(await publishing).toBe("request_timeout");
    expect(await releases()).toEqual([]);
  });
});
