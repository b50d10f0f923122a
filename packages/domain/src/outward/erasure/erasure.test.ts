import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type ObjectStore, openFolderStore } from "@service/files";
import { type JsonObject, parseJsonObject } from "@service/json";
import { recordKey } from "@service/record-families";
import { testOperator } from "@service/testing";
import { importDocuments } from "../../book/documents/index.ts";
import { appendPlatformEvents } from "../../events/events/index.ts";
import { importRows, newConnection, servedRows, tablesOf } from "../../book/imports/test-kit.ts";
import { account, coverage, gone, policy, row } from "../../book/imports/testing/delivered-rows.ts";
import {
  insertConversation,
  insertRun,
  insertTestTurn,
  openTestDeps,
  type TestDeps,
  testView,
} from "../../testing/index.ts";
import { eraseClient } from "./index.ts";
import { appendCommands, readCommands, rebuildLedger, verifyLedger } from "../../book/ledger/index.ts";

let deps: TestDeps;
let folder: string;
let files: ObjectStore;
beforeAll(async () => {
  deps = await openTestDeps();
  folder = await mkdtemp(join(tmpdir(), "erasure-"));
  files = openFolderStore({ folder });
});
afterAll(async () => {
  await deps.close();
  await rm(folder, { recursive: true, force: true });
});

/** Values of the erased client alone; each occurs in what is kept before. */
const planted = {
  name: "Zyxwell Quarry Partners",
  phone: "555 010 7788",
  fein: "98-7654399",
  street: "77 Plover Lane",
  policyNumber: "ZQP-4417-X",
  body: "They moved the crusher to the north pit in spring",
  contact: "Odalys Brimwhistle",
  attribute: "planted-attribute-31337",
};
const book = (changes = {}) => [
  account("A1", {
    name: planted.name,
    phone: planted.phone,
    fein: planted.fein,
    revenue: 31_337_421,
    mailing_address: { line1: planted.street, city: "Dover" },
    attributes: { note: planted.attribute },
    ...changes,
  }),
  account("A2", { name: "Other Client of Ours" }),
  row("contacts", "K1", { name: planted.contact }, { client: "A1" }),
  policy("P1", "A1", { policy_number: planted.policyNumber }),
  policy("P2", "A2"),
  coverage("C1", "P1"),
  coverage("C2", "P2"),
  row(
    "activities",
    "T1",
    { subject: "Call", body: planted.body, occurred_at: "2026-01-01T00:00:00Z" },
    { client: "A1" },
  ),
];

interface Scene {
  readonly connectionId: string;
  readonly organizationId: string;
  readonly clientKey: string;
  readonly otherKey: string;
}

async function scene(): Promise<Scene> {
  const { connectionId, organizationId } = await newConnection(deps);
  // Two imports, so that there are older versions as well.
  await importRows(deps, connectionId, book({ description: "An older description, kept in the version before" }));
  await importRows(
    deps,
    connectionId,
    [
      ...book(),
      { kind: "quarantined", family: "claims", sourceId: "X1", client: "A1", reasons: [{ message: planted.name }] },
      policy("orphan", "nobody"),
    ],
    { accept: ["claims"] },
  );
  return {
    connectionId,
    organizationId,
    clientKey: recordKey(connectionId, "accounts", "A1"),
    otherKey: recordKey(connectionId, "accounts", "A2"),
  };
}

const erase = ({ organizationId, clientKey }: Scene, isDryRun = false) =>
  eraseClient({ db: deps.db, files }, testOperator, { organizationId, clientKey, isDryRun });

/** Where a value stands in any table of the database. */
async function placesOf(value: string): Promise<string[]> {
  const { rows: tables } = await deps.db.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'book') and table_type = 'BASE TABLE' order by 1`,
  );
  const places: string[] = [];
  for (const { name } of tables) {
    const { rows } = await deps.db.pool.query(`select 1 from ${name} t where strpos(lower(t::text), $1) > 0 limit 1`, [
      value.toLowerCase(),
    ]);
    if (rows.length > 0) places.push(name);
  }
  return places;
}

async function addRun(
  { organizationId }: Scene,
  { input, output, subject }: { readonly input: JsonObject; readonly output: JsonObject; readonly subject?: string },
): Promise<string> {
  const id = await insertRun(deps.db, {
    organizationId,
    engine: { engineType: "triage" },
    input,
    output,
    subjectKey: subject,
  });
  await deps.db.pool.query(
    `with event as (
       insert into webhook_events (id, type, organization_id, environment_id, run_id)
       select gen_random_uuid(), 'run.completed', organization_id, environment_id, id from runs where id = $1 returning id)
     insert into webhook_bodies (event_id, mode, body, byte_count, sha256)
     select id, 'full', $2, octet_length($2), '\\x00' from event`,
    [id, JSON.stringify(output)],
  );
  return id;
}

async function addConversation(
  { organizationId, connectionId }: Scene,
  { clientKey, title }: { readonly clientKey?: string; readonly title?: string },
): Promise<string> {
  const client = clientKey === undefined ? undefined : { connectionId, clientKey };
  return (await insertConversation(deps, { organizationId, title, client })).conversationId;
}

async function liveOf({ organizationId }: Scene): Promise<string> {
  const { rows } = await deps.db.pool.query<{ id: string }>(
    "select id from environments where organization_id = $1 and slug = 'live'",
    [organizationId],
  );
  return rows[0]?.id ?? "";
}

/** An opportunity of the client and one of another that names it, a document, and an analysis with its name. */
async function insertWork({ organizationId, connectionId, clientKey, otherKey }: Scene, environmentId: string) {
  const { pool } = deps.db;
  for (const [key, body] of [
    [clientKey, { client_key: clientKey, account_name: planted.name }],
    [otherKey, { client_key: otherKey, account_name: "Other", because: [`As for ${planted.name}.`] }],
  ] as const) {
    await pool.query(
      `insert into opportunities (organization_id, environment_id, engine_id, opportunity_id, connection_id, client_key, kind,
         status, change, score, words, body, first_run_id, seen_run_at, first_seen_at, last_seen_at)
       values ($1, $2, gen_random_uuid(), gen_random_uuid(), $3, $4, 'gap', 'open', 'new', 1, $5, $6, gen_random_uuid(),
         now(), now(), now())`,
      [organizationId, environmentId, connectionId, key, body.account_name.toLowerCase(), JSON.stringify(body)],
    );
  }
  await pool.query(
    `with file as (insert into blobs (organization_id, sha256, bytes, media_type, file_name)
       values ($1, repeat('a', 64), 1, 'text/plain', $4 || '.txt'))
     insert into record_documents (id, organization_id, connection_id, sha256, source_blob_ref, title, kind, client_key, source_id, file_name)
     values (gen_random_uuid(), $1, $2, repeat('a', 64), 'sb_' || repeat('a', 32), $4, 'letter', $3, 'letter', 'letter.txt')`,
    [organizationId, connectionId, clientKey, `Letter to ${planted.name}`],
  );
  await pool.query(
    `insert into analyses (id, organization_id, owner, connection_id, snapshot_seq, family, query, fields, is_whole,
       is_suppressed, rows)
     values (gen_random_uuid(), $1, 'seat:ana', $2, 1, 'accounts', '{}', '{name}', true, false, $3)`,
    [organizationId, connectionId, JSON.stringify([{ name: planted.name, count: 1 }])],
  );
}

async function payloadOf(runId: string) {
  const { rows } = await deps.db.pool.query<{ input: string; output: string; parts: string[] | null }>(
    "select input, output, erased_parts as parts from run_payloads where run_id = $1",
    [runId],
  );
  return rows[0];
}

describe("erasing a client", () => {
  test("removes its values from every table, and nothing of others (ERA-1, ERA-4)", async () => {
    const here = await scene();
    const { clientKey, otherKey } = here;
    const own = await addRun(here, { input: { name: planted.name }, output: { score: 1 }, subject: clientKey });
    const many = await addRun(here, {
      input: { rows: [{ insured: { name: planted.name }, limit: 5 }, { insured: { name: "Other Client of Ours" } }] },
      output: {
        headline: `${planted.name.toUpperCase()} comes first, then Other Client of Ours`,
        rows: [
          { client_key: clientKey, premium: 31_337_421, because: ["Its revenue grew"], producer_seat: "ana" },
          { client_key: otherKey, premium: 99, because: ["Its revenue grew"] },
        ],
      },
    });
    await deps.db.inTransaction((tx) =>
      appendPlatformEvents(tx, [
        {
          organizationId: here.organizationId,
          type: "custom.noted",
          dedupeKey: "one",
          subject: { kind: "custom", key: "one" },
          data: { contact: planted.contact },
        },
      ]),
    );
    for (const value of Object.values(planted)) expect(await placesOf(value)).not.toEqual([]);

    const { counts } = await erase(here);

    for (const value of Object.values(planted)) expect([value, await placesOf(value)]).toEqual([value, []]);
    expect(await placesOf("31337421")).toEqual([]);
    expect(counts).toMatchObject({
      runs_removed: 1,
      runs_blanked: 1,
      webhook_bodies_blanked: 1,
      events_blanked: 1,
      quarantined_removed: 1,
      accounts_removed: 2,
      contacts_removed: 1,
      policies_removed: 1,
      coverages_removed: 1,
      activities_removed: 1,
    });
    expect(await payloadOf(own)).toBeUndefined();
    const left = await payloadOf(many);
    expect(left?.parts).toEqual(["input", "output"]);
    expect(JSON.parse(left?.output ?? "")).toEqual({
      headline: "[erased]",
      rows: [
        { client_key: clientKey, premium: null, because: ["[erased]"], producer_seat: "[erased]" },
        { client_key: otherKey, premium: 99, because: ["Its revenue grew"] },
      ],
    });
    expect(JSON.parse(left?.input ?? "")).toEqual({
      rows: [{ insured: { name: "[erased]" }, limit: 5 }, { insured: { name: "Other Client of Ours" } }],
    });
    expect(Object.keys(await servedRows(deps, here.connectionId, "accounts"))).toEqual(["A2"]);
    expect(Object.keys(await servedRows(deps, here.connectionId, "coverages"))).toEqual(["C2"]);
  });

  test("blanks its commands, and the chain verifies; what they amounted to, opportunities, documents and analyses go (ERA-7, ERA-10)", async () => {
    const here = await scene();
    const { organizationId, connectionId, clientKey, otherKey } = here;
    const environmentId = await liveOf(here);
    const append = (entity: { kind: string; key: string }, type: string, payload: JsonObject) =>
      appendCommands(deps, {
        organizationId,
        environmentId,
        keyId: "key",
        traceId: undefined,
        viewer: testView(organizationId),
        actor: { principal: "pat", type: "producer" },
        connectionId,
        commands: readCommands([{ idempotency_key: randomUUID(), type, entity, payload }]),
      });
    const [own, other] = [clientKey, otherKey].map((key) => ({ kind: "account", key }));
    if (own === undefined || other === undefined) throw new Error("two clients");
    await append(own, "create_task", { title: planted.body });
    await append(other, "create_task", { title: "Call them" });
    const named = await append(other, "create_task", { title: `Ask ${planted.contact} about it` });
    const taskKey = named.results[0]?.created?.key ?? "";
    await append({ kind: "task", key: taskKey }, "update_task", { body: "Nothing about them" });
    await append(own, "add_note", { body: planted.attribute, visibility: "private" });
    await append(own, "flag_record", { flag: "vip", note: planted.name });
    await insertWork(here, environmentId);
    for (const value of [planted.body, planted.contact, planted.attribute]) {
      expect(await placesOf(value)).toContain("public.ledger_commands");
    }
    expect(await placesOf(planted.name)).toEqual(
      expect.arrayContaining([
        "public.opportunities",
        "public.record_documents",
        "public.analyses",
        "public.ledger_flags",
      ]),
    );

    const counted = await erase(here, true);
    const { counts } = await erase(here);

    expect(counts).toEqual(counted.counts);
    expect(counts).toMatchObject({
      commands_blanked: 5,
      ledger_tasks_removed: 1,
      ledger_notes_removed: 1,
      ledger_flags_removed: 1,
      opportunities_removed: 1,
      opportunities_blanked: 1,
      record_documents_removed: 1,
      analyses_removed: 1,
    });
    for (const value of Object.values(planted)) expect([value, await placesOf(value)]).toEqual([value, []]);
    expect(await verifyLedger(deps, organizationId)).toMatchObject({ head: { seq: 7 }, problems: [] });
    const { rows: last } = await deps.db.pool.query(
      `select type, entity_key as key, actor_type as actor, payload from ledger_commands
       where organization_id = $1 order by seq desc limit 1`,
      [organizationId],
    );
    expect(last).toEqual([{ type: "record_erased", key: clientKey, actor: "operator", payload: "{}" }]);
    const { rows: tasks } = await deps.db.pool.query("select title from ledger_tasks where organization_id = $1", [
      organizationId,
    ]);
    expect(tasks).toEqual([{ title: "Call them" }]);
    const rebuilt = await rebuildLedger(deps, testOperator, organizationId);
    expect(Object.values(rebuilt.projections).map(({ differing }) => differing)).toEqual([0, 0, 0, 0, 0]);
    // A repeat changes nothing and is no further command.
    await erase(here);
    expect(await verifyLedger(deps, organizationId)).toMatchObject({ head: { seq: 7 }, problems: [] });
  });

  test("conversations about it go, and others lose what names it and what was made from it (ERA-11)", async () => {
    const here = await scene();
    const about = await addConversation(here, { clientKey: here.clientKey });
    await insertTestTurn(deps.db, about, { input: planted.body });
    const other = await addConversation(here, { title: `About ${planted.name}` });
    const cited = await insertTestTurn(deps.db, other, {
      input: "What does it pay?",
      output: "It pays 31,337,421 a year. [1]",
      citations: JSON.stringify([
        { n: 1, source: { kind: "records", ref: { family: "accounts", key: here.clientKey }, title: planted.name } },
      ]),
    });
    const named = await insertTestTurn(deps.db, other, { input: `Is ${planted.name} open?`, output: "From 8 to 5." });
    const free = await insertTestTurn(deps.db, other, { input: "And we?", output: "From 9 to 6." });
    await deps.db.pool.query(
      `insert into conversation_annotations (id, organization_id, environment_id, conversation_id, turn_id, kind, key_id, comment)
       select gen_random_uuid(), c.organization_id, c.environment_id, c.id, said.turn_id, 'comment', 'key', said.comment
       from conversations c, unnest($2::uuid[], $3::text[]) said (turn_id, comment) where c.id = $1`,
      [other, [free, cited], [`As ${planted.contact} said`, "The one with the red roof"]],
    );
    expect((await erase(here, true)).counts).toMatchObject({ conversations_removed: 1, turns_blanked: 3 });
    expect((await erase(here)).counts).toMatchObject({
      conversations_removed: 1,
      conversations_blanked: 1,
      turns_blanked: 2,
      conversation_annotations_blanked: 1,
    });
    for (const value of Object.values(planted)) expect([value, await placesOf(value)]).toEqual([value, []]);
    const { rows } = await deps.db.pool.query<{ id: string; inputText: string; outputText: string }>(
      `select id, input_text as "inputText", output_text as "outputText" from turns where conversation_id = any($1) order by index`,
      [[about, other]],
    );
    const { rows: annotations } = await deps.db.pool.query<{ comment: string }>(
      "select comment from conversation_annotations where conversation_id = $1",
      [other],
    );
    expect(annotations).toEqual([{ comment: "[erased]" }, { comment: "[erased]" }]);
    expect(rows).toEqual([
      { id: cited, inputText: "What does it pay?", outputText: "[erased]" },
      { id: named, inputText: "[erased]", outputText: "From 8 to 5." },
      { id: free, inputText: "And we?", outputText: "From 9 to 6." },
    ]);
    expect((await erase(here)).counts).toMatchObject({ conversations_removed: 0, turns_blanked: 0 });
  });

  test("counts and changes nothing with --dry-run (ERA-2)", async () => {
    const here = await scene();
    const before = await tablesOf(deps, here.connectionId);
    const counted = await erase(here, true);
    expect(await tablesOf(deps, here.connectionId)).toEqual(before);
    const { counts } = await erase(here);
    expect(counts).toEqual(counted.counts);
  });

  test("may be run again, after which nothing is left to do (ERA-3)", async () => {
    const here = await scene();
    const first = await erase(here);
    const again = await erase(here);
    expect(Object.values(first.counts).some((rows) => rows > 0)).toBe(true);
    expect(Object.keys(again.counts).toSorted()).toEqual(Object.keys(first.counts).toSorted());
    expect([...new Set(Object.values(again.counts))]).toEqual([0]);
    const { rows } = await deps.db.pool.query<{ counts: string }>(
      "select counts from record_erasures where organization_id = $1 and client_key = $2",
      [here.organizationId, here.clientKey],
    );
    // What is kept of it is what all of them did together.
    expect(rows.map(({ counts }) => parseJsonObject(counts))).toEqual([first.counts]);
    await expect(erase({ ...here, clientKey: "c_nobody" })).rejects.toMatchObject({ code: "not_found" });
    const { organizationId } = await newConnection(deps);
    await expect(erase({ ...here, organizationId })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("an import after it (ERA-6)", () => {
  test("counts the client's rows as suppressed and keeps nothing of them", async () => {
    const here = await scene();
    await erase(here);
    const { state, counts } = await importRows(deps, here.connectionId, [
      ...book(),
      policy("P9", "A1", { policy_number: "A new policy of the client" }),
      coverage("C9", "P9"),
      { kind: "quarantined", family: "claims", sourceId: "X1", client: "A1", reasons: [{ message: planted.name }] },
      { kind: "quarantined", family: "accounts", sourceId: "A1", reasons: [{ message: "has no name" }] },
      gone("contacts", "K7"),
    ]);
    // Nothing is left of the delivery that would change the book.
    expect(state).toBe("unchanged");
    expect(counts).toMatchObject({
      accounts: { read: 3, suppressed: 2, unchanged: 1, quarantined: 0 },
      policies: { read: 3, suppressed: 2 },
      coverages: { read: 3, suppressed: 2 },
      contacts: { read: 1, suppressed: 1 },
      claims: { read: 1, suppressed: 1, quarantined: 0 },
    });
    for (const value of Object.values(planted)) expect([value, await placesOf(value)]).toEqual([value, []]);
  });

  test("brings none of its documents back, by name or by client, and keeps a manifest's documents of others (DOC-6)", async () => {
    const here = await scene();
    const { connectionId, organizationId } = here;
    const drive = await mkdtemp(join(folder, "drive-"));
    const manifest = join(folder, `${connectionId}.csv`);
    for (const name of ["own.txt", "other.txt"]) await writeFile(join(drive, name), `About ${name}`);
    const bring = (described: boolean) =>
      importDocuments({ db: deps.db, files }, testOperator, "every", {
        connectionId,
        folder: drive,
        manifest: described ? manifest : undefined,
        hasScanner: false,
      });
    await writeFile(manifest, "file,title,client_source_id\nown.txt,Own,A1\nother.txt,Other,A2\n");
    expect(await bring(true)).toMatchObject({ created: 2, suppressed: 0 });
    expect(await bring(false)).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
    await erase(here);
    await writeFile(manifest, "file,title,client_source_id\nown.txt,Own,A1\nmoved.txt,Moved,A1\nother.txt,Other,A2\n");
    await writeFile(join(drive, "moved.txt"), "Moved");
    expect(await bring(true)).toMatchObject({ documents: 1, unchanged: 1, suppressed: 2 });
    await rm(join(drive, "moved.txt"));
    expect(await bring(false)).toMatchObject({ documents: 1, unchanged: 1, suppressed: 1 });
    const { rows } = await deps.db.pool.query(
      `select title, client_key as "clientKey" from record_documents where organization_id = $1`,
      [organizationId],
    );
    expect(rows).toEqual([{ title: "Other", clientKey: here.otherKey }]);
  });

  test("knows the coverages of a suppressed policy that come alone", async () => {
    const here = await scene();
    await erase(here);
    const { counts } = await importRows(deps, here.connectionId, [coverage("C1", "P1", { limit: 5 })], {
      mode: "delta",
    });
    expect(counts.coverages).toMatchObject({ read: 1, suppressed: 1, quarantined: 0 });
  });
});
