import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sign } from "@octokit/webhooks-methods";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { InboundSourceKind } from "@service/contract";
import { createSource, disableSource, rotateSource, type IssuedSource } from "@service/domain/inbound";
import { listPlatformEvents } from "@service/domain/events";
import { fakeClock, testOperator } from "@service/testing";
import * as z from "zod";
import {
  nativeHeaders,
  postEvent,
  repoHostHeaders,
  type IngestAnswer,
  type IngestPost,
} from "../../testing/post-event.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

const clock = fakeClock(new Date("2026-11-21T09:00:00.000Z"));
const observed: string[] = [];
let api: TestApi;
let acme: TestOrganization;

beforeAll(async () => {
  api = await startTestApi({
    clock,
    settings: {
      count: (_counter, labels) => observed.push(Object.values(labels).join(" ")),
    },
  });
  acme = await api.organization();
});
afterAll(() => api.stop());

function source(kind: InboundSourceKind, mapping?: unknown, environment = "live"): Promise<IssuedSource> {
  return createSource(api.deps, testOperator, {
    organizationId: acme.organizationId,
    environment,
    kind,
    mapping: mapping === undefined ? undefined : JSON.stringify(mapping),
  });
}

const post = (to: IssuedSource, given: IngestPost): Promise<IngestAnswer> => postEvent(api.url, to.sourceKey, given);

/** A signed native event. */
function native(to: IssuedSource, event: unknown, id: string = randomUUID(), secret = to.secret): IngestPost {
  const body = typeof event === "string" ? event : JSON.stringify(event);
  return { body, headers: nativeHeaders(secret, id, clock.now(), body) };
}

async function eventsOf({ sourceKey }: IssuedSource) {
  const events = await listPlatformEvents(api.deps, {
    organizationId: acme.organizationId,
    type: "inbound.appended",
    limit: 1_000,
  });
  return events.filter(({ subject }) => subject.key === sourceKey);
}

const sample = pathToFileURL(join(import.meta.dirname, "../../../../../docs/site/samples/send-event.mjs")).href;
const Sample = z.object({
  sendEvent: z.custom<(given: object) => Promise<unknown>>((value) => typeof value === "function"),
});

const order = { type: "order.placed", data: { id: 7, text: 'a "quoted" \u0000 text' } };
const unauthorized = {
  status: 401,
  body: { code: "unauthorized", message: "The signature or code of the delivery is missing or wrong." },
};

describe("native", () => {
  test("an event that the official library signed is appended to the organization's log (IN-16)", async () => {
    const to = await source("native", undefined, "sandbox");
    const answer = await post(to, native(to, { ...order, occurred_at: "2026-11-20T10:00:00+01:00" }, "msg_1"));
    expect(answer).toMatchObject({ status: 200, body: { outcome: "appended" } });
    const [event, ...others] = await eventsOf(to);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      type: "inbound.appended",
      subject: { kind: "inbound_source", key: to.sourceKey },
      data: {
        source_key: to.sourceKey,
        kind: "native",
        environment: "sandbox",
        delivery_id: "msg_1",
        event_type: "order.placed",
        occurred_at: "2026-11-20T09:00:00.000Z",
        payload: order.data,
      },
      occurredAt: new Date("2026-11-20T09:00:00.000Z"),
      depth: 0,
    });
    expect(answer.body).toEqual({ outcome: "appended", event_id: event?.id });
  });

  test("a changed or missing signed part is always the same 401 (IN-15)", async () => {
    const to = await source("native");
    const good = native(to, order);
    const { headers = {} } = good;
    const without = (name: string) => Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
    const refused: IngestPost[] = [
      { ...good, body: JSON.stringify({ ...order, type: "order.paid" }) },
      { ...good, body: `${JSON.stringify(order)} ` },
      { ...good, headers: { ...headers, "webhook-id": "other" } },
      { ...good, headers: { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1) } },
      { ...good, headers: { ...headers, "webhook-timestamp": "now" } },
      { ...good, headers: { ...headers, "webhook-signature": `v1a,${headers["webhook-signature"]?.slice(3)}` } },
      { ...good, headers: { ...headers, "webhook-signature": "v1," } },
      ...Object.keys(headers).map((name) => ({ ...good, headers: without(name) })),
      native(to, order, "a", `whsec_${Buffer.alloc(32).toString("base64")}`),
      { body: JSON.stringify(order) },
    ];
    for (const given of refused) expect(await post(to, given)).toMatchObject(unauthorized);
    expect(await eventsOf(to)).toEqual([]);
    expect(await post(to, good)).toMatchObject({ status: 200, body: { outcome: "appended" } });
  });

  test("a signed time is accepted up to five minutes in the past or future (IN-16)", async () => {
    const to = await source("native");
    const body = JSON.stringify(order);
    const at = (seconds: number) => ({
      body,
      headers: nativeHeaders(to.secret, randomUUID(), new Date(clock.nowMs() + seconds * 1_000), body),
    });
    for (const seconds of [-300, 300]) expect((await post(to, at(seconds))).status).toBe(200);
    for (const seconds of [-301, 301]) expect(await post(to, at(seconds))).toMatchObject(unauthorized);
  });

  test("the guide's sample code sends a valid event", async () => {
    clock.set(new Date());
    const to = await source("native");
    const { sendEvent } = Sample.parse(await import(sample));
    const given = { url: `${api.url}/api/v1/events/ingest/${to.sourceKey}`, secret: to.secret, id: "guide-1" };
    const first = await sendEvent({ ...given, event: order });
    expect(first).toMatchObject({ outcome: "appended" });
    expect(await sendEvent({ ...given, event: order })).toEqual(first);
    await expect(sendEvent({ ...given, secret: "whsec_AAAA", event: order })).rejects.toThrow("answered 401");
  });

  test("one signature of several is enough (IN-16)", async () => {
    const to = await source("native");
    const given = native(to, order);
    const signature = `v1,${Buffer.alloc(32).toString("base64")} ${given.headers?.["webhook-signature"]}`;
    const answer = await post(to, { ...given, headers: { ...given.headers, "webhook-signature": signature } });
    expect(answer.status).toBe(200);
  });

  test("an event that can never be accepted is rejected with 200 and a reason, and recorded (IN-20, IN-29)", async () => {
    const to = await source("native");
    const deep = `{"type":"a","data":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`;
    const cases: readonly [unknown, string][] = [
      ["{", "invalid_json"],
      ['{"type":"\ud800"', "invalid_json"],
      ["[]", "schema_invalid"],
      ["null", "schema_invalid"],
      [{ type: "a" }, "schema_invalid"],
      [{ ...order, data: [] }, "schema_invalid"],
      [{ ...order, more: 1 }, "schema_invalid"],
      [{ ...order, occurred_at: "yesterday" }, "schema_invalid"],
      [deep, "schema_invalid"],
      ['{"type":"a","data":{"amount":1e999}}', "schema_invalid"],
      [String.raw`{"type":"a","data":{"name":"\ud800x"}}`, "schema_invalid"],
      [`{"type":"a","data":{"amount":[{"of":-1${"0".repeat(309)}}]}}`, "schema_invalid"],
      ['{"type":"a","data":{"__proto__":{"admin":true}}}', "schema_invalid"],
      ['{"type":"a","data":{"a":[{"\\u005f_proto__":1}]}}', "schema_invalid"],
      [
        { ...order, data: Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`k${index}`, 1])) },
        "schema_invalid",
      ],
      [{ ...order, type: "Order Placed" }, "unknown_event_type"],
      [{ ...order, type: "" }, "unknown_event_type"],
    ];
    for (const [event, reason] of cases) {
      const given = native(to, event);
      const expected = { status: 200, body: { outcome: "rejected", reason } };
      expect(await post(to, given)).toMatchObject(expected);
      expect(await post(to, given)).toMatchObject(expected);
    }
    const body = Buffer.from([0x22, 0xff, 0x22]);
    const headers = nativeHeaders(to.secret, "a", clock.now(), "");
    // These bytes are not UTF-8, and the official library signs strings.
    expect(await post(to, { body, headers })).toMatchObject(unauthorized);
    expect(await eventsOf(to)).toEqual([]);
    const { rows } = await api.deps.db.pool.query(
      `select 1 from inbound_deliveries d join inbound_sources s on s.id = d.source_id
        where s.source_key = $1 and d.event_id is null and d.outcome = 'rejected'`,
      [to.sourceKey],
    );
    expect(rows).toHaveLength(cases.length);
  });

  test("types that the mapping does not accept are ignored (IN-22)", async () => {
    const to = await source("native", { accept: ["order.*", "refund"] });
    expect(await post(to, native(to, order))).toMatchObject({ body: { outcome: "appended" } });
    expect(await post(to, native(to, { ...order, type: "refunded" }))).toMatchObject({
      status: 200,
      body: { outcome: "ignored", reason: "event_not_mapped" },
    });
  });
});

describe("a delivery id", () => {
  test("is recorded once: a repeat gets the stored outcome, another body is refused and the first record stays (IN-23, IN-24)", async () => {
    const to = await source("native");
    const first = await post(to, native(to, order, "one"));
    expect(await post(to, native(to, order, "one"))).toMatchObject({ status: 200, body: first.body });
    expect(await post(to, native(to, { ...order, data: {} }, "one"))).toMatchObject({
      status: 200,
      body: { outcome: "rejected", reason: "delivery_id_reused" },
    });
    expect(await post(to, native(to, order, "one"))).toMatchObject({ body: first.body });
    expect(await eventsOf(to)).toHaveLength(1);
  });

  test("of 100 parallel copies is appended once, and all get the same answer (IN-25)", async () => {
    const to = await source("native");
    const given = native(to, order);
    const answers = await Promise.all(Array.from({ length: 100 }, () => post(to, given)));
    const [event, ...others] = await eventsOf(to);
    expect(others).toEqual([]);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { outcome: "appended", event_id: event?.id } });
  });

  test("belongs to its source (IN-27)", async () => {
    const [one, two] = [await source("native"), await source("native")];
    await post(one, native(one, order, "same"));
    expect(await post(two, native(two, { ...order, data: {} }, "same"))).toMatchObject({
      body: { outcome: "appended" },
    });
    expect(await eventsOf(two)).toHaveLength(1);
  });

  test("may be long or contain non-ASCII characters (IN-27)", async () => {
    const to = await source("native");
    const id = `${"x".repeat(300)}\u00e9`;
    const body = JSON.stringify(order);
    // Sign the bytes as sent: header values are Latin-1.
    const headers = nativeHeaders(to.secret, "x".repeat(300), clock.now(), body);
    expect((await post(to, { body, headers })).status).toBe(200);
    expect((await post(to, { body, headers: { ...headers, "webhook-id": id } })).status).toBe(401);
    const [event] = await eventsOf(to);
    expect(event?.data["delivery_id"]).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test("is not recorded when its event cannot be: the sender's next attempt appends (IN-26)", async () => {
    const to = await source("native");
    const { pool } = api.deps.db;
    await pool.query(
      `create function refuse_event() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
       create trigger refuse_event before insert on platform_events for each row when (new.subject_key = '${to.sourceKey}')
         execute function refuse_event()`,
    );
    const given = native(to, order);
    expect(await post(to, given)).toMatchObject({ status: 500, body: { code: "internal_error" } });
    await pool.query("drop trigger refuse_event on platform_events");
    expect(await post(to, given)).toMatchObject({ status: 200, body: { outcome: "appended" } });
    expect(await eventsOf(to)).toHaveLength(1);
  });
});

describe("size", () => {
  const mebibyte = 1024 * 1024;

  function sized(to: IssuedSource, bytes: number): IngestPost {
    const start = '{"type":"big","data":{"text":"';
    return native(to, `${start}${"x".repeat(bytes - start.length - 3)}"}}`);
  }

  test.each([false, true])("1 MiB passes and one byte more is refused (chunked: %s) (IN-13)", async (isChunked) => {
    const to = await source("native");
    expect(await post(to, { ...sized(to, mebibyte), isChunked })).toMatchObject({ body: { outcome: "appended" } });
    const [event] = await eventsOf(to);
    expect(JSON.stringify(event?.data["payload"]).length).toBeGreaterThan(mebibyte - 100);
    expect(await post(to, { ...sized(to, mebibyte + 1), isChunked })).toMatchObject({
      status: 413,
      body: { code: "body_too_large" },
    });
  });

  test.each([false, true])("is checked before the signature (chunked: %s) (IN-13)", async (isChunked) => {
    const to = await source("native");
    const body = Buffer.alloc(mebibyte + 1, "x");
    expect((await post(to, { body, isChunked })).status).toBe(413);
    expect((await post(to, { body: body.subarray(1), isChunked })).status).toBe(401);
  });
});

const Samples = z.array(z.object({ name: z.string(), examples: z.array(z.record(z.string(), z.unknown())) }));

describe("repo_host", () => {
  test("all samples of the official collection are accepted, signed by the official library (IN-17)", async () => {
    const require = createRequire(import.meta.url);
    const samples = Samples.parse(require("@octokit/webhooks-examples")).flatMap(({ name, examples }) =>
      examples.map((example) => ({ name, body: JSON.stringify(example), action: example["action"] })),
    );
    expect(samples).toHaveLength(329);
    const to = await source("repo_host");
    const answers = await Promise.all(
      samples.map(async ({ name, body }) =>
        post(to, {
          body,
          headers: {
            "x-github-event": name,
            "x-github-delivery": randomUUID(),
            "x-hub-signature-256": await sign(to.secret, body),
          },
        }),
      ),
    );
    const pings = samples.filter(({ name }) => name === "ping").length;
    const outcomes = answers.map(({ body }) => z.looseObject({ outcome: z.string() }).parse(body).outcome);
    expect(outcomes.filter((outcome) => outcome === "ignored")).toHaveLength(pings);
    expect(outcomes.filter((outcome) => outcome === "appended")).toHaveLength(samples.length - pings);
    const appended = (await eventsOf(to)).map(({ data }) => JSON.stringify([data["event_type"], data["payload"]]));
    const expected = samples
      .filter(({ name }) => name !== "ping")
      .map(({ name, action, body }) => `["${typeof action === "string" ? `${name}.${action}` : name}",${body}]`);
    expect(appended.toSorted()).toEqual(expected.toSorted());
  });

  test("a form is read like its JSON; the signature covers the form (IN-17)", async () => {
    const to = await source("repo_host");
    const body = new URLSearchParams({
      payload: JSON.stringify({ action: "opened", title: "ü & 100% + ok" }),
    }).toString();
    const headers = {
      ...repoHostHeaders(to.secret, "form", "issues", body),
      "content-type": "application/x-www-form-urlencoded; charset=utf-8",
    };
    expect(await post(to, { body, headers })).toMatchObject({ body: { outcome: "appended" } });
    expect((await eventsOf(to))[0]?.data).toMatchObject({
      delivery_id: "form",
      event_type: "issues.opened",
      payload: { title: "ü & 100% + ok" },
    });
    const empty = "other=1";
    expect(
      await post(to, {
        body: empty,
        headers: { ...headers, ...repoHostHeaders(to.secret, "empty", "issues", empty) },
      }),
    ).toMatchObject({ body: { outcome: "rejected", reason: "invalid_json" } });
  });

  test("the older signature header is refused, and so is a signature of another secret or body (IN-17)", async () => {
    const to = await source("repo_host");
    const body = "{}";
    const { "x-hub-signature-256": signature = "", ...others } = repoHostHeaders(to.secret, "a", "push", body);
    for (const proof of [
      {},
      { "x-hub-signature": `sha1=${signature.slice(7, 47)}` },
      { "x-hub-signature-256": signature.slice(7) },
      { "x-hub-signature-256": `sha256=${"0".repeat(64)}` },
      repoHostHeaders("other", "a", "push", body),
      repoHostHeaders(to.secret, "a", "push", "{ }"),
    ])
      expect(await post(to, { body, headers: { ...others, ...proof } })).toMatchObject(unauthorized);
  });

  test("an event without a name is rejected; one with a non-standard action keeps the event's name (IN-21)", async () => {
    const to = await source("repo_host");
    const send = (event: string, body: string) =>
      post(to, { body, headers: repoHostHeaders(to.secret, randomUUID(), event, body) });
    expect(await send("", "{}")).toMatchObject({ body: { outcome: "rejected", reason: "unknown_event_type" } });
    expect(await send("ping", "{}")).toMatchObject({ body: { outcome: "ignored", reason: "ping" } });
    await send("repository_dispatch", '{"action":"Build & Ship"}');
    expect((await eventsOf(to)).map(({ data }) => data["event_type"])).toEqual(["repository_dispatch"]);
  });

  test("a delivery without an id is identified by its body (IN-23)", async () => {
    const to = await source("repo_host");
    const { "x-github-delivery": _id, ...headers } = repoHostHeaders(to.secret, "", "push", "{}");
    const first = await post(to, { body: "{}", headers });
    expect(first).toMatchObject({ body: { outcome: "appended" } });
    expect((await post(to, { body: "{}", headers })).body).toEqual(first.body);
  });
});

describe("ams_ons", () => {
  const notice = { header: { id: 4711, kind: "Policy Issued" }, policy: "P-1" };
  const mapping = { delivery_id: "/header/id", type: "/header/kind" };

  test("the code is read from its header, id and type from where the mapping says (IN-18)", async () => {
    const to = await source("ams_ons", mapping);
    const given = { body: JSON.stringify(notice), headers: { "X-Service-Source-Code": to.secret } };
    expect(await post(to, { body: given.body })).toMatchObject(unauthorized);
    expect(await post(to, { ...given, headers: { "x-service-source-code": `${to.secret}0` } })).toMatchObject(
      unauthorized,
    );
    const first = await post(to, given);
    expect(first).toMatchObject({ status: 200, body: { outcome: "appended" } });
    expect((await post(to, given)).body).toEqual(first.body);
    expect((await eventsOf(to))[0]?.data).toMatchObject({
      delivery_id: "4711",
      event_type: "Policy Issued",
      payload: notice,
    });
    const untyped = { ...given, body: '{"header":{"id":"2","kind":7}}' };
    expect(await post(to, untyped)).toMatchObject({ body: { outcome: "rejected", reason: "unknown_event_type" } });
  });

  test.each(["query", "body"] as const)("the code may be in the %s, and is stored nowhere", async (place) => {
    const to = await source("ams_ons", { code: { in: place, name: "authCode" } });
    const body = { ...notice, ...(place === "body" ? { authCode: to.secret } : {}) };
    const target = place === "query" ? { ...to, sourceKey: `${to.sourceKey}?authCode=${to.secret}` } : to;
    expect(await post({ ...to, sourceKey: `${to.sourceKey}?authCode=no` }, { body: "{}" })).toMatchObject(unauthorized);
    const first = await post(target, { body: JSON.stringify(body) });
    expect(first).toMatchObject({ status: 200, body: { outcome: "appended" } });
    const [event] = await eventsOf(to);
    expect(event?.data).toMatchObject({ event_type: "notification", payload: notice });
    expect(event?.data["payload"]).not.toHaveProperty("authCode");
    for (const table of ["platform_events", "inbound_deliveries", "inbound_sources", "inbound_source_secrets"]) {
      const { rows } = await api.deps.db.pool.query<{ held: string }>(
        `select count(*)::int as held from ${table} t where position($1 in t::text) > 0`,
        [to.secret],
      );
      expect(rows[0]?.held).toBe(0);
    }
    // Without an id the body identifies the delivery; a new code in it must not change that.
    const { secret } = await rotateSource(api.deps, testOperator, {
      organizationId: acme.organizationId,
      sourceKey: to.sourceKey,
    });
    const again = place === "query" ? { ...to, sourceKey: `${to.sourceKey}?authCode=${secret}` } : to;
    const repeated = await post(again, {
      body: JSON.stringify(place === "body" ? { ...body, authCode: secret } : body),
    });
    expect(repeated.body).toEqual(first.body);
  });

  test("bodies or ids whose numbers differ beyond the precision of a double are two deliveries", async () => {
    const within = await source("ams_ons", { code: { in: "body", name: "code" } });
    const beside = await source("ams_ons", { delivery_id: "/id" });
    const headers = { "x-service-source-code": beside.secret };
    for (const number of ["9007199254740992", "9007199254740993"]) {
      const answers = [
        await post(within, { body: `{"code":"${within.secret}","number":${number}}` }),
        await post(beside, { body: `{"id":${number}}`, headers }),
      ];
      for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { outcome: "appended" } });
    }
    expect([(await eventsOf(within)).length, (await eventsOf(beside)).length]).toEqual([2, 2]);
  });

  test("numbers that a double does not hold are recorded as their digits (IN-31)", async () => {
    const to = await source("native");
    const data = '{"id":12345678901234567890123,"ids":[-9007199254740993,42],"rate":0.12345678901234567890,"ok":1.5}';
    const answer = await post(to, native(to, `{"type":"ticket.opened","data":${data}}`));
    expect(answer).toMatchObject({ status: 200, body: { outcome: "appended" } });
    expect(await eventsOf(to)).toMatchObject([
      {
        data: {
          payload: {
            id: "12345678901234567890123",
            ids: ["-9007199254740993", 42],
            rate: "0.12345678901234567890",
            ok: 1.5,
          },
        },
      },
    ]);
  });

  test("a body that is not an object is rejected when the code is elsewhere, and unauthorized when the body should contain it (IN-18)", async () => {
    const beside = await source("ams_ons");
    const headers = { "x-service-source-code": beside.secret };
    expect(await post(beside, { body: "[]", headers })).toMatchObject({ body: { reason: "schema_invalid" } });
    expect(await post(beside, { body: "<x/>", headers })).toMatchObject({ body: { reason: "invalid_json" } });
    const within = await source("ams_ons", { code: { in: "body", name: "code" } });
    for (const body of ["[]", "<x/>", "{}", '{"code":7}', `["${within.secret}"]`])
      expect(await post(within, { body })).toMatchObject(unauthorized);
    const deep = `{"code":"${within.secret}","a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect(await post(within, { body: deep })).toMatchObject({
      body: { outcome: "rejected", reason: "schema_invalid" },
    });
  });
});

describe("secrets", () => {
  test("a new one is valid immediately, the former for a day, and at most three are valid (IN-7)", async () => {
    const to = await source("native");
    const owner = { organizationId: acme.organizationId, sourceKey: to.sourceKey };
    await post(to, native(to, order));
    const { secret } = await rotateSource(api.deps, testOperator, owner);
    expect((await post(to, native(to, order, randomUUID(), secret))).status).toBe(200);
    expect((await post(to, native(to, order))).status).toBe(200);
    await rotateSource(api.deps, testOperator, owner);
    await expect(rotateSource(api.deps, testOperator, owner)).rejects.toMatchObject({ code: "secret_limit_reached" });
    // After a leak: the others are invalid as soon as the cached source has expired.
    const last = await rotateSource(api.deps, testOperator, { ...owner, previousExpiresInSeconds: 0 });
    clock.advance(2_000);
    expect((await post(to, native(to, order))).status).toBe(401);
    expect((await post(to, native(to, order, randomUUID(), secret))).status).toBe(401);
    expect((await post(to, native(to, order, randomUUID(), last.secret))).status).toBe(200);
  });

  test("an ams_ons source has at most two codes (IN-7)", async () => {
    const { sourceKey } = await source("ams_ons");
    const owner = { organizationId: acme.organizationId, sourceKey };
    await rotateSource(api.deps, testOperator, owner);
    await expect(rotateSource(api.deps, testOperator, owner)).rejects.toMatchObject({ code: "secret_limit_reached" });
  });

  test("an expired one is invalid without being removed (IN-7)", async () => {
    const to = await source("native");
    await rotateSource(api.deps, testOperator, { organizationId: acme.organizationId, sourceKey: to.sourceKey });
    await api.deps.db.pool.query(
      `update inbound_source_secrets set expires_at = now() - interval '1 second'
        where expires_at is not null and source_id = (select id from inbound_sources where source_key = $1)`,
      [to.sourceKey],
    );
    expect(await post(to, native(to, order))).toMatchObject(unauthorized);
  });
});

describe("a source", () => {
  test("that is unknown, disabled or has an impossible key is not found, and the body is not read (IN-10)", async () => {
    const to = await source("native");
    const given = native(to, order);
    for (const sourceKey of ["unknown-key", "x", "%00%00%00%00%00%00%00%00", "a".repeat(65)]) {
      const answer = await postEvent(api.url, sourceKey, given);
      expect([404, 400]).toContain(answer.status);
      if (!sourceKey.startsWith("%")) expect(answer.body).toMatchObject({ code: "source_not_found" });
    }
    await post(to, native(to, order));
    await disableSource(api.deps, testOperator, { organizationId: acme.organizationId, sourceKey: to.sourceKey });
    clock.advance(2_000);
    expect(await post(to, given)).toMatchObject({ status: 404, body: { code: "source_not_found" } });
  });

  test("has its own budget and shares those of its senders' addresses (IN-11)", async () => {
    const limited = await startTestApi({
      clock,
      settings: {
        trustedProxies: (address) => address === "127.0.0.1",
        ingestPerAddressPerMinute: 1,
        ingestPerSourcePerMinute: 2,
      },
    });
    try {
      const owner = await limited.organization();
      const one = await createSource(limited.deps, testOperator, {
        organizationId: owner.organizationId,
        environment: "live",
        kind: "native",
      });
      const send = (address: string, sourceKey = one.sourceKey) =>
        postEvent(limited.url, sourceKey, {
          ...native(one, order),
          headers: { ...native(one, order).headers, "x-forwarded-for": address },
        });
      const statuses = [];
      for (const address of ["203.0.113.1", "203.0.113.1", "203.0.113.2", "203.0.113.3"])
        statuses.push((await send(address)).status);
      // One of the first address, one of the second; then the source's budget of two is spent.
      expect(statuses).toEqual([200, 429, 200, 429]);
      const refused = await send("203.0.113.1", "unknown-key");
      expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
      expect(Number(refused.headers["retry-after"])).toBeGreaterThanOrEqual(1);
      expect((await send("203.0.113.9", "unknown-key")).status).toBe(404);
    } finally {
      await limited.stop();
    }
  });

  test("counts its deliveries by kind and outcome (IN-30)", async () => {
    observed.length = 0;
    const to = await source("native");
    await post(to, native(to, order));
    await post(to, native(to, "{"));
    await post(to, { body: "{}" });
    await post(to, { body: Buffer.alloc(1024 * 1024 + 1) });
    expect(observed).toEqual(["native appended", "native rejected", "native unauthorized", "native body_too_large"]);
  });
});
