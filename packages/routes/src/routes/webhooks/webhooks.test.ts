import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  advanceRecoveries,
  claimDeliveries,
  expandEvents,
  firstCursor,
  sweepDeliveries,
} from "@service/domain/deliveries";
import { announceRunEvents } from "@service/domain/events";

import type { Actor } from "../../testing/checked-client.ts";
import { type Receiver, startReceiver } from "@service/testing";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

let api: TestApi;
let acme: TestOrganization;
let receiver: Receiver;
let url = "";

beforeAll(async () => {
  api = await startTestApi({ settings: { webhookAllowedCidrs: ["127.0.0.0/8"] } });
  acme = await api.organization();
  receiver = await startReceiver();
  ({ url } = receiver);
});
afterAll(async () => {
  await api.stop();
  await receiver.stop();
});

async function create(actor: Actor, body: Record<string, unknown> = {}): Promise<string> {
  const created = await actor.post("/webhooks", { url, events: ["run.completed"], ...body });
  expect(created.status).toBe(201);
  return String(created.body["id"]);
}

/** Creates deliveries of finished runs as the webhooks process does. */
async function deliver(organization: TestOrganization, environment: string, count: number): Promise<void> {
  const { rows } = await api.deps.db.pool.query<{ id: string }>(
    "select id from environments where organization_id = $1 and slug = $2",
    [organization.organizationId, environment],
  );
  const environmentId = rows[0]?.id;
  for (let made = 0; made < count; made += 1) {
    const runId = randomUUID();
    await api.deps.db.pool.query(
      `with run as (
         insert into runs (id, organization_id, environment_id, environment_slug, engine_id, engine_slug, engine_type,
           submitter, key_id, request_hash, status, attempt, fair_rank, completed_at)
         values ($1, $2, $3, $4, $3, 'e', 'comparison', 'k', 'k', '\\x00', 'completed', 1, 0, now())
       ), payload as (insert into run_payloads (run_id, input, output) values ($1, '{}', '{}')),
       ${announceRunEvents("select $5::uuid, 'run.completed'::webhook_event_type, $2::uuid, $3::uuid, $1::uuid")}
       select`,
      [runId, organization.organizationId, environmentId, environment, randomUUID()],
    );
    await expandEvents(api.deps, { cycleSeconds: 302_400 });
  }
}

describe("an endpoint", () => {
  test("is created with a secret, which later reads do not show (HOOK-2)", async () => {
    const created = await acme.organization.post("/webhooks", {
      url,
      events: ["run.completed", "run.failed"],
      headers: { "X-Tenant": "hush" },
      description: "Blue Harbor",
    });
    expect(created.status).toBe(201);
    expect(String(created.body["secret"])).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(created.body).toMatchObject({
      url,
      events: ["run.completed", "run.failed"],
      payload_mode: "full",
      status: "enabled",
      disabled_reason: null,
      retry_policy: "standard-v3",
      environment: "live",
      max_per_second: 50,
      max_in_flight: 10,
      health: { failures_in_a_row: 0 },
    });
    const read = await acme.organization.get(`/webhooks/${String(created.body["id"])}`);
    expect(read.status).toBe(200);
    expect(read.text).not.toContain("whsec_");
    expect(read.text).not.toContain("hush");
    expect(Object.keys(read.body["headers"] ?? {})).toEqual(["x-tenant"]);
    const { rows } = await api.deps.db.pool.query<{ ciphertext: string; headers: string }>(
      "select s.ciphertext, e.headers from webhook_secrets s join webhook_endpoints e on e.id = s.endpoint_id where e.id = $1",
      [created.body["id"]],
    );
    expect(JSON.stringify(rows)).not.toMatch(/whsec_|hush/);
  });

  test("belongs to its environment: other environments and organizations do not find it (ENV-12, HOOK-1)", async () => {
    const id = await create(acme.organization);
    const other = await api.organization();
    for (const stranger of [acme.sandbox, other.organization]) {
      expect((await stranger.get(`/webhooks/${id}`)).body["code"]).toEqual("webhook_endpoint_not_found");
      expect((await stranger.patch(`/webhooks/${id}`, { status: "disabled" })).status).toBe(404);
      expect((await stranger.delete(`/webhooks/${id}`)).status).toBe(404);
      expect((await stranger.get(`/webhooks/${id}/deliveries`)).status).toBe(404);
      expect((await stranger.post(`/webhooks/${id}/secret/rotate`)).status).toBe(404);
      expect((await stranger.post(`/webhooks/${id}/test`)).status).toBe(404);
    }
    expect((await acme.organization.get(`/webhooks/${id}`)).status).toBe(200);
  });

  test("requires webhooks:manage of a scoped key (KEY-11)", async () => {
    const id = await create(acme.organization);
    const reader = await acme.scoped(["runs:read"]);
    expect((await reader.get("/webhooks")).body["code"]).toEqual("insufficient_capability");
    const manager = await acme.scoped(["webhooks:manage"]);
    expect((await manager.get(`/webhooks/${id}`)).status).toBe(200);
    expect((await api.anonymous.get("/webhooks")).status).toBe(401);
  });

  test("with a bad field answers the code of the field (HOOK-3, HOOK-15, HOOK-60)", async () => {
    const post = async (body: Record<string, unknown>) => {
      const answer = await acme.sandbox.post("/webhooks", { url, events: ["run.completed"], ...body });
      return [answer.status, String(answer.body["code"])];
    };
    expect(await post({ events: [] })).toEqual([400, "invalid_events"]);
    expect(await post({ events: ["run.completed", "run.completed"] })).toEqual([400, "invalid_events"]);
    expect(await post({ events: ["dataset.refreshed"] })).toEqual([400, "invalid_events"]);
    expect(await post({ events: ["webhook.test"] })).toEqual([400, "invalid_events"]);
    expect(await post({ payload_mode: "medium" })).toEqual([400, "invalid_payload_mode"]);
    expect(await post({ headers: { host: "a" } })).toEqual([400, "invalid_header"]);
    expect(await post({ color: "blue" })).toEqual([400, "invalid_request"]);
    expect(await post({ description: "é".repeat(257) })).toEqual([400, "invalid_request"]);
    expect(await post({ description: "é".repeat(256), url: "https://10.0.0.1/" })).toEqual([400, "invalid_url"]);
    const blocked = await acme.sandbox.post("/webhooks", { url: "https://169.254.169.254/", events: ["run.failed"] });
    expect(blocked.body["details"]).toEqual({ reason: "blocked_address" });
    expect(blocked.text).not.toContain("169.254");
  });

  test("id that is empty or not a UUID has its own code (PLAT-4)", async () => {
    expect((await acme.organization.get("/webhooks/")).body["code"]).toEqual("missing_endpoint_id");
    expect((await acme.organization.get("/webhooks//deliveries")).body["code"]).toEqual("missing_endpoint_id");
    expect((await acme.organization.get("/webhooks/12")).body["code"]).toEqual("invalid_endpoint_id");
    expect((await acme.organization.get(`/webhooks/${randomUUID()}`)).body["code"]).toEqual(
      "webhook_endpoint_not_found",
    );
  });

  test("is one of at most twenty in an environment, even when thirty are created concurrently (HOOK-4)", async () => {
    const crowd = await api.organization();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => crowd.sandbox.post("/webhooks", { url, events: ["run.failed"] })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => String(body["code"])))).toEqual(
      new Set(["webhook_endpoint_limit_reached"]),
    );
    const { body } = await crowd.sandbox.get("/webhooks");
    expect(body["endpoints"]).toHaveLength(20);
  });

  test("is changed field by field, disabled by hand and enabled again (HOOK-6)", async () => {
    const id = await create(acme.organization);
    const changed = await acme.organization.patch(`/webhooks/${id}`, {
      events: ["run.cancelled"],
      payload_mode: "thin",
    });
    expect(changed.body).toMatchObject({ events: ["run.cancelled"], payload_mode: "thin", url });
    expect((await acme.organization.patch(`/webhooks/${id}`, {})).body["code"]).toEqual("invalid_request");
    const disabled = await acme.organization.patch(`/webhooks/${id}`, { status: "disabled" });
    expect(disabled.body).toMatchObject({ status: "disabled", disabled_reason: "manual" });
    expect(disabled.body["disabled_at"]).not.toBeNull();
    const enabled = await acme.organization.patch(`/webhooks/${id}`, { status: "enabled" });
    expect(enabled.body).toMatchObject({ status: "enabled", disabled_reason: null, disabled_at: null });
  });

  test("has at most three live secrets; expiring the old ones immediately makes room (HOOK-11, HOOK-12)", async () => {
    const id = await create(acme.organization);
    expect((await acme.organization.post(`/webhooks/${id}/secret/rotate`)).status).toBe(200);
    const third = await acme.organization.post(`/webhooks/${id}/secret/rotate`, { previous_expires_in: 604_800 });
    expect(String(third.body["secret"])).toMatch(/^whsec_/);
    expect((await acme.organization.post(`/webhooks/${id}/secret/rotate`)).body["code"]).toEqual(
      "secret_limit_reached",
    );
    expect(
      (await acme.organization.post(`/webhooks/${id}/secret/rotate`, { previous_expires_in: 604_801 })).status,
    ).toBe(400);
    expect((await acme.organization.post(`/webhooks/${id}/secret/rotate`, { previous_expires_in: 0 })).status).toBe(
      200,
    );
    const { rows } = await api.deps.db.pool.query("select 1 from webhook_secrets where endpoint_id = $1", [id]);
    expect(rows).toHaveLength(1);
  });
});

describe("deliveries", () => {
  test("are listed newest first, page by page, and a cursor belongs to its list (HOOK-52)", async () => {
    const pages = await api.organization();
    const id = await create(pages.sandbox);
    await deliver(pages, "sandbox", 7);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await pages.sandbox.get(`/webhooks/${id}/deliveries`, {
        query: { limit: "3", ...(cursor === undefined ? {} : { cursor }) },
      });
      expect(page.status).toBe(200);
      for (const delivery of page.body["deliveries"] ?? []) seen.push(String(delivery["id"]));
      cursor = page.body["next_cursor"] === null ? undefined : String(page.body["next_cursor"]);
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(7);

    const first = await pages.sandbox.get(`/webhooks/${id}/deliveries`, { query: { limit: "2", state: "pending" } });
    const made = String(first.body["next_cursor"]);
    const codeOf = async (query: Record<string, string>, endpoint = id) =>
      String((await pages.sandbox.get(`/webhooks/${endpoint}/deliveries`, { query })).body["code"]);
    expect(await codeOf({ cursor: made })).toBe("invalid_cursor");
    expect(await codeOf({ cursor: made, state: "held" })).toBe("invalid_cursor");
    expect(await codeOf({ cursor: `${made.slice(0, -2)}AA`, state: "pending" })).toBe("invalid_cursor");
    expect(await codeOf({ cursor: "x", state: "pending" })).toBe("invalid_cursor");
    for (const other of [`${made}=`, `${made}.x`, ` ${made}`])
      expect(await codeOf({ cursor: other, state: "pending", limit: "2" })).toBe("invalid_cursor");
    expect(await codeOf({ cursor: made, state: "pending" }, await create(pages.sandbox))).toBe("invalid_cursor");
    expect(await codeOf({ state: "lost" })).toBe("invalid_request");
    expect(await codeOf({ run_id: "1" })).toBe("invalid_run_id");
    expect(await codeOf({ created_from: "2026-06-30T23:59:60Z" })).toBe("invalid_request");
    const same = await pages.sandbox.get(`/webhooks/${id}/deliveries`, {
      query: { limit: "2", state: "pending", cursor: made },
    });
    expect(same.status).toBe(200);
  });

  test.each(["1e2", "0x10", "+5", "07", " 5", "5.0", "", "0", "201"])(
    "are not listed by the limit %j (PLAT-99)",
    async (limit) => {
      const id = await create(acme.sandbox);
      const refused = await acme.sandbox.get(`/webhooks/${id}/deliveries`, { query: { limit } });
      expect([refused.status, refused.body]).toMatchObject([
        400,
        { code: "invalid_request", details: [{ field: "limit" }] },
      ]);
    },
  );

  test("are resent with 202, once per Idempotency-Key, and refused while in progress or cancelled (HOOK-80, HOOK-81, HOOK-82)", async () => {
    const again = await api.organization();
    const id = await create(again.organization);
    await deliver(again, "live", 1);
    const [listed] = (await again.organization.get(`/webhooks/${id}/deliveries`)).body["deliveries"] ?? [];
    const delivery = String(listed?.["id"]);
    const path = `/webhooks/${id}/deliveries/${delivery}`;
    const headers = { "idempotency-key": "click-1" };
    const clicks = await Promise.all(
      [1, 2, 3].map(() => again.organization.post(`${path}/resend`, undefined, { headers })),
    );
    expect(clicks.map(({ status }) => status)).toEqual([202, 202, 202]);
    const read = await again.organization.get(path);
    expect(read.body).toMatchObject({ id: delivery, state: "pending", cycle: 2, attempts: 0, attempt_log: [] });
    expect((await again.organization.post(`${path}/resend`, { a: 1 })).body["code"]).toEqual("invalid_request");
    expect((await again.organization.post(`${path}/resend`)).body["cycle"]).toEqual(3);
    expect(
      (await again.organization.post(`${path}/resend`, undefined, { headers: { "idempotency-key": "a".repeat(256) } }))
        .body["code"],
    ).toEqual("invalid_idempotency_key");

    await api.deps.db.pool.query(
      "update webhook_deliveries set state = 'delivering', lease_token = gen_random_uuid(), lease_until = now() + interval '1 minute', next_attempt_at = null where id = $1",
      [delivery],
    );
    expect((await again.organization.post(`${path}/resend`)).body["code"]).toEqual("delivery_in_progress");
    await api.deps.db.pool.query(
      "update webhook_deliveries set state = 'cancelled', lease_token = null, lease_until = null where id = $1",
      [delivery],
    );
    expect((await again.organization.post(`${path}/resend`)).body["code"]).toEqual("delivery_not_resendable");
    expect((await again.organization.get(`/webhooks/${id}/deliveries/${randomUUID()}`)).body["code"]).toEqual(
      "webhook_delivery_not_found",
    );
    expect((await again.organization.post(`/webhooks/${id}/deliveries/none/resend`)).body["code"]).toEqual(
      "webhook_delivery_not_found",
    );
  });

  test("are read with the attempt in progress: started, without an answer (HOOK-72)", async () => {
    const trying = await api.organization();
    const id = await create(trying.organization);
    await deliver(trying, "live", 1);
    const claim = { slots: 500, cursor: firstCursor, leaseSeconds: 60, isSlowLane: false, perEndpoint: 500 };
    const { deliveries } = await claimDeliveries(api.deps, {
      ...claim,
      excludedEndpointIds: [],
      cycleSeconds: 302_400,
    });
    const claimed = deliveries.find(({ endpointId }) => endpointId === id);
    const { status, body } = await trying.organization.get(`/webhooks/${id}/deliveries/${claimed?.id}`);
    expect([status, body["state"], body["attempts"]]).toEqual([200, "delivering", 1]);
    expect(body["attempt_log"]).toEqual([
      expect.objectContaining({ number: 1, outcome: "started", status: null, secret_ids: [], ended_at: null }),
    ]);
  });

  test("whose bytes retention removed are not resent: a resend must have the same bytes (HOOK-81)", async () => {
    const id = await create(acme.sandbox);
    const sent = await acme.sandbox.post(`/webhooks/${id}/test`);
    const path = `/webhooks/${id}/deliveries/${String(sent.body["id"])}`;
    await api.deps.db.pool.query(
      "update webhook_deliveries set state = 'dead_letter', reason = 'permanent_response', next_attempt_at = null where id = $1",
      [sent.body["id"]],
    );
    await api.deps.db.pool.query("delete from webhook_bodies where event_id = $1", [sent.body["event_id"]]);
    const before = await acme.sandbox.get(path);
    const refused = await acme.sandbox.post(`${path}/resend`, undefined, { headers: { "idempotency-key": "again" } });
    expect([refused.status, refused.body["code"]]).toEqual([410, "delivery_body_expired"]);
    expect((await acme.sandbox.get(path)).body).toEqual(before.body);
  });

  test("of a test event carry webhook.test and no run (HOOK-84)", async () => {
    const id = await create(acme.sandbox);
    const sent = await acme.sandbox.post(`/webhooks/${id}/test`);
    expect(sent.status).toBe(202);
    expect(sent.body).toMatchObject({ event_type: "webhook.test", run_id: null, state: "pending" });
    const { rows } = await api.deps.db.pool.query<{ body: string }>(
      "select body from webhook_bodies where event_id = $1",
      [sent.body["event_id"]],
    );
    const event: { data: object } = JSON.parse(rows[0]?.body ?? "{}");
    expect(Object.keys(event.data)).toEqual(["message"]);
  });

  test("are cancelled when their endpoint is deleted, which no read shows any more (HOOK-7)", async () => {
    const gone = await api.organization();
    const id = await create(gone.organization);
    await deliver(gone, "live", 2);
    expect((await gone.organization.delete(`/webhooks/${id}`)).status).toBe(204);
    await sweepDeliveries(api.deps, { cycleSeconds: 3_600, leaseSeconds: 10 });
    const { rows } = await api.deps.db.pool.query<{ state: string }>(
      "select state from webhook_deliveries where endpoint_id = $1",
      [id],
    );
    expect(rows).toEqual([{ state: "cancelled" }, { state: "cancelled" }]);
    expect((await gone.organization.get(`/webhooks/${id}`)).status).toBe(404);
    expect((await gone.organization.delete(`/webhooks/${id}`)).status).toBe(404);
    expect((await gone.organization.get("/webhooks")).body["endpoints"]).toEqual([]);
  });
});

describe("a recovery", () => {
  async function endpointWithDeadLetters(organization: TestOrganization, count: number): Promise<string> {
    const id = await create(organization.organization);
    await deliver(organization, "live", count);
    await api.deps.db.pool.query(
      `update webhook_deliveries set state = 'dead_letter', reason = 'permanent_response', next_attempt_at = null
        where endpoint_id = $1`,
      [id],
    );
    return id;
  }
  const since = () => new Date(Date.now() - 3_600_000).toISOString();

  test("is started with 202, read in progress and cancelled; the same Idempotency-Key returns the one it started (HOOK-86)", async () => {
    const owner = await api.organization();
    const id = await endpointWithDeadLetters(owner, 3);
    const path = `/webhooks/${id}`;
    const body = { since: since(), reason: "permanent_response" };
    const headers = { "idempotency-key": "recover-1" };
    const started = await owner.organization.post(`${path}/recover`, body, { headers });
    expect(started.status).toBe(202);
    expect(started.body).toMatchObject({
      endpoint_id: id,
      state: "running",
      reason: "permanent_response",
      since: body.since,
      matched: 3,
      recovered: 0,
      skipped: 0,
      finished_at: null,
    });
    expect((await owner.organization.post(`${path}/recover`, body, { headers })).body).toEqual(started.body);
    const recoveryId = String(started.body["id"]);
    const reused = await owner.organization.post(`${path}/recover`, { since: body.since }, { headers });
    expect([reused.status, reused.body["code"], reused.body["details"]]).toEqual([
      409,
      "recovery_key_reused",
      { recovery_id: recoveryId },
    ]);
    const second = await owner.organization.post(`${path}/recover`, body);
    expect([second.status, second.body["code"]]).toEqual([409, "recovery_in_progress"]);

    await advanceRecoveries(api.deps);
    const read = await owner.organization.get(`${path}/recoveries/${recoveryId}`);
    expect([read.status, read.body["state"], read.body["recovered"]]).toEqual([200, "completed", 3]);
    const listed = (await owner.organization.get(`${path}/deliveries`)).body["deliveries"] ?? [];
    expect(listed.map((delivery: Record<string, unknown>) => [delivery["state"], delivery["cycle"]])).toEqual(
      Array.from({ length: 3 }, () => ["pending", 2]),
    );
    const cancelled = await owner.organization.post(`${path}/recoveries/${recoveryId}/cancel`);
    expect([cancelled.status, cancelled.body["state"]]).toEqual([200, "completed"]);
    const next = await owner.organization.post(`${path}/recover`, { since: since() });
    const ended = await owner.organization.post(`${path}/recoveries/${String(next.body["id"])}/cancel`);
    expect([ended.status, ended.body["state"]]).toEqual([200, "cancelled"]);
  });

  test("of a window beyond 14 days, with a bad body or of an unknown endpoint is refused", async () => {
    const owner = await api.organization();
    const id = await endpointWithDeadLetters(owner, 1);
    const codeOf = async (body: Record<string, unknown>) =>
      String((await owner.organization.post(`/webhooks/${id}/recover`, body)).body["code"]);
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    expect(await codeOf({ since: daysAgo(15) })).toBe("invalid_recovery_window");
    expect(await codeOf({ since: daysAgo(1), until: daysAgo(2) })).toBe("invalid_recovery_window");
    expect(await codeOf({ since: daysAgo(-1) })).toBe("invalid_recovery_window");
    expect(await codeOf({})).toBe("invalid_request");
    expect(await codeOf({ since: "yesterday" })).toBe("invalid_request");
    expect(await codeOf({ since: daysAgo(1), reason: "boredom" })).toBe("invalid_request");
    expect(await codeOf({ since: daysAgo(1), endpoint: id })).toBe("invalid_request");
    const other = await api.organization();
    for (const [actor, path, code] of [
      [other.organization, `/webhooks/${id}/recoveries/${randomUUID()}`, "webhook_endpoint_not_found"],
      [owner.organization, `/webhooks/${id}/recoveries/${randomUUID()}`, "webhook_recovery_not_found"],
      [owner.organization, `/webhooks/${id}/recoveries/latest`, "webhook_recovery_not_found"],
      [owner.organization, `/webhooks/none/recoveries/${randomUUID()}`, "invalid_endpoint_id"],
    ] as const) {
      expect([path, (await actor.get(path)).body["code"]]).toEqual([path, code]);
      expect([path, (await actor.post(`${path}/cancel`)).body["code"]]).toEqual([path, code]);
    }
    expect((await other.organization.post(`/webhooks/${id}/recover`, { since: since() })).body["code"]).toBe(
      "webhook_endpoint_not_found",
    );
    expect((await owner.sandbox.post(`/webhooks/${id}/recover`, { since: since() })).body["code"]).toBe(
      "webhook_endpoint_not_found",
    );
  });
});
