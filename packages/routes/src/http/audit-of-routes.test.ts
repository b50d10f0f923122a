import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { listChanges, type RecordedChange } from "@service/domain/audit";
import { createTestBook, passTestGate } from "@service/domain/testing";
import { type Receiver, startReceiver } from "@service/testing";
import { sampleItem } from "../testing/sample-item.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../testing/test-api.ts";
import { routes } from "../routes/index.ts";
import type { Answer } from "../testing/checked-client.ts";

/**
 * Routes other than reads that write no audit row, with the reason. Do not add to the list: walk a route that changes
 * something below.
 */
const exceptions: Readonly<Record<string, string>> = {
  "attachments.upload": "the attachment itself is the record",
  "converse.answer": "stores nothing but usage",
  "engines.config.validate": "stores nothing",
  "runs.latest.batch": "reads; POST because of its body",
  "runs.submit": "the run itself is the record",
  "runs.cancel": "the run itself is the record",
  "evalRuns.start": "the run itself is the record",
  "evalRuns.cancel": "the run itself is the record",
  "records.analyses.ask": "the stored question is the record",
  "records.riskRuns.submit": "the run itself is the record",
  "records.programRuns.submit": "the run itself is the record",
  "opportunities.runs.submit": "the run itself is the record",
  "webhooks.test": "the delivery itself is the record",
  "webhooks.resend": "the delivery itself is the record",
  "ingest.event": "the event itself is the record",
  "records.actions.append": "the ledger itself is the record",
  "records.coverageRecord.save": "refused always",
  "records.editIntents.cancel": "refused always",
  "conversations.create": "the conversation itself is the record",
  "conversations.update": "the conversation itself is the record",
  "turns.submit": "the turn itself is the record",
  "turns.resume": "the attempt itself is the record",
  "turns.cancel": "the turn itself is the record",
};
const exceptionsMax = 23;

let api: TestApi;
let org: TestOrganization;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  api = await startTestApi({ settings: { webhookAllowedCidrs: ["127.0.0.0/8"] } });
  org = await api.organization();
});
afterAll(async () => {
  await api.stop();
  await receiver.stop();
});

async function newest(): Promise<RecordedChange | undefined> {
  const { changes } = await listChanges(api.deps, { organizationId: org.organizationId, limit: 1 });
  return changes[0];
}

/** Values that no audit row may contain: secrets, keys, and their stored forms. */
const secret = new Set<string>();
function keepSecret(value: string): void {
  secret.add(value);
  for (const encoding of ["hex", "base64", "base64url"] as const) {
    secret.add(createHash("sha256").update(value).digest(encoding));
  }
}

/** A row as a run leaves it, of a book that is there. @returns its id. */
async function anOpportunity(engineId: string): Promise<string> {
  const { connectionId } = await createTestBook(api.deps.db, { organizationId: org.organizationId });
  const id = randomUUID();
  await api.deps.db.pool.query(
    `insert into opportunities (organization_id, environment_id, engine_id, opportunity_id, connection_id, client_key,
       kind, status, change, score, words, body, first_run_id, seen_run_at, first_seen_at, last_seen_at)
     select $1, e.id, $2, $3, $4, 'c', 'cross_sell', 'open', 'new', 1, '', '{}', $3, now(), now(), now()
     from environments e where e.organization_id = $1 and e.slug = 'live'`,
    [org.organizationId, engineId, id, connectionId],
  );
  return id;
}

test("every route that changes something writes its audit row, and no row holds a key or secret (ACC-1, AUD-1, AUD-4)", async () => {
  const walked = new Set<string>();
  const key = org.organization;
  const scoped = await org.scoped(["webhooks:manage"]);
  const headerValue = `token-${randomUUID()}`;
  const queryValue = `query-${randomUUID()}`;
  for (const actor of [key, scoped]) keepSecret(actor.apiKey ?? "");
  keepSecret(headerValue);
  secret.add(queryValue);

  async function walk(action: string, answer: Promise<Answer>, expected: Partial<RecordedChange>): Promise<Answer> {
    const given = await answer;
    expect([action, given.status < 300, given.body["code"]]).toEqual([action, true, undefined]);
    expect(await newest()).toMatchObject({ action, organizationId: org.organizationId, ...expected });
    walked.add(action);
    return given;
  }

  const environment = { resourceKind: "environment", resourceId: "trial", environment: "trial" } as const;
  const by = { principalKind: "organization_key" } as const;
  await walk("environments.create", key.post("/environments", { slug: "trial" }), { ...by, ...environment });
  await walk("environments.update", key.patch("/environments/trial", { name: "Trial" }), {
    ...environment,
    before: { name: "trial" },
    after: { name: "Trial" },
  });
  await walk("environments.delete", key.delete("/environments/trial"), { ...environment, after: null });

  const engine = { resourceKind: "engine", resourceId: "quotes", environment: null } as const;
  const quotes = { slug: "quotes", label: "Quotes", description: "", engine_type: "comparison" };
  await walk("engines.create", key.post("/engines", quotes), { ...engine, before: null });
  await walk("engines.update", key.patch("/engines/quotes", { label: "All quotes" }), {
    ...engine,
    before: { label: "Quotes", description: "", status: "active", group_key: "" },
    after: { label: "All quotes", description: "", status: "active", group_key: "" },
  });
  const { config } = (await key.get("/engines/quotes/config")).body;
  await walk("engines.config.save", key.put("/engines/quotes/config", { config }), engine);
  await walk("engines.versions.publish", key.post("/engines/quotes/versions", {}), { ...engine, before: null });

  const input = { subject: { key: "s", label: "s" }, items: ["a", "b"].map(sampleItem) };
  const submitted = await key.post("/engines/quotes/runs", { input });
  const runId = String(submitted.body["run_id"]);
  await api.workOffRuns();
  const run = { resourceKind: "run", resourceId: runId, environment: "live", before: null } as const;
  const outcome = { event_id: randomUUID(), event_type: "bound", target: { solution_key: "a" } };
  await walk("outcomes.record", key.post(`/runs/${runId}/outcomes`, outcome), run);
  const annotation = { event_id: randomUUID(), label: "useful" };
  await walk("outcomes.annotations.record", key.post(`/runs/${runId}/annotations`, annotation), run);
  // A replay writes no audit row.
  const recorded = await newest();
  await key.post(`/runs/${runId}/annotations`, annotation);
  expect(await newest()).toEqual(recorded);

  const finds = { slug: "finds", label: "Finds", description: "", engine_type: "opportunity" };
  const engineId = String((await walk("engines.create", key.post("/engines", finds), {})).body["id"]);
  const opportunityId = await anOpportunity(engineId);
  const noted = { resourceKind: "opportunity", resourceId: opportunityId, environment: "live" } as const;
  const at = `/engines/${engineId}/opportunities/${opportunityId}/annotation`;
  await walk("opportunities.annotation.save", key.put(at, { status: "won", note: "Not audited." }), {
    ...noted,
    after: { status: "won", revision: 1 },
  });
  const matching = { headers: { "if-match": '"1"' } };
  await walk("opportunities.annotation.delete", key.delete(at, matching), { ...noted, after: null });

  const instance = { slug: "evaluated", label: "Evaluated" };
  const instanceId = String((await key.post("/conversation-instances", instance)).body["id"]);
  const scenarios = "/conversation-instances/evaluated/eval-scenarios";
  const asks = {
    key: "asks",
    title: "Asks",
    turns: [{ user: "?", assertions: [{ type: "refusal", expected: true }] }],
  };
  const scenario = { resourceKind: "eval_scenario", resourceId: "asks", environment: null } as const;
  await walk("evalScenarios.create", key.post(scenarios, asks), { ...scenario, before: null });
  await walk("evalScenarios.update", key.patch(`${scenarios}/asks`, { required: false }, matching), {
    ...scenario,
    before: { revision: 1 },
  });
  await walk("evalScenarios.retire", key.post(`${scenarios}/asks/retire`), scenario);
  const promotable = await anAnnotation(instanceId);
  const promoting = key.post(`/conversation-instances/evaluated/${promotable}/promote`, { key: "promoted" });
  await walk("conversations.annotations.promote", promoting, { ...scenario, resourceId: "promoted", before: null });

  const wanted = {
    url: `${receiver.url}?token=${queryValue}`,
    events: ["run.completed"],
    headers: { authorization: headerValue },
  };
  const made = await walk("webhooks.create", scoped.post("/webhooks", wanted), {
    principalKind: "scoped_key",
    resourceKind: "webhook_endpoint",
    environment: "live",
  });
  const endpointId = String(made.body["id"]);
  keepSecret(String(made.body["secret"]));
  const endpoint = { resourceKind: "webhook_endpoint", resourceId: endpointId, environment: "live" } as const;
  const patch = { description: "Ours", headers: { authorization: `${headerValue}-2` } };
  const patched = await walk("webhooks.update", scoped.patch(`/webhooks/${endpointId}`, patch), endpoint);
  expect(patched.status).toBe(200);
  expect((await newest())?.before).toMatchObject({ description: "", header_names: ["authorization"] });
  expect((await newest())?.after).toMatchObject({ description: "Ours", headers: "set", url: `${receiver.url}?…` });
  const rotated = await walk("webhooks.rotateSecret", key.post(`/webhooks/${endpointId}/secret/rotate`, {}), endpoint);
  keepSecret(String(rotated.body["secret"]));
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const recovery = { resourceKind: "webhook_recovery", environment: "live" } as const;
  const started = await walk("webhooks.recover", key.post(`/webhooks/${endpointId}/recover`, { since }), recovery);
  const cancel = `/webhooks/${endpointId}/recoveries/${String(started.body["id"] ?? started.body["recovery_id"])}/cancel`;
  await walk("webhooks.cancelRecovery", key.post(cancel), { ...recovery, after: { state: "cancelled" } });
  await walk("webhooks.delete", key.delete(`/webhooks/${endpointId}`), { ...endpoint, after: null });

  const desk = { resourceKind: "conversation_instance", resourceId: "desk", environment: null } as const;
  const ofDesk = "/conversation-instances/desk";
  const draft = { instructions: "Not audited." };
  await walk("conversationInstances.create", key.post("/conversation-instances", { slug: "desk", label: "Desk" }), {
    ...desk,
    before: null,
  });
  await walk("conversationInstances.update", key.patch(ofDesk, { eval_gate: { trials: 2 } }), desk);
  const condition = { headers: { "if-match": '"1"' } };
  await walk("conversationInstances.draft.save", key.put(`${ofDesk}/draft`, { config: draft }, condition), {
    ...desk,
    after: { revision: 2 },
  });
  await passTestGate(api.deps.db, { organizationId: org.organizationId, slug: "desk" });
  await walk("conversationInstances.versions.publish", key.post(`${ofDesk}/versions`), {
    ...desk,
    after: { version: 1 },
  });
  const conversationId = String((await key.post(`${ofDesk}/conversations`, {})).body["conversation_id"]);
  const conversation = { resourceKind: "conversation", resourceId: conversationId, environment: "live" } as const;
  const ofConversation = `${ofDesk}/conversations/${conversationId}`;
  const rating = { target: { type: "conversation" }, kind: "rating", rating: "up" };
  const rated = await walk(
    "conversations.annotations.create",
    key.post(`${ofConversation}/annotations`, rating),
    conversation,
  );
  const annotationPath = `${ofConversation}/annotations/${String(rated.body["annotation_id"])}`;
  await walk(
    "conversations.annotations.update",
    key.patch(annotationPath, { rating: "down" }, condition),
    conversation,
  );
  await walk("conversations.annotations.delete", key.delete(annotationPath), { ...conversation, after: null });
  await walk("conversations.export", key.get(`${ofConversation}/export`), { ...conversation, before: null });
  await walk("conversations.delete", key.delete(ofConversation), conversation);

  const writing = routes.filter(({ method }) => method !== "GET").map(({ id }) => id);
  expect(writing.filter((id) => !walked.has(id)).toSorted()).toEqual(Object.keys(exceptions).toSorted());
  expect(Object.keys(exceptions).length).toBeLessThanOrEqual(exceptionsMax);

  const { rows } = await api.deps.db.pool.query<{ all: string }>(
    "select string_agg(l::text, '') as all from audit_log l",
  );
  const log = rows[0]?.all ?? "";
  for (const value of secret) expect(log).not.toContain(value);
  const { rows: stored } = await api.deps.db.pool.query<{ ciphertext: string }>(
    "select ciphertext from webhook_secrets union all select headers from webhook_endpoints where headers is not null",
  );
  for (const { ciphertext } of stored) expect(log).not.toContain(ciphertext);
});

/** A turn that was rated up in `live`. @returns its path below the instance. */
async function anAnnotation(instanceId: string): Promise<string> {
  const [conversation, turn, annotation] = [randomUUID(), randomUUID(), randomUUID()];
  await api.deps.db.pool.query(
    `with e as (select id, organization_id from environments where organization_id = $1 and slug = 'live'),
     c as (insert into conversations (id, organization_id, environment_id, environment_slug, instance_id, request_hash)
       select $2, organization_id, id, 'live', $5, '' from e),
     t as (insert into turns (id, conversation_id, organization_id, environment_id, instance_id, index, status, input_text,
         config_hash, rights, key_id, request_hash, output_text, completed_at)
       select $3, $2, organization_id, id, $5, 1, 'completed', 'A question?', '', '{}', 'key', '', 'An answer.', now() from e)
     insert into conversation_annotations (id, organization_id, environment_id, conversation_id, turn_id, kind, rating, key_id)
     select $4, organization_id, id, $2, $3, 'rating', 'up', 'key' from e`,
    [org.organizationId, conversation, turn, annotation, instanceId],
  );
  return `conversations/${conversation}/annotations/${annotation}`;
}
