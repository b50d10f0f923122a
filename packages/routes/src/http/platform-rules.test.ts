import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { waitFor } from "@service/testing";
import type { Actor } from "../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;

beforeAll(async () => {
  api = await startTestApi();
  org = await api.organization();
});
afterAll(async () => {
  await api.stop();
});

describe("every response carries x-request-id (PLAT-20)", () => {
  test("a valid X-Request-ID comes back unchanged, also on refusals, 404 and 405 (PLAT-20)", async () => {
    for (const path of ["/health", "/engines", "/nothing/here", "/robots.txt"]) {
      const answer = await api.anonymous.get(path, { headers: { "x-request-id": "req-42/a:b" } });
      expect(answer.headers["x-request-id"]).toBe("req-42/a:b");
    }
    const refused = await api.anonymous.delete("/engines", { headers: { "x-request-id": "req-43" } });
    expect([refused.status, refused.headers["x-request-id"]]).toEqual([405, "req-43"]);
  });

  test("an invalid one (space, over 128 characters) is replaced by a 32-character trace id (PLAT-21)", async () => {
    for (const invalid of ["two words", "x".repeat(129)]) {
      const answer = await api.anonymous.get("/health", { headers: { "x-request-id": invalid } });
      expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f]{32}$/);
    }
  });

  test("a valid traceparent gives the trace id; an invalid one does not (PLAT-22)", async () => {
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    const adopted = await api.anonymous.get("/health", {
      headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    });
    expect(adopted.headers["x-request-id"]).toBe(traceId);
    const ignored = await api.anonymous.get("/health", {
      headers: { traceparent: `00-${"0".repeat(32)}-00f067aa0ba902b7-01` },
    });
    expect(ignored.headers["x-request-id"]).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
  });
});

describe("paths and methods (PLAT-2, PLAT-3, PLAT-4)", () => {
  test("a path that matches no route is a plain-text 404, with or without a key (PLAT-2)", async () => {
    for (const actor of [api.anonymous, org.organization]) {
      const answer = await actor.get("/no/such/route");
      expect([answer.status, answer.headers["content-type"]]).toEqual([404, "text/plain; charset=utf-8"]);
    }
    expect((await api.anonymous.get("/api/v1/health")).status).toBe(404);
  });

  test("a method the route does not accept is 405 with an empty body, without asking for a key (PLAT-3)", async () => {
    const answer = await api.anonymous.put("/engines");
    expect([answer.status, answer.text, answer.headers["allow"]]).toEqual([405, "", "GET, HEAD, POST"]);
  });

  test("OPTIONS is a method like any other, and there are no CORS headers (PLAT-1, PLAT-3)", async () => {
    const response = await fetch(`${api.url}/api/v1/engines`, {
      method: "OPTIONS",
      headers: { origin: "https://app.example.com", "access-control-request-method": "GET" },
    });
    expect(response.status).toBe(405);
    expect(await response.text()).toBe("");
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test("an empty id has its own code (PLAT-4)", async () => {
    expect((await org.organization.get("/runs/")).body["code"]).toEqual("missing_run_id");
    expect((await org.organization.post("/runs//cancel")).body["code"]).toEqual("missing_run_id");
    expect((await org.organization.get("/runs//anything/else")).body["code"]).toEqual("missing_run_id");
    expect((await api.anonymous.get("/runs/")).body["code"]).toEqual("unauthorized");
    expect((await org.organization.get("/webhooks/")).body["code"]).toEqual("missing_endpoint_id");
    expect((await org.organization.get("/engines/")).body).toEqual({
      code: "invalid_request",
      message: "The engine slug is missing in the path.",
    });
  });

  test.each([
    ["/engines/%E0%A4%A", "engine_not_found"],
    ["/engines/a%00b", "engine_not_found"],
    [`/engines/${"a".repeat(300)}/versions/1.${"0".repeat(300)}`, "engine_not_found"],
    ["/runs/%00", "invalid_run_id"],
    ["/runs/%E2%82", "invalid_run_id"],
    ["/webhooks/%00", "invalid_endpoint_id"],
  ])("%s is answered like any unknown id, after the key check: %s", async (path, code) => {
    expect((await org.organization.get(path)).body["code"]).toBe(code);
    expect((await api.anonymous.get(path)).body["code"]).toBe("unauthorized");
  });

  test("a query parameter that a route with parameters does not have is refused by name (PLAT-98)", async () => {
    const refused = await org.sandbox.get("/engines/generic_fixture_engine/runs/latest?subject_key=a&limti=5");
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: "invalid_request", details: [{ field: "limti", message: "Unknown field." }] },
    ]);
    expect(refused.body["message"]).toContain("limti is not a field of this request.");
  });

  test.each([
    ["/engines/generic_fixture_engine/runs/latest?subject_key=a&subject_key=b", "subject_key"],
    ["/catalog/datasets/states/rows?filter.name=Ohio&filter.name=Utah", "filter.name"],
    ["/catalog/search?q=a&q=b&limit=1&limit=2", "q"],
  ])("GET %s: a repeated parameter is refused by its name (PLAT-98)", async (path, field) => {
    const refused = await org.sandbox.get(path);
    expect([refused.status, refused.body["code"]]).toEqual([400, "invalid_request"]);
    expect(refused.body["message"]).toBe(`The parameter ${field} is sent more than once.`);
    expect(refused.body["details"]?.[0]).toEqual({ field, message: "is sent more than once" });
  });

  test("__proto__ is an unknown parameter like any other (PLAT-98)", async () => {
    const { status, body } = await org.sandbox.get(
      "/engines/generic_fixture_engine/runs/latest?subject_key=a&__proto__=1",
    );
    expect([status, body["details"]]).toEqual([400, [{ field: "__proto__", message: "Unknown field." }]]);
  });

  test("a parameter behind a thousand others is not dropped (PLAT-98)", async () => {
    const path = "/engines/generic_fixture_engine/runs/latest?subject_key=a";
    const { status, body } = await org.sandbox.get(`${path}${"&".repeat(1_001)}limti=5`);
    expect([status, body["details"]]).toEqual([400, [{ field: "limti", message: "Unknown field." }]]);
  });

  test.each(["/engines?limit=5", "/environments?a=b", "/webhooks?cursor=x"])(
    "GET %s ignores parameters: the route takes none (PLAT-98)",
    async (path) => {
      expect((await org.organization.get(path)).status).toBe(200);
    },
  );

  test("health and robots.txt ignore query parameters; an empty id keeps its own code (PLAT-98, PLAT-4)", async () => {
    expect((await api.anonymous.get("/health?probe=1")).status).toBe(200);
    expect((await api.anonymous.get("/robots.txt?a=b")).status).toBe(200);
    expect((await org.organization.get("/runs/?a=b")).body["code"]).toBe("missing_run_id");
  });

  test("an unknown field of a body is named (PLAT-39)", async () => {
    const { body } = await org.organization.post("/environments", { slug: "named", color: "red", size: 1 });
    expect(body["details"]).toEqual([
      { field: "color", message: "Unknown field." },
      { field: "size", message: "Unknown field." },
    ]);
  });
});

describe("authentication (KEY-1, PLAT-15)", () => {
  test.each([
    ["no header", undefined],
    ["another scheme", "Basic dXNlcjpwYXNz"],
    ["an empty token", "Bearer "],
    ["a malformed key", "Bearer svc_live_123"],
    ["an unknown organization key", `Bearer svc_live_${"a".repeat(64)}`],
    ["an unknown scoped key", `Bearer svcsk_v1_${"a".repeat(24)}_${"b".repeat(43)}`],
  ])("%s is 401 unauthorized (KEY-1)", async (_name, authorization) => {
    const answer = await api.anonymous.get(
      "/engines",
      authorization === undefined ? {} : { headers: { authorization } },
    );
    expect([answer.status, answer.body["code"]]).toEqual([401, "unauthorized"]);
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
  });

  test("two Authorization headers are 401 unauthorized, also when both are the same good key", async () => {
    const line = `authorization: Bearer ${org.organization.apiKey}\r\n`;
    const statusOf = (lines: string) =>
      new Promise<string>((resolve) => {
        const socket = connect({ port: Number(new URL(api.url).port), host: "127.0.0.1" });
        socket.once("data", (chunk) => {
          resolve(chunk.toString().slice(9, 12));
          socket.destroy();
        });
        socket.write(`GET /api/v1/engines HTTP/1.1\r\nhost: x\r\n${lines}\r\n`);
      });
    expect([await statusOf(line), await statusOf(line + line)]).toEqual(["200", "401"]);
  });

  test("a bad key is 401 and never 429, however often it is sent (PLAT-15)", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 40 }, () =>
        api.anonymous.get("/engines", { headers: { authorization: `Bearer svc_live_${"c".repeat(64)}` } }),
      ),
    );
    expect(new Set(statuses.map((answer) => answer.status))).toEqual(new Set([401]));
  });

  test("the budget of an organization refuses with rate_limited and a whole Retry-After (PLAT-55, PLAT-57)", async () => {
    const small = await api.organization({ requestsPerMinute: 4 });
    const answers = [];
    for (let call = 0; call < 3; call += 1) answers.push(await small.organization.get("/engines"));
    expect(answers.map((answer) => answer.status)).toEqual([200, 429, 429]);
    expect(answers[2]?.body["code"]).toEqual("rate_limited");
    expect(Number(answers[2]?.headers["retry-after"])).toBeGreaterThanOrEqual(1);
  });

  test("a key that may not call an engine spends nothing of the engine's budget (PLAT-16)", async () => {
    const { organization, scoped } = await api.organization();
    await organization.post("/engines", { slug: "own", label: "Own", description: "", engine_type: "comparison" });
    const { config } = (await organization.get("/engines/own/config")).body;
    const quotas = { requests_per_minute: 4 };
    await organization.put("/engines/own/config", { config: Object.assign({}, config, { quotas }) });
    const submit = (from: Actor) => from.post("/engines/own/runs", { input: {} });
    for (const stranger of [await scoped(["runs:read"], ["own"]), await scoped(["runs:write"], [])])
      for (let call = 0; call < 3; call += 1) expect((await submit(stranger)).status).toBe(403);
    // Four a minute allow a burst of one. 500 (nothing is published) shows that it was still unspent.
    expect([(await submit(organization)).status, (await submit(organization)).status]).toEqual([500, 429]);
  });

  test("the budget of an engine refuses its submissions; a changed budget applies to the next one (ENG-18, PLAT-56, PLAT-60)", async () => {
    const { organization } = await api.organization();
    await organization.post("/engines", { slug: "busy", label: "Busy", description: "", engine_type: "comparison" });
    const { config } = (await organization.get("/engines/busy/config")).body;
    const setBudget = (perMinute: number) =>
      organization.put("/engines/busy/config", {
        config: Object.assign({}, config, { quotas: { requests_per_minute: perMinute } }),
      });
    const submit = async (): Promise<number> => (await organization.post("/engines/busy/runs", { input: {} })).status;
    // The budget is spent before the release is looked up: 500 (nothing is published) means that the budget allowed it.
    expect((await setBudget(1)).status).toBe(200);
    expect([await submit(), await submit(), await submit()]).toEqual([500, 429, 429]);
    // The bucket now refills at the new rate, ten a second.
    expect((await setBudget(600)).status).toBe(200);
    await waitFor(async () => (await submit()) === 500);
    expect((await setBudget(1)).status).toBe(200);
    await waitFor(async () => (await submit()) === 429);
    // Another process raises it: this one must not refuse by its cached engine.
    await api.deps.db.pool.query("update engines set requests_per_minute = 600 where slug = 'busy'");
    await waitFor(async () => (await submit()) === 500);
  });
});

describe("headers", () => {
  /** Sends the lines as they are: clients of HTTP libraries join or refuse some of them. */
  async function statusOf(lines: readonly string[], body = ""): Promise<string> {
    const { port } = new URL(api.url);
    const socket = connect({ port: Number(port), host: "127.0.0.1" });
    socket.write(
      `${[...lines, `Authorization: Bearer ${org.organization.apiKey}`, "Connection: close"].join("\r\n")}\r\n\r\n${body}`,
    );
    const chunks: Buffer[] = [];
    for await (const chunk of socket) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
    return Buffer.concat(chunks).toString("utf8").slice("HTTP/1.1 ".length, "HTTP/1.1 200".length);
  }

  test("a header of one value that is sent twice is refused (PLAT-52)", async () => {
    const id = "01a2040b-c9ca-7000-8000-000000000000";
    const resend = [`POST /api/v1/webhooks/${id}/deliveries/${id}/resend HTTP/1.1`, "Host: a", "Content-Length: 0"];
    expect(await statusOf([...resend, "Idempotency-Key: a"])).toBe("404");
    expect(await statusOf([...resend, "Idempotency-Key: a", "Idempotency-Key: b"])).toBe("400");
    const read = [`GET /api/v1/runs/${id} HTTP/1.1`, "Host: a", "X-Service-Acting-Principal: a"];
    expect(await statusOf(read)).toBe("404");
    expect(await statusOf([...read, "X-Service-Acting-Principal: b"])).toBe("400");
    const begin = ["GET /api/v1/conversation-instances/desk/conversations HTTP/1.1", "Host: a"];
    for (const name of ["X-Service-Acting-Principal", "X-Service-Acting-Email", "X-Service-Book-Lens"]) {
      const [once, twice] = [
        [...begin, `${name}: a@example.com`],
        [...begin, `${name}: a`, `${name}: b`],
      ];
      expect([await statusOf(once), await statusOf(twice)]).toEqual(["404", "400"]);
    }
    expect(await statusOf(["GET /api/v1/engines HTTP/1.1", "Host: a", "Host: b"])).toBe("400");
    expect(await statusOf(["GET /api/v1/engines HTTP/1.1", "Host: a"])).toBe("200");
  });

  test("a transfer coding besides chunked is refused, as a content coding is (PLAT-35)", async () => {
    const post = ["POST /api/v1/engines HTTP/1.1", "Host: a", "Content-Type: application/json"];
    const body = "2\r\n{}\r\n0\r\n\r\n";
    expect(await statusOf([...post, "Transfer-Encoding: gzip, chunked"], body)).toBe("400");
  });
});

describe("bodies", () => {
  test("malformed JSON, invalid UTF-8 and a compressed body are invalid_request (PLAT-35)", async () => {
    expect((await org.organization.post("/engines", "{")).body["code"]).toEqual("invalid_request");
    expect((await org.organization.post("/engines", Buffer.from([0x7b, 0xff, 0x7d]))).body["code"]).toEqual(
      "invalid_request",
    );
    const zipped = await org.organization.post("/engines", Buffer.from("{}"), {
      headers: { "content-encoding": "gzip" },
    });
    expect(zipped.body["code"]).toEqual("invalid_request");
  });

  test.each(["iso-8859-1", '"UTF-16LE"', "us-ascii"])(
    "a body that declares %s is refused, whatever it contains",
    async (charset) => {
      const headers = { "content-type": `application/json; v=1 ; charset=${charset}` };
      const { status, body } = await org.organization.post("/environments", { slug: "foreign" }, { headers });
      expect([status, body]).toEqual([
        400,
        { code: "invalid_request", message: "The body must be JSON in UTF-8: no other charset is read." },
      ]);
    },
  );

  test("a body in UTF-16 is refused, one that declares UTF-8 is read", async () => {
    const text = '{"slug":"charset"}';
    const utf16 = await org.organization.post("/environments", Buffer.from(text, "utf16le"));
    expect([utf16.status, utf16.body["message"]]).toEqual([400, "The body is not valid JSON in UTF-8."]);
    const headers = { "content-type": 'application/json;charset="Utf-8"' };
    const read = await org.organization.post("/environments", text, { headers });
    expect([read.status, read.body["slug"]]).toEqual([201, "charset"]);
  });

  test("an engine body over 256 KiB is invalid_request; one of exactly 256 KiB is read (PLAT-45)", async () => {
    const body = (bytes: number) => {
      const frame = JSON.stringify({ slug: "x", padding: "" });
      return JSON.stringify({ slug: "x", padding: "p".repeat(bytes - frame.length) });
    };
    const over = await org.organization.post("/engines", body(256 * 1024 + 1));
    expect([over.status, over.body["code"], String(over.body["message"])]).toEqual([
      400,
      "invalid_request",
      expect.stringContaining("larger"),
    ]);
    const exact = await org.organization.post("/engines", body(256 * 1024));
    expect(String(exact.body["message"])).not.toContain("larger");
  });

  test("a chunked body is measured as it is read (PLAT-45)", async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect({ port: Number(new URL(api.url).port), host: "127.0.0.1" });
      let text = "";
      socket.on("data", (chunk) => (text += chunk.toString()));
      socket.on("end", () => resolve(text)).on("error", reject);
      socket.write(
        `POST /api/v1/engines HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${org.organization.apiKey}\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n`,
      );
      const chunk = `10000\r\n${"p".repeat(0x10000)}\r\n`;
      for (let sent = 0; sent < 5; sent += 1) socket.write(chunk);
      socket.write("0\r\n\r\n");
    });
    expect(answer).toContain("HTTP/1.1 400");
    expect(answer).toContain("larger than 262144 bytes");
  });
});

describe("text that cannot be stored as it was sent (PLAT-36)", () => {
  test.each(["\\ud800", "\\udc00x", "\\ud83d"])("%s is refused, in values and names (PLAT-36)", async (half) => {
    for (const body of [`{"slug":"a${half}"}`, `{"${half}":1}`, `{"label":["${half}"]}`]) {
      const answer = await org.organization.post("/engines", body);
      expect([answer.status, answer.body["code"], String(answer.body["message"])]).toEqual([
        400,
        "invalid_request",
        "A string is not well-formed Unicode.",
      ]);
    }
  });

  test.each(["1e400", "-1E+999", `1${"0".repeat(309)}`])(
    "%s is refused: it would be stored as null",
    async (number) => {
      const engine = await org.organization.post("/engines", `{"slug":"endless","label":${number}}`);
      expect([engine.status, engine.body["code"], engine.body["message"]]).toEqual([
        400,
        "invalid_request",
        "A number is too large.",
      ]);
      for (const headers of [{}, { "idempotency-key": "endless" }]) {
        const run = await org.sandbox.post(
          "/engines/generic_fixture_engine/runs",
          `{"input":{"free":{"a":[${number}]}}}`,
          {
            headers,
          },
        );
        expect([run.status, run.body["code"], run.body["details"]]).toEqual([
          400,
          "invalid_input",
          [{ field: "free.a[0]", message: "is too large a number" }],
        ]);
      }
    },
  );

  test("a complete surrogate pair is accepted (PLAT-36)", async () => {
    const body = `{"slug":"emoji","label":"\\ud83d\\ude00","description":"","engine_type":"comparison"}`;
    const answer = await org.organization.post("/engines", body);
    expect([answer.status, answer.body["label"]]).toEqual([201, "😀"]);
  });

  test("U+0000 in a name is refused with the name's own code (PLAT-37)", async () => {
    const environment = await org.organization.post("/environments", { slug: "nul", name: "a\u0000b" });
    expect(environment.body["code"]).toEqual("environment_name_invalid");
    const engine = await org.organization.post("/engines", {
      slug: "nul-engine",
      label: "a\u0000",
      description: "",
      engine_type: "comparison",
    });
    expect(engine.body).toMatchObject({
      code: "invalid_request",
      details: [{ field: "label", message: "must not hold the character U+0000" }],
    });
  });
});

test("of two members with one name the last counts (PLAT-101)", async () => {
  const body = '{"slug":"twice_a","slug":"twice_b","name":"A","n\\u0061me":"B"}';
  const { status, body: made } = await org.organization.post("/environments", body);
  expect([status, made["slug"], made["name"]]).toEqual([201, "twice_b", "B"]);
});

describe("member names that are special in JavaScript", () => {
  const refused = (field: string) => ({
    status: 400,
    body: { code: "invalid_request", details: [{ field, message: "No member may be named __proto__." }] },
  });

  test.each([
    [
      "/webhooks",
      '{"url":"https://a.example.com","events":["run.failed"],"headers":{"__proto__":"x"}}',
      "headers.__proto__",
    ],
    ["/environments", '{"slug":"own","__proto__":{"name":"x"}}', "__proto__"],
    ["/engines", '{"slug":"own","label":{"\\u005f_proto__":1}}', "label.__proto__"],
    ["/engines/generic_fixture_engine/runs", '{"input":{"free":[1,{"__proto__":{}}]}}', "input.free[1].__proto__"],
    ["/engines/generic_fixture_engine/runs", '{"input":{"__proto__":{}}}', "input.__proto__"],
  ])("__proto__ is refused by name: %s %s", async (path, body, field) => {
    expect(await org.sandbox.post(path, body)).toMatchObject(refused(field));
  });

  test("__proto__ is accepted within a string", async () => {
    const body = '{"slug":"proto-text","label":"__proto__","description":"\\u005f_proto__","engine_type":"triage"}';
    const { status, body: engine } = await org.organization.post("/engines", body);
    expect([status, engine["label"], engine["description"]]).toEqual([201, "__proto__", "__proto__"]);
  });

  test.each(["constructor", "prototype", "toString", "hasOwnProperty", "valueOf"])(
    "%s is an ordinary name: refused as unknown where names are fixed, kept where they are free",
    async (name) => {
      const environment = await org.organization.post("/environments", { slug: "own", [name]: 1 });
      expect(environment.body["details"]).toEqual([{ field: name, message: "Unknown field." }]);
      const own = { slug: `proto-${name.toLowerCase()}`, label: "P", description: "", engine_type: "comparison" };
      await org.organization.post("/engines", own);
      const path = `/engines/${own.slug}/config`;
      const config = Object.assign({}, (await org.organization.get(path)).body["config"], { [name]: 1 });
      expect((await org.organization.put(path, { config })).body).toMatchObject({
        code: "validation_error",
        details: [{ path: `/${name}` }],
      });
      await org.organization.post(`/engines/${own.slug}/versions`, {});
      const run = await org.organization.post(`/engines/${own.slug}/runs`, { input: { [name]: 1 } });
      expect(run.body["details"]).toContainEqual({ field: name, message: "unknown field" });
    },
  );
});

test("a request that Node's parser refuses is answered with an id (PLAT-23)", async () => {
  const text = await new Promise<string>((resolve) => {
    const socket = connect({ port: Number(new URL(api.url).port), host: "127.0.0.1" });
    socket.once("data", (chunk) => resolve(chunk.toString()));
    socket.write("NOT HTTP\r\n\r\n");
  });
  expect(text).toMatch(/^HTTP\/1\.1 400 [^]*\r\nx-request-id: [0-9a-f]{32}\r\n/);
});

describe("health (PLAT-10, PLAT-11)", () => {
  test("is 200 degraded even when the request budget is shorter than the check (PLAT-11)", async () => {
    const hasty = await startTestApi({ settings: { requestBudgetMs: 1_000 } });
    const holder = await hasty.deps.db.pool.connect();
    const held = [holder];
    try {
      // Take every connection, so that queries have to wait.
      for (let more = 1; more < 10; more += 1) held.push(await hasty.deps.db.pool.connect());
      const answer = await hasty.anonymous.get("/health");
      expect([answer.status, answer.body]).toEqual([200, { status: "degraded", version: "1.2.3" }]);
    } finally {
      for (const client of held) client.release();
      await hasty.stop();
    }
  });

  test("is 200 ok without a key and without a commit when the build is not stamped (PLAT-10)", async () => {
    const answer = await api.anonymous.get("/health");
    expect([answer.status, answer.body]).toEqual([200, { status: "ok", version: "1.2.3" }]);
  });
});

test("the description of the API is served without a key, whole and as committed (PLAT-10)", async () => {
  const answer = await api.anonymous.get("/openapi.json");
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
  const committed = await readFile(new URL("../../../../docs/generated/openapi.json", import.meta.url), "utf8");
  expect(answer.body).toEqual(JSON.parse(committed));
});

test("robots.txt needs no key (PLAT-10)", async () => {
  expect((await api.anonymous.get("/robots.txt")).text).toContain("Disallow: /");
});
