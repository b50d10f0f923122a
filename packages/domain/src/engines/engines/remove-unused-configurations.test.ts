import { createHash, randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { plansOf, rowsRead, seedOwner, tablesScanned } from "@service/testing";

import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { removeUnusedConfigurations } from "./remove-unused-configurations.ts";

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

const hashOf = (word: string): string => createHash("sha256").update(word).digest("hex");

/** A configuration last used this many hours ago. */
function configuration(hash: string, hours: number): Promise<unknown> {
  return deps.db.pool.query(
    `insert into engine_configurations (hash, engine_type, effective, created_at)
     values ($1, 'comparison', '{}', now() - make_interval(hours => $2))`,
    [hash, hours],
  );
}

async function kept(hashes: readonly string[]): Promise<string[]> {
  const { rows } = await deps.db.pool.query<{ hash: string }>(
    "select hash from engine_configurations where hash = any($1)",
    [hashes],
  );
  return hashes.filter((hash) => rows.some((row) => row.hash === hash));
}

/** An engine whose draft has this configuration. */
async function engine(draftHash: string): Promise<string> {
  const owner = await seedOwner(deps.db);
  const id = randomUUID();
  await deps.db.pool.query(
    `insert into engines (id, organization_id, slug, label, description, engine_type, draft, draft_config_hash, draft_updated_by)
     values ($1, $2, 'engine', 'Engine', '', 'comparison', '{}', $3, 'key')`,
    [id, owner.organizationId, draftHash],
  );
  return id;
}

/** Finished runs; `hash` is that of the first, the others have one of their own. */
function runs(count: number, version: string, hash: string): Promise<unknown> {
  return deps.db.pool.query(
    `insert into runs (id, organization_id, environment_id, environment_slug, engine_id, engine_slug, engine_type, submitter,
       key_id, request_hash, status, attempt, fair_rank, completed_at, engine_version, config_hash)
     select gen_random_uuid(), $1, $1, 'sandbox', $1, 'engine', 'comparison', 'key', 'key', '\\x00', 'completed', 1, 0, now(),
       $2, case when place = 1 then $3 else encode(sha256(convert_to($2 || place, 'UTF8')), 'hex') end
       from generate_series(1, $4::int) place`,
    [randomUUID(), version, hash, count],
  );
}

test("a pass reads a bounded number of configurations, and only runs that use them", async () => {
  const [ofDraft, ofRun, unused, recent] = ["draft", "run", "unused", "recent"].map(hashOf);
  if (!ofDraft || !ofRun || !unused || !recent) throw new Error("four words have four hashes");
  for (const hash of [ofDraft, ofRun, unused]) await configuration(hash, 30);
  await configuration(recent, 23);
  await engine(ofDraft);
  await runs(15_000, "draft", ofRun);
  await runs(15_000, "1.0", hashOf("another"));
  await deps.db.pool.query(
    `insert into engine_configurations (hash, engine_type, effective, created_at)
     select encode(sha256(convert_to('many' || place, 'UTF8')), 'hex'), 'comparison', '{}',
       now() - case when place <= 2500 then interval '26 hours' else interval '1 hour' end
       from generate_series(1, 30000) place`,
  );
  await deps.db.pool.query("vacuum analyze runs, engines, engine_configurations");
  let removed = 0;
  const plans = await plansOf(deps.db, async (db) => {
    removed = await removeUnusedConfigurations({ db });
  });
  expect(removed).toBe(2_501);
  expect(plans).toHaveLength(3);
  for (const plan of plans) {
    expect(tablesScanned(plan)).not.toContain("runs");
    expect(rowsRead(plan, "runs")).toBeLessThan(10);
    expect(rowsRead(plan, "engine_configurations")).toBeLessThan(4_000);
  }
  expect(await kept([ofDraft, ofRun, unused, recent])).toEqual([ofDraft, ofRun, recent]);
  // Configurations found in use are checked again a day later, after the others.
  const [again] = await plansOf(deps.db, (db) => removeUnusedConfigurations({ db }));
  expect(again && rowsRead(again, "engine_configurations")).toBe(0);
});

test("a configuration of any age stays for a day after the last draft stops using it, for runs being submitted", async () => {
  const [before, after] = [hashOf("before"), hashOf("after")];
  await configuration(before, 1_000);
  await configuration(after, 0);
  const id = await engine(before);
  await deps.db.pool.query("update engines set draft_config_hash = $2 where id = $1", [id, after]);
  await removeUnusedConfigurations(deps);
  expect(await kept([before])).toEqual([before]);
  await deps.db.pool.query(
    "update engine_configurations set created_at = now() - interval '25 hours' where hash = $1",
    [before],
  );
  await removeUnusedConfigurations(deps);
  expect(await kept([before, after])).toEqual([after]);
});

test("a configuration that a save renews during the pass stays", async () => {
  const hash = hashOf("renewed");
  await configuration(hash, 30);
  await deps.db.inTransaction(async (tx) => {
    await tx.query("update engine_configurations set created_at = now() where hash = $1", [hash]);
    await removeUnusedConfigurations(deps);
  });
  expect(await kept([hash])).toEqual([hash]);
});
