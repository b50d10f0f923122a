import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Database } from "@service/db";
import { auditedKinds } from "@service/domain/audit/kinds";
import { recordKey } from "@service/record-families";
import { openTestDatabase, testDatabase, type TestDatabase } from "@service/testing";
import { commandNames } from "./svc.ts";
import { runSvc } from "./testing/run-svc.ts";
import { insertRelease, insertRun } from "@service/domain/testing";

/** Commands that change nothing. */
const reading: readonly string[] = [
  "organization list",
  "organization show",
  "key list",
  "scoped-key list",
  "engine list",
  "egress list",
  "model list",
  // One harmless request, which changes nothing.
  "model test",
  "model usage",
  "dataset list",
  "records inspect",
  "connection list",
  "connection show",
  // Refused in this version.
  "connection sync",
  "records imports list",
  "records imports show",
  "records report",
  "records explain",
  "records mapping suggest",
  "records mapping check",
  "records mapping list",
  "records mapping show",
  "derivation list",
  "pack list",
  "run show",
  "source list",
  "event list",
  "event failed",
  "automation list",
  "automation show",
  "automation executions",
  "queue status",
  "endpoint list",
  "delivery list",
  "delivery notices",
  "seat list",
  "person list",
  "member list",
  "records shadow-report",
  "field-policy list",
  "ledger verify",
  "audit list",
  "audit show",
  "audit verify",
  "database status",
  "doctor",
];

/** Commands that write and have no audit row, with the reason. The list may only shrink. */
const exceptions: Readonly<Record<string, string>> = {
  "event emit": "an event is itself a permanent record",
  "event retry": "retries events and changes no configuration",
  "database migrate": "migrations are recorded by the migration table",
};
const exceptionsMax = 3;

let database: TestDatabase;
let db: Database;
let folder: string;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  database = await testDatabase();
  db = openTestDatabase(database.url);
  folder = await mkdtemp(join(tmpdir(), "svc-audit-"));
  environment = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
    SVC_OPERATOR: "ana",
  };
});
afterAll(async () => {
  await db.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

/** Runs a command and returns its answer. */
async function answerOf(...words: string[]): Promise<Record<string, unknown>> {
  const { status, stdout } = await runSvc([...words, "--json"], { environment });
  expect([words, status]).toEqual([words, 0]);
  const answer: Record<string, unknown> = JSON.parse(stdout);
  return answer;
}

interface Recorded {
  readonly id: number;
  readonly by: string;
  readonly action: string;
  readonly resource: string;
}

async function newest(): Promise<Recorded | undefined> {
  const { rows } = await db.pool.query<Recorded>(
    `select id, principal_kind || ' ' || principal_id as by, action, resource_kind || ' ' || resource_id as resource
     from audit_log order by id desc limit 1`,
  );
  return rows[0];
}

const responseSchema = { type: "object", required: ["output"], properties: { output: { type: "object" } } };

/** Inserts an engine with a release and a finished run. */
async function engineAndRun(organizationId: string): Promise<string> {
  const id = await insertRelease(db, { organizationId, responseSchema });
  return insertRun(db, { organizationId, engine: { id } });
}

const secret = new Set<string>();
function keepSecret(value: unknown): void {
  const text = String(value);
  secret.add(text);
  // Of a scoped key, only the last part is hashed and stored.
  for (const part of [text, text.split("_").at(-1) ?? text]) {
    for (const encoding of ["hex", "base64"] as const) secret.add(createHash("sha256").update(part).digest(encoding));
  }
}

test("every command that changes something writes an audit row, and no row contains a key or secret (ACC-1, AUD-1, AUD-4)", async () => {
  const walked = new Set<string>();
  async function walk(command: string, words: readonly string[], expected: string, resource: string) {
    const last = (await newest())?.id ?? 0;
    const answer = await answerOf(...command.split(" "), ...words);
    const row = await newest();
    expect(row).toMatchObject({ by: "operator ana", action: expected, resource });
    expect(row?.id).toBeGreaterThan(last);
    walked.add(command);
    return answer;
  }

  const created = await answerOf("organization", "create", "--name", "Harborline");
  const id = String(created["organization_id"]);
  expect(await newest()).toMatchObject({ by: "operator ana", resource: `organization ${id}` });
  walked.add("organization create");
  const of = ["--organization", id];
  keepSecret("assertion-of-theirs-".repeat(2));
  const assertion = await file("assertion.txt", `${"assertion-of-theirs-".repeat(2)}\n`);
  const set = [id, "--max-running", "4", "--assertion-secret", assertion];
  await walk("organization set", set, "organizations.set", `organization ${id}`);

  const place = [...of, "--environment", "live"];
  const { key_id: keyId, api_key: apiKey } = await answerOf("key", "create", ...place, "--label", "portal");
  keepSecret(apiKey);
  expect(await newest()).toMatchObject({ action: "keys.create", resource: `organization_key ${String(keyId)}` });
  walked.add("key create");
  await walk("key revoke", [String(keyId)], "keys.revoke", `organization_key ${String(keyId)}`);
  const scoped = await answerOf("scoped-key", "create", ...place, "--capability", "runs:read");
  const scopedId = String(scoped["key_id"]);
  keepSecret(scoped["api_key"]);
  expect(await newest()).toMatchObject({ action: "scopedKeys.create", resource: `scoped_key ${scopedId}` });
  walked.add("scoped-key create");
  await walk("scoped-key revoke", [scopedId], "scopedKeys.revoke", `scoped_key ${scopedId}`);

  const runId = await engineAndRun(id);
  await walk("engine set", [...of, "--engine", "quotes", "--withdraw", "1.0"], "engines.set", "engine quotes");
  keepSecret("stamp-of-theirs-".repeat(2));
  const stamping = ["engine", "set-stamp-secret", "quotes", ...of, "--source", "portal", "--json"];
  expect(await runSvc(stamping, { environment, input: `${"stamp-of-theirs-".repeat(2)}\n` })).toMatchObject({
    status: 0,
  });
  expect(await newest()).toMatchObject({
    by: "operator ana",
    action: "engines.stampSecret",
    resource: "engine quotes",
  });
  walked.add("engine set-stamp-secret");
  const manifest = { schema_version: 1, destinations: ["openai_compatible"], rules: [] };
  const rule = { engine_type: "comparison", path: "headline", transform: "mask" };
  const manifestFile = await file("headlines.json", { ...manifest, rules: [rule] });
  await walk("egress register", [manifestFile], "egressManifests.register", "egress_manifest headlines");
  keepSecret("sk-model-key-of-ours-1");
  const model = await file("model.json", {
    alias: "house",
    provider: "openai_compatible",
    base_url: "http://127.0.0.1:9/v1",
    model: "m-1",
    api_key: "sk-model-key-of-ours-1",
    context_tokens: 8000,
    max_output_tokens: 1000,
    surfaces: ["converse"],
  });
  await walk("model register", [model], "models.register", "model_alias house");
  await walk("model disable", ["house"], "models.disable", "model_alias house");
  const rows = await file("rows.ndjson", '{"key":"a","value":"b"}\n');
  await walk("dataset import", ["rows", rows, ...of], "datasets.import", "dataset rows");
  const output = await file("output.json", { headline: "right" });
  await walk("correction attach", ["--run", runId, "--output", output], "corrections.attach", `run ${runId}`);

  const sourceOf = [...of, "--environment", "live", "--kind", "native", "--key", "main-repo"];
  keepSecret((await walk("source create", sourceOf, "sources.create", "inbound_source main-repo"))["secret"]);
  const rotated = await walk("source rotate", ["main-repo", ...of], "sources.rotate", "inbound_source main-repo");
  keepSecret(rotated["secret"]);
  await walk("source disable", ["main-repo", ...of], "sources.disable", "inbound_source main-repo");

  const automation = await file("automation.json", {
    automation_key: "answer",
    trigger: { event_type: "custom.ask" },
    effect: { kind: "emit_event", type: "custom.answer", data: {} },
  });
  await walk("automation create", ["--file", automation, ...of], "automations.create", "automation answer");
  await walk("automation disable", ["answer", ...of], "automations.switch", "automation answer");
  await walk("automation enable", ["answer", ...of], "automations.switch", "automation answer");
  await walk("automation remove", ["answer", ...of], "automations.remove", "automation answer");

  const seats = await file("seats.json", [{ seat_key: "ana", scope: "All" }]);
  await walk("seat import", [seats, ...of], "seats.import", "seat ana");
  await walk("seat set", ["ana", "--scope", "Own", ...of], "seats.set", "seat ana");
  await walk("seat disable", ["ana", ...of], "seats.set", "seat ana");
  const policy = await file("policy.json", { policy_key: "desk", denied: ["commission"] });
  await walk("ledger rebuild", of, "ledger.rebuild", `organization ${id}`);
  await walk("field-policy set", [policy, ...of], "fieldPolicies.set", "field_policy desk");

  const invited = await answerOf("person", "invite", "--email", "ana@example.com", "--name", "Ana", "--role", "owner");
  const person = `person ${String(invited["person_id"])}`;
  expect(await newest()).toMatchObject({ by: "operator ana", action: "people.invite", resource: person });
  walked.add("person invite");
  keepSecret(String(invited["link"]).split("#")[1]);
  await answerOf("person", "invite", "--email", "ben@example.com", "--name", "Ben", "--role", "owner");
  const anaAddress = "ana@example.com";
  await walk("member add", ["--email", anaAddress, "--role", "admin", ...of], "members.set", person);
  await answerOf("member", "add", "--email", "ben@example.com", "--role", "admin", ...of);
  await walk("member remove", ["--email", anaAddress, ...of], "members.set", person);
  await walk("person set-role", [anaAddress, "operator"], "people.set", person);
  await walk("person disable", [anaAddress], "people.set", person);
  await walk("person enable", [anaAddress], "people.set", person);
  await walk("person reset-second-factor", [anaAddress], "people.resetSignIn", person);
  keepSecret(String((await walk("person reset", [anaAddress], "people.resetSignIn", person))["link"]).split("#")[1]);

  const connection = ["--name", "book", "--kind", "import", ...of];
  const made = await answerOf("connection", "create", ...connection);
  const connectionId = String(made["connection_id"]);
  expect(await newest()).toMatchObject({ action: "connections.create", resource: `record_connection ${connectionId}` });
  walked.add("connection create");
  const bookOf = `record_connection ${connectionId}`;
  await walk("connection set", [connectionId, "--name", "the book"], "connections.set", bookOf);
  await walk("derivation run", ["peer_stats", ...of], "derivations.run", "derivation peer_stats");
  const accounts = await file("accounts.csv", "client_key,name\n1,Ann Harbor\n");
  const drive = await mkdtemp(join(folder, "drive-"));
  await writeFile(join(drive, "guide.txt"), "Appetite");
  await walk("documents import", [drive, "--connection", connectionId], "documents.import", bookOf);
  const importing = ["--connection", connectionId, accounts];
  const { import_id: importId } = await walk("records import", importing, "records.import", bookOf);
  // As if its process had died.
  const interrupt = (state: string) =>
    db.pool.query("update record_imports set state = $2::record_import_state, seq = null where id = $1", [
      importId,
      state,
    ]);
  await interrupt("reading");
  await db.pool.query("update record_connections set served_seq = 0 where id = $1", [connectionId]);
  await db.pool.query("delete from record_snapshots where connection_id = $1", [connectionId]);
  await db.pool.query("delete from book.accounts where connection_id = $1", [connectionId]);
  await walk("records imports resume", [String(importId)], "records.import", bookOf);
  await interrupt("reading");
  await walk("records imports cancel", [String(importId)], "records.cancelImport", bookOf);
  const clientKey = recordKey(connectionId, "accounts", "1");
  await walk("records erase", [...of, "--client", clientKey], "records.erase", bookOf);
  await walk("connection disable", [connectionId], "connections.set", bookOf);

  const writing = (await commandNames()).filter((name) => !reading.includes(name));
  expect(writing.filter((name) => !walked.has(name)).toSorted()).toEqual(Object.keys(exceptions).toSorted());
  expect(Object.keys(exceptions).length).toBeLessThanOrEqual(exceptionsMax);

  const { rows: log } = await db.pool.query<{ all: string; count: number }>(
    "select string_agg(l::text, '') as all, count(*) as count from audit_log l",
  );
  expect(log[0]?.count).toBeGreaterThan(15);
  expect(secret.size).toBeGreaterThan(15);
  for (const value of secret) expect(log[0]?.all).not.toContain(value);
});

test("svc audit list shows an organization's changes in pages, filtered by action and resource (AUD-6, OPS-33)", async () => {
  const { organization_id: id } = await answerOf("organization", "create", "--name", "Pages");
  const of = ["--organization", String(id)];
  for (const label of ["a", "b", "c"]) {
    await answerOf("key", "create", ...of, "--environment", "live", "--label", label);
  }
  const labels = (answer: Record<string, unknown>) =>
    (Array.isArray(answer["changes"]) ? answer["changes"] : []).map((change: { after: unknown }) => change.after);
  const first = await answerOf("audit", "list", ...of, "--resource", "organization_key", "--limit", "2");
  expect(labels(first)).toEqual([{ label: "c" }, { label: "b" }]);
  const rest = ["--resource", "organization_key", "--before", String(first["next"])];
  const second = await answerOf("audit", "list", ...of, ...rest);
  expect([labels(second), second["next"]]).toEqual([[{ label: "a" }], null]);
  const created = await answerOf("audit", "list", ...of, "--action", "organizations.create");
  expect(created).toMatchObject({
    changes: [
      {
        principal_kind: "operator",
        principal_id: "ana",
        action: "organizations.create",
        resource_kind: "organization",
        resource_id: id,
        environment: null,
        before: null,
        after: { name: "Pages" },
      },
    ],
    next: null,
  });
  const rules = [{ engine_type: "matching", path: "headline", transform: "mask" }];
  const manifest = await file("pages.json", { schema_version: 1, destinations: ["openai_compatible"], rules });
  await answerOf("egress", "register", manifest);
  const none = await answerOf("audit", "list", "--organization", "none", "--resource", "egress_manifest:pages");
  expect(none).toMatchObject({ changes: [{ action: "egressManifests.register", resource_id: "pages" }] });
});

test("the list shows only the fields that differ, and show and --json show both sides whole (AUD-6, OPS-33)", async () => {
  const { organization_id: id } = await answerOf("organization", "create", "--name", "Differences");
  const of = String(id);
  await answerOf("organization", "set", of, "--max-running", "4", "--requests-per-minute", "77");
  const list = ["audit", "list", "--organization", of, "--action", "organizations.set"];
  const { stdout } = await runSvc(list, { environment });
  expect(stdout).toMatch(/max_running=null, requests_per_minute=\d+ +max_running=4, requests_per_minute=77$/m);
  expect(stdout).not.toContain("delivery_setup");
  const answer = await answerOf(...list);
  const [change]: { id?: number }[] = Array.isArray(answer["changes"]) ? answer["changes"] : [];
  expect(change).toMatchObject({ before: { delivery_setup: "per_run" }, after: { max_running: 4 } });
  const shown = await runSvc(["audit", "show", String(change?.id)], { environment });
  expect(shown.stdout).toMatch(/^Before delivery setup +"per_run"$/m);
  expect(shown.stdout).toMatch(/^After max running +4$/m);
  expect(await answerOf("audit", "show", String(change?.id))).toEqual({ ...change, organization_id: of });
  expect(await runSvc(["audit", "show", "999999999"], { environment })).toMatchObject({
    status: 1,
    stderr: "svc: No change has the id 999999999. (not_found)\n",
  });
});

test("the help lists every kind of audited resource", async () => {
  const { stdout } = await runSvc(["help", "audit"], { environment: {} });
  expect(stdout).toContain(`Kinds of resources: ${auditedKinds.join(", ")}.`);
});
