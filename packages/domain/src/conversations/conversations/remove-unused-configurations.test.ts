import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { testOperator } from "@service/testing";
import { createOrganization } from "../../identity/organizations/index.ts";
import { insertTestTurn, openTestDeps, type TestDeps } from "../../testing/index.ts";
import { removeUnusedInstanceConfigurations } from "./remove-unused-configurations.ts";

let deps: TestDeps;
let organizationId: string;
beforeAll(async () => {
  deps = await openTestDeps();
  organizationId = (await createOrganization(deps, testOperator, { name: "Harborline" })).id;
});
afterAll(() => deps.close());

const query = async (text: string, values: unknown[] = []) => (await deps.db.pool.query({ text, values })).rows;
const kept = () => query("select hash from conversation_configurations order by hash");
/** A configuration last used this many hours ago. */
const configuration = (hash: string, hours: number) =>
  query(
    `insert into conversation_configurations (hash, config, created_at) values ($1, '{}', now() - make_interval(hours => $2))`,
    [hash, hours],
  );
const age = () => query("update conversation_configurations set created_at = now() - interval '25 hours'");

async function anInstance(draftHash: string): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into conversation_instances (id, organization_id, slug, label, description, draft_config_hash, draft_updated_by,
       eval_gate) values ($1, $2, $3, '', '', $4, 'key', '{}')`,
    [id, organizationId, `i-${id.slice(0, 8)}`, draftHash],
  );
  return id;
}
const saves = (id: string, hash: string) =>
  query("update conversation_instances set draft_config_hash = $2 where id = $1", [id, hash]);

test("what a draft, a release, an evaluation or a turn of a draft names stays; the rest goes after a day (CONV-81)", async () => {
  for (const hash of ["draft", "evaluated", "released", "turn", "unused"]) await configuration(hash, 30);
  await configuration("recent", 23);
  const id = await anInstance("turn");
  const conversation = randomUUID();
  await query(
    `insert into conversations (id, organization_id, environment_id, environment_slug, instance_id, request_hash)
     select $1, $2, e.id, e.slug, $3, '\\x00' from environments e where e.organization_id = $2`,
    [conversation, organizationId, id],
  );
  await insertTestTurn(deps.db, conversation);
  await query(
    `insert into conversation_instance_versions (instance_id, organization_id, version, config_hash, gate, released_by)
     values ($1, $2, 1, 'released', '{}', 'key')`,
    [id, organizationId],
  );
  await query(
    `insert into eval_runs (id, organization_id, environment_id, environment_slug, instance_id, config_hash, scenario_set_hash,
       scorer_version, model, trials, trial_rule, is_whole, trigger_type, trigger_id, rights, request_hash)
     values (gen_random_uuid(), $2, $2, 'live', $1, 'evaluated', '', '1', 'embedded', 1, 'all', true, 'key', 'key', '{}', '')`,
    [id, organizationId],
  );
  await saves(id, "draft");
  await age();
  await query("update conversation_configurations set created_at = now() - interval '23 hours' where hash = 'recent'");
  expect(await removeUnusedInstanceConfigurations(deps)).toBe(1);
  const names = ["draft", "evaluated", "recent", "released", "turn"];
  expect(await kept()).toEqual(names.map((hash) => ({ hash })));
  // With the last turn of a draft its configuration is due too.
  await query("delete from conversations where id = $1", [conversation]);
  await age();
  await removeUnusedInstanceConfigurations(deps);
  expect(await kept()).toEqual(["draft", "evaluated", "released"].map((hash) => ({ hash })));
});

test("a configuration stays for a day after the last draft left it, and while a save renews it (CONV-81)", async () => {
  for (const hash of ["before", "renewed"]) await configuration(hash, 1_000);
  await configuration("now", 0);
  await saves(await anInstance("before"), "now");
  await deps.db.inTransaction(async (tx) => {
    await tx.query("update conversation_configurations set created_at = now() where hash = 'renewed'");
    await removeUnusedInstanceConfigurations(deps);
  });
  const hashes = (await kept()).map((row) => JSON.stringify(row)).join();
  expect(hashes).toContain("before");
  expect(hashes).toContain("renewed");
});
