import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import {
  insertConversation,
  insertTestTurn,
  newOrganization,
  openTestDeps,
  type TestDeps,
} from "../../testing/index.ts";
import { expireConversations } from "./expire-conversations.ts";
import { purgeConversations } from "./purge-conversations.ts";

let deps: TestDeps;
let organizationId: string;
let instanceId: string;
beforeAll(async () => {
  deps = await openTestDeps();
  organizationId = await newOrganization(deps);
  ({ instanceId } = await insertConversation(deps, { organizationId, slug: "desk" }));
});
afterAll(() => deps.close());

const query = async (text: string, values: unknown[] = []) => (await deps.db.pool.query({ text, values })).rows;

async function aConversation({ slug = "desk", owner = organizationId, daysOld = 0 } = {}): Promise<string> {
  return (await insertConversation(deps, { organizationId: owner, slug, daysOld })).conversationId;
}

async function aFile(conversationId: string): Promise<string> {
  const sha256 = randomUUID().replaceAll("-", "").repeat(2);
  await query(
    `insert into blobs (organization_id, sha256, bytes, media_type, file_name) values ($1, $2, 1, 'text/plain', 'f')`,
    [organizationId, sha256],
  );
  await query(
    `insert into conversation_attachments (id, organization_id, environment_id, conversation_id, sha256, file_name,
       declared_media_type)
     select gen_random_uuid(), c.organization_id, c.environment_id, c.id, $2, 'f', 'text/plain' from conversations c
     where c.id = $1`,
    [conversationId, sha256],
  );
  return sha256;
}

async function aScenario(conversationId: string): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into eval_scenarios (id, organization_id, instance_id, key, tags, conversation_id)
     values ($1, $2, $3, $4, '{claims}', $5)`,
    [id, organizationId, instanceId, id, conversationId],
  );
  await query(
    `insert into eval_scenario_revisions (scenario_id, revision, body, content_hash, created_by)
     values ($1, 1, '{"title":"A secret"}', 'x', 'key')`,
    [id],
  );
  return id;
}

test("what a deleted conversation had is gone: turns, attempts, frames, files, annotations (CONV-28, CONV-80)", async () => {
  const id = await aConversation();
  const stays = await aConversation();
  const turnId = await insertTestTurn(deps.db, id, { input: "A secret" });
  await insertTestTurn(deps.db, id);
  await insertTestTurn(deps.db, stays);
  await query(
    `insert into turn_frames (turn_hour, turn_id, attempt, seq, body)
     select date_trunc('hour', created_at at time zone 'UTC') at time zone 'UTC', id, 1, 2, '{"text":"A secret"}' from turns where id = $1`,
    [turnId],
  );
  await query(
    `insert into conversation_annotations (id, organization_id, environment_id, conversation_id, turn_id, kind, key_id, comment)
     select gen_random_uuid(), organization_id, environment_id, id, $2, 'comment', 'key', 'A secret' from conversations where id = $1`,
    [id, turnId],
  );
  const file = await aFile(id);
  const scenario = await aScenario(id);
  await query("update conversations set deleted_at = now() where id = $1", [id]);
  expect(await purgeConversations(deps.db, { rowsMax: 100 })).toBe(1);
  expect(await purgeConversations(deps.db, { rowsMax: 100 })).toBe(0);
  for (const table of ["conversations", "turns", "conversation_annotations", "conversation_attachments"])
    expect([
      table,
      await query(`select 1 from ${table} where ${table === "conversations" ? "id" : "conversation_id"} = $1`, [id]),
    ]).toEqual([table, []]);
  expect(await query("select 1 from turn_frames where turn_id = $1", [turnId])).toEqual([]);
  expect(await query("select 1 from turn_attempts where turn_id = $1", [turnId])).toEqual([]);
  // Due immediately for the removal of files.
  expect(
    await query("select touched_at < now() - interval '24 hours' as due from blobs where sha256 = $1", [file]),
  ).toEqual([{ due: true }]);
  // A scenario that was promoted stays, unless it was asked for.
  expect(await query("select status from eval_scenarios where id = $1", [scenario])).toEqual([{ status: "active" }]);
  expect(await query("select 1 from turns where conversation_id = $1", [stays])).toHaveLength(1);
});

test("with erase_derived its scenarios are retired and hold none of its words (CONV-28)", async () => {
  const id = await aConversation();
  const scenario = await aScenario(id);
  await query("update conversations set deleted_at = now(), erases_derived = true where id = $1", [id]);
  await purgeConversations(deps.db, { rowsMax: 100 });
  const [row] = await query(
    `select s.status, s.tags, r.body from eval_scenarios s join eval_scenario_revisions r on r.scenario_id = s.id where s.id = $1`,
    [scenario],
  );
  expect(row).toMatchObject({ status: "retired", tags: [] });
  expect(JSON.stringify(row)).not.toContain("secret");
});

test("a conversation ends after the days of its instance, else of its organization, else a year (CONV-80)", async () => {
  const others = await newOrganization(deps, { name: "Other", conversationRetentionDays: 30 });
  const due = [
    await aConversation({ slug: "own", daysOld: 11 }),
    await aConversation({ owner: others, daysOld: 31 }),
    await aConversation({ daysOld: 366 }),
  ];
  const kept = [
    await aConversation({ slug: "own", daysOld: 9 }),
    await aConversation({ owner: others, daysOld: 29 }),
    await aConversation({ daysOld: 364 }),
    await aConversation({ daysOld: 500 }),
    await aConversation({ daysOld: 500 }),
  ];
  await query("update conversation_instances set retention_days = 10 where slug = 'own'");
  // A recent turn keeps an old conversation, and so does one under way.
  await insertTestTurn(deps.db, kept[3] ?? "");
  await insertTestTurn(deps.db, kept[4] ?? "", {
    status: "queued",
    createdAt: new Date(Date.now() - 400 * 86_400_000),
  });
  expect(await expireConversations(deps.db, { now: new Date(), rowsMax: 2 })).toBe(2);
  expect(await expireConversations(deps.db, { now: new Date(), rowsMax: 100 })).toBe(1);
  const ended = async (ids: readonly string[]) =>
    (await query("select id from conversations where id = any($1) and deleted_at is not null", [ids])).length;
  expect([await ended(due), await ended(kept)]).toEqual([3, 0]);
});
