import { once } from "node:events";
import { readdir } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { asJsonObject, type Json } from "@service/json";
import {
  expiredCertificate,
  fakeClock,
  goodCertificate,
  leafKey,
  type Received,
  type Receiver,
  startReceiver,
  testAuthority,
  wrongNameCertificate,
} from "@service/testing";
import { readConnectorConfig } from "../connector-config.ts";
import { fetchDelivery } from "../fetch-delivery.ts";
import type { Fetch, FetchOptions } from "../fetch.ts";
import { pause } from "../pause.ts";
import { contentsOf, failureOf, fetched, type Fetched } from "../testing/fetched.ts";
import { type TestFetch, testFetch } from "../testing/test-options.ts";
import { answerBytesMax } from "./exchange.ts";

let server: Receiver;
let scene: TestFetch;

beforeEach(async () => {
  server = await startReceiver();
  scene = await testFetch();
});
afterEach(async () => {
  await server.stop();
  await scene.stop();
});

function fetch(config: Record<string, Json>, options: Partial<FetchOptions> = {}): Promise<Fetch> {
  const base = {
    base_url: `http://127.0.0.1:${server.port}/api`,
    per_minute: 60_000,
    list: { path: "/clients", items: "/data" },
  };
  const read = readConnectorConfig("http_json", asJsonObject({ ...base, ...config }));
  if (read.kind === "refused") throw new Error(JSON.stringify(read.issues));
  return fetchDelivery("http_json", read.config, { ...scene.options, ...options });
}

function send(response: ServerResponse, body: Json, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

function answer(respond: (url: URL, request: Received) => Json): void {
  server.answer((request, response) => send(response, respond(new URL(request.path, "http://h"), request)));
}

const requestedPaths = () => server.received.map(({ path }) => path);
const clients = (from: number, to: number): Json[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => ({ id: `c${from + index}` }));

/** Three pages of two clients by cursor. */
function threePages(url: URL): Json {
  const page = Number(url.searchParams.get("cursor") ?? "1");
  return { data: clients(page * 2, page * 2 + 2), next: page < 3 ? String(page + 1) : null };
}
const byCursor: Json = { path: "/clients", items: "/data", next: { from: "cursor", path: "/next", query: "cursor" } };

describe("a list", () => {
  test("is fetched page by page, each into a file as it came (IMP-223)", async () => {
    answer(threePages);
    const delivery = fetched(await fetch({ list: byCursor }));
    expect(delivery).toMatchObject({
      mode: "full",
      paths: ["list-000001.json", "list-000002.json", "list-000003.json"],
    });
    expect((await contentsOf(delivery))["list-000002.json"]).toBe('{"data":[{"id":"c4"},{"id":"c5"}],"next":"3"}');
    expect(requestedPaths()).toEqual(["/api/clients", "/api/clients?cursor=2", "/api/clients?cursor=3"]);
    expect(delivery.watermark).toBeUndefined();
  });

  test("follows links of the same server, whole or relative, and no other (IMP-225)", async () => {
    const list: Json = { path: "/clients", items: "/data", next: { from: "link", path: "/next" } };
    answer((url) => {
      if (url.search === "") return { data: [], next: "/api/clients?p=2" };
      if (url.search === "?p=2") return { data: [], next: `http://127.0.0.1:${server.port}/api/clients?p=3` };
      return { data: [] };
    });
    expect(fetched(await fetch({ list })).paths).toHaveLength(3);
    for (const next of ["http://127.0.0.1:1/steal", "http://u:p@127.0.0.1/x", "//other.example.com/x"]) {
      answer(() => ({ data: [], next }));
      expect(await failureOf(fetch({ list }))).toBe(
        "Page 2 of the list is linked at another server than the base address.",
      );
    }
  });

  test("by page or offset ends with the first empty page, however few items a page has (IMP-225)", async () => {
    answer((url) => ({ data: clients(0, Number(url.searchParams.get("page")) < 3 ? 2 : 0) }));
    const paged: Json = {
      path: "/clients",
      query: { size: "2" },
      items: "/data",
      next: { from: "page", query: "page" },
    };
    expect(fetched(await fetch({ list: paged })).paths).toHaveLength(3);
    expect(requestedPaths()).toEqual([1, 2, 3].map((page) => `/api/clients?size=2&page=${page}`));
    // The server gives at most two, though three are asked for.
    answer((url) => {
      const from = Number(url.searchParams.get("offset"));
      return { data: clients(from, Math.min(from + 2, 5)) };
    });
    const list: Json = { path: "/clients", items: "/data", next: { from: "offset", query: "offset", size: 3 } };
    fetched(await fetch({ list }));
    expect(requestedPaths().slice(3)).toEqual([0, 2, 4, 5].map((offset) => `/api/clients?offset=${offset}`));
  });

  test("that never ends is an error (IMP-225)", async () => {
    answer((url) => ({ data: [], next: url.searchParams.get("cursor") === "a" ? "b" : "a" }));
    expect(await failureOf(fetch({ list: byCursor }))).toBe(
      "Page 3 of the list names a next page that was fetched before.",
    );
    answer(() => ({ data: [], next: { page: 2 } }));
    expect(await failureOf(fetch({ list: byCursor }))).toBe(
      "Page 1 of the list has something else than a next page at /next.",
    );
  });

  test("with another content is an error that names the page (IMP-225)", async () => {
    const answers: [string, string][] = [
      ["<html>login</html>", "Page 1 of the list is not JSON."],
      ['{"data": [', "Page 1 of the list is not JSON."],
      ['{"items": []}', "Page 1 of the list has no array at /data."],
      ['{"data": {"a": 1}}', "Page 1 of the list has no array at /data."],
    ];
    for (const [body, sentence] of answers) {
      server.answer((_request, response) => response.end(body));
      expect(await failureOf(fetch({}))).toBe(sentence);
    }
  });
});

describe("a request", () => {
  test("goes to public addresses only, unless tests allow others (IMP-220)", async () => {
    const guarded = await testFetch([]);
    try {
      const { agents } = guarded.options;
      for (const host of ["127.0.0.1", "localhost", "[::1]", "169.254.169.254", "10.0.0.1"]) {
        for (const scheme of ["http", "https"]) {
          expect(await failureOf(fetch({ base_url: `${scheme}://${host}:${server.port}` }, { agents }))).toBe(
            `Page 1 of the list (${scheme}://${host}:${server.port}/clients) is at an address that the service does not connect to.`,
          );
        }
      }
    } finally {
      await guarded.stop();
    }
    expect(server.received).toEqual([]);
  });

  test("is not sent to a server whose certificate has ended or is of another host (IMP-220)", async () => {
    const authorities = getCACertificates("default");
    setDefaultCACertificates([...authorities, testAuthority]);
    const secured = await testFetch(["127.0.0.0/8"], () => Promise.resolve(["127.0.0.1"]));
    const { agents } = secured.options;
    try {
      for (const [cert, outcome] of [
        [goodCertificate, "no failure: fetched list-000001.json"],
        [expiredCertificate, "the certificate of the server is not valid. (temporary)"],
        [wrongNameCertificate, "the certificate of the server is not valid. (temporary)"],
      ] as const) {
        let requests = 0;
        const tls = createTlsServer({ key: leafKey, cert }, (_request, response) => {
          requests += 1;
          send(response, { data: [] });
        }).listen(0, "127.0.0.1");
        await once(tls, "listening");
        const address = tls.address();
        const port = typeof address === "object" ? address?.port : 0;
        expect(await failureOf(fetch({ base_url: `https://hooks.example.com:${port}` }, { agents }))).toContain(
          outcome,
        );
        expect(requests).toBe(cert === goodCertificate ? 1 : 0);
        tls.closeAllConnections();
        await new Promise((resolve) => tls.close(resolve));
      }
    } finally {
      setDefaultCACertificates(authorities);
      await secured.stop();
    }
  });

  test("follows no redirect (IMP-220)", async () => {
    server.answer((_request, response) => response.writeHead(302, { location: "/elsewhere" }).end());
    expect(await failureOf(fetch({}))).toContain("was answered with a redirect (302), which is not followed.");
    expect(requestedPaths()).toEqual(["/api/clients"]);
  });

  test("is repeated with growing waits after a 5xx and a broken connection (IMP-221)", async () => {
    server.answer((_request, response) => {
      const count = server.received.length;
      if (count === 1) return send(response, {}, 500);
      if (count === 2) return void response.destroy();
      if (count === 3) {
        // Cut in the middle of the body.
        response.writeHead(200, { "content-length": "100" });
        return void response.write('{"data":', () => response.destroy());
      }
      return send(response, { data: [] });
    });
    fetched(await fetch({}));
    expect(scene.pauses.filter((ms) => ms >= 1_000)).toEqual([1_000, 2_000, 4_000]);
  });

  test("is given up after six attempts (IMP-221)", async () => {
    server.answer((_request, response) => send(response, {}, 502));
    expect(await failureOf(fetch({}))).toMatch(/was answered with status 502\. \(temporary\)$/);
    expect(server.received).toHaveLength(6);
  });

  test("waits as long as a 429 or 503 says, within bounds (IMP-221)", async () => {
    server.answer((_request, response) => {
      const count = server.received.length;
      if (count === 1) return send(response, {}, 429, { "retry-after": "7" });
      if (count === 2) return send(response, {}, 503, { "retry-after": "11" });
      return send(response, { data: [] });
    });
    fetched(await fetch({}));
    expect(scene.pauses.filter((ms) => ms >= 1_000)).toEqual([7_000, 11_000]);
    server.answer((_request, response) => send(response, {}, 429, { "retry-after": "601" }));
    expect(await failureOf(fetch({}))).toMatch(/status 429\. It asks to wait for 601 seconds\. \(temporary\)$/);
  });

  test("is not repeated after another 4xx (IMP-221)", async () => {
    for (const [status, suffix] of [
      [400, ""],
      [404, ""],
      [401, " (temporary)"],
      [403, " (temporary)"],
    ] as const) {
      server.answer((_request, response) => send(response, { error: "no" }, status));
      const before = server.received.length;
      expect(await failureOf(fetch({}))).toMatch(new RegExp(`status ${status}\\.${suffix.replace(/[()]/g, "\\$&")}$`));
      expect(server.received).toHaveLength(before + 1);
    }
  });

  test("that is not answered in time is repeated, then given up (IMP-221)", async () => {
    server.answer(() => undefined);
    expect(await failureOf(fetch({ timeout_s: 1 }))).toMatch(/was not answered in time\. \(temporary\)$/);
  });

  test("takes an answer of at most 64 MiB, packed or not (IMP-220)", async () => {
    const chunk = Buffer.alloc(1024 * 1024, " ");
    server.answer((_request, response) => {
      let sent = 0;
      const more = (): void => {
        while (!response.destroyed && sent <= answerBytesMax) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    });
    expect(await failureOf(fetch({}))).toContain(`is larger than ${answerBytesMax} bytes.`);
    const packed = gzipSync(Buffer.alloc(answerBytesMax + 1, " "));
    server.answer((_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(packed));
    expect(await failureOf(fetch({}))).toContain(`is larger than ${answerBytesMax} bytes.`);
    server.answer((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync('{"data":[]}')),
    );
    expect(await contentsOf(fetched(await fetch({})))).toEqual({ "list-000001.json": '{"data":[]}' });
  });

  test("waits for its turn where only so many a minute are allowed (IMP-221)", async () => {
    answer(threePages);
    const clock = fakeClock();
    const pause = (ms: number): Promise<void> => {
      scene.pauses.push(ms);
      clock.advance(ms);
      return Promise.resolve();
    };
    fetched(await fetch({ list: byCursor, per_minute: 30 }, { clock, pause }));
    expect(scene.pauses).toEqual([2_000, 2_000]);
  });
});

describe("a delta", () => {
  const since: Json = { path: "/clients", query: { since: "{{watermark}}", fields: "all" }, items: "/data" };

  test("begins where the last fetch began, by the server's own watermark (IMP-224)", async () => {
    const config: Record<string, Json> = {
      list: { ...asJsonObject(since), next: { from: "page", query: "page" } },
      deleted: { path: "/gone", query: { after: "{{watermark}}" }, items: "/ids" },
      watermark: { from: "response", path: "/now" },
    };
    answer((url) => {
      if (url.pathname === "/api/gone") return { ids: [{ id: "c9" }] };
      const page = Number(url.searchParams.get("page"));
      return { data: clients(0, page < 2 ? 1 : 0), now: `t&${page}` };
    });
    const first = fetched(await fetch(config));
    expect(first).toMatchObject({ mode: "full", watermark: "t&1", paths: ["list-000001.json", "list-000002.json"] });
    const second = fetched(await fetch(config, { watermark: first.watermark ?? "" }));
    expect(second).toMatchObject({ mode: "delta", watermark: "t&1" });
    expect(second.paths).toEqual(["list-000001.json", "list-000002.json", "deleted-000001.json"]);
    expect(requestedPaths().slice(-3)).toEqual([
      "/api/clients?since=t%261&fields=all&page=1",
      "/api/clients?since=t%261&fields=all&page=2",
      "/api/gone?after=t%261",
    ]);
    expect(requestedPaths()[0]).toBe("/api/clients?fields=all&page=1");
  });

  test("begins before the newest item, by the overlap, in the form of the item's time (IMP-224)", async () => {
    const config = (overlap: number): Record<string, Json> => ({
      list: since,
      watermark: { from: "field", path: "/at", overlap_s: overlap },
    });
    const rows: [string | number, number, string][] = [
      ["2026-01-15T12:00:00Z", 300, "2026-01-15T11:55:00Z"],
      ["2026-01-15T12:00:00.250+01:00", 300, "2026-01-15T10:55:00.250Z"],
      ["2026-01-15T12:00:00", 60, "2026-01-15T11:59:00"],
      ["2026-01-15 12:00:00", 60, "2026-01-15 11:59:00"],
      ["2026-01-15", 300, "2026-01-14"],
      ["2026-01-15T12:00:00Z", 0, "2026-01-15T12:00:00Z"],
      [4711, 300, "4711"],
    ];
    for (const [at, overlap, watermark] of rows) {
      const older = typeof at === "number" ? at - 1 : "2025-12-31T00:00:00Z";
      answer(() => ({ data: [{ at: older }, { at }, { at: null }, {}] }));
      expect(fetched(await fetch(config(overlap)))).toMatchObject({ watermark });
    }
    answer(() => ({ data: [] }));
    expect(fetched(await fetch(config(0), { watermark: "2026-01-01" }))).toMatchObject({
      mode: "delta",
      watermark: "2026-01-01",
    });
    answer(() => ({ data: [{ at: "yesterday" }] }));
    expect(await failureOf(fetch(config(0)))).toBe(
      "Page 1 of the list has a /at that is neither a time nor a whole number.",
    );
    answer(() => ({ data: [{}] }));
    expect(await failureOf(fetch(config(0)))).toBe("No item of the list has a watermark at /at.");
  });
});

describe("documents", () => {
  test("are fetched for each listed id once, in order, without those that are gone (IMP-226)", async () => {
    server.answer((request, response) => {
      const id = /documents\/(.*)$/.exec(request.path)?.[1];
      if (id === undefined) return send(response, { data: [{ id: "a/b" }, { id: 2 }, { id: "gone" }, { id: "a/b" }] });
      if (id === "gone") return send(response, {}, 404);
      // Numbers that a double cannot hold stay as they are.
      return void response.end(`{\n  "id": "${id}",\r\n  "n": 12345678901234567890.10\n}\n`);
    });
    const delivery = fetched(await fetch({ detail: { path: "/documents/{{id}}", id: "/id", concurrency: 3 } }));
    expect(delivery.paths).toEqual(["list-000001.json", "details-000001.ndjson"]);
    expect((await contentsOf(delivery))["details-000001.ndjson"]).toBe(
      '{   "id": "a%2Fb",   "n": 12345678901234567890.10 }\n{   "id": "2",   "n": 12345678901234567890.10 }\n',
    );
    expect(scene.logged.join()).toContain('"gone":1');
  });

  test("come in batches, so many requests at a time (IMP-226)", async () => {
    answer((url) => {
      if (url.pathname === "/api/clients") return { data: clients(0, 10) };
      return { found: (url.searchParams.get("ids") ?? "").split(",").map((id) => ({ id })) };
    });
    const detail: Json = { path: "/documents?ids={{id}}", id: "/id", batch: 4, concurrency: 2, items: "/found" };
    const delivery = fetched(await fetch({ detail }));
    const lines = Array.from({ length: 10 }, (_, index) => `{"id":"c${index}"}\n`);
    expect((await contentsOf(delivery))["details-000001.ndjson"]).toBe(lines.join(""));
    expect(requestedPaths()).toHaveLength(4);
    expect(server.concurrencyMax).toBeLessThanOrEqual(2);
  });

  test("are an error without an id in the list or a document in the answer (IMP-226)", async () => {
    const detail: Json = { path: "/documents/{{id}}", id: "/id" };
    for (const item of [{}, { id: "" }, { id: 1.5 }, { id: 2 ** 53 }, { id: {} }]) {
      answer(() => ({ data: [item] }));
      expect(await failureOf(fetch({ detail }))).toBe("Page 1 of the list has an item without an id at /id.");
    }
    answer((url) => (url.pathname === "/api/clients" ? { data: [{ id: "a" }] } : "text"));
    expect(await failureOf(fetch({ detail }))).toBe("The document a: the answer has no document at its root.");
  });
});

describe("a fetch that stops", () => {
  const config: Record<string, Json> = {
    list: { ...asJsonObject(byCursor), query: { since: "{{watermark}}" } },
    deleted: { path: "/gone", query: { since: "{{watermark}}" }, items: "", next: { from: "page", query: "page" } },
    detail: { path: "/documents/{{id}}", id: "/id", concurrency: 4 },
    watermark: { from: "response", path: "/now" },
  };
  const whole = (url: URL): Json => {
    if (url.pathname === "/api/clients") return { ...asJsonObject(threePages(url)), now: "t1" };
    if (url.pathname === "/api/gone") return url.searchParams.get("page") === "1" ? ["x"] : [];
    return { document: url.pathname };
  };

  test("continues where it stopped, wherever that is, and gives the same delivery (IMP-223)", async () => {
    answer(whole);
    const expected = fetched(await fetch(config, { watermark: "t0" }));
    const files = await contentsOf(expected);
    const requests = server.received.length;
    for (let stopsAt = 1; stopsAt <= requests; stopsAt += 1) {
      const spoolFolder = join(scene.folder, `spool-${stopsAt}`);
      const first = server.received.length;
      const abort = new AbortController();
      server.answer((request, response) => {
        if (server.received.length - first === stopsAt) return abort.abort(new Error("stopped"));
        send(response, whole(new URL(request.path, "http://h")));
      });
      await expect(fetch(config, { watermark: "t0", spoolFolder, signal: abort.signal })).rejects.toThrow("stopped");
      const pagesBefore = requestedPaths()
        .slice(first, -1)
        .filter((path) => !path.includes("/documents/"));
      answer(whole);
      const again = server.received.length;
      const delivery: Fetched = fetched(await fetch(config, { watermark: "t0", spoolFolder }));
      expect(delivery).toMatchObject({ mode: "delta", watermark: expected.watermark, paths: expected.paths });
      expect(await contentsOf(delivery)).toEqual(files);
      // No page that was complete is asked for again.
      for (const page of pagesBefore.slice(0, stopsAt - 1)) expect(requestedPaths().slice(again)).not.toContain(page);
      expect((await readdir(spoolFolder)).length).toBe(1);
    }
  });

  test("begins anew for another watermark, another config, and after a day (IMP-223)", async () => {
    const clock = fakeClock();
    const changes: ((options: Partial<FetchOptions>) => Promise<Fetch>)[] = [
      (options) => fetch(config, { ...options, watermark: "t9" }),
      (options) => fetch({ ...config, per_minute: 59_999 }, options),
      (options) => {
        clock.advance(25 * 3_600_000);
        return fetch(config, options);
      },
    ];
    for (const fetchAgain of changes) {
      server.answer((request, response) => {
        const url = new URL(request.path, "http://h");
        send(response, url.searchParams.has("cursor") ? {} : whole(url), url.searchParams.has("cursor") ? 503 : 200);
      });
      expect(await failureOf(fetch(config, { clock }))).toContain("Page 2 of the list");
      answer(whole);
      const before = server.received.length;
      fetched(await fetchAgain({ clock }));
      expect(requestedPaths()[before]).not.toContain("cursor");
    }
  });

  test("does not continue after an answer that stays wrong, such as for a stale cursor (IMP-223)", async () => {
    server.answer((request, response) => {
      const url = new URL(request.path, "http://h");
      if (url.searchParams.has("cursor")) return send(response, {}, 410);
      send(response, whole(url));
    });
    expect(await failureOf(fetch(config))).toContain("status 410");
    expect(await readdir(scene.options.spoolFolder)).toEqual([]);
  });

  test("ends at once when its signal aborts, in a request and in a wait (IMP-223)", async () => {
    const abort = new AbortController();
    server.answer(() => abort.abort(new Error("asked to stop")));
    await expect(fetch(config, { signal: abort.signal })).rejects.toThrow("asked to stop");
    const second = new AbortController();
    server.answer((_request, response) => {
      send(response, {}, 503, { "retry-after": "600" });
      void once(response, "close").then(() => second.abort(new Error("stopped waiting")));
    });
    await expect(fetch(config, { signal: second.signal, pause })).rejects.toThrow("stopped waiting");
  });
});

describe("who asks", () => {
  const authorizations = () => server.received.map(({ headers }) => headers["authorization"] ?? headers["x-key"]);

  test("is proved by a login, a token or a header (IMP-222)", async () => {
    answer(() => ({ data: [] }));
    await fetch({ auth: { kind: "basic", username: "u", password: "p" } });
    await fetch({ auth: { kind: "bearer", token: "tok-1" } });
    await fetch({ auth: { kind: "header", name: "X-Key", value: "key-1" } });
    expect(authorizations()).toEqual([`Basic ${Buffer.from("u:p").toString("base64")}`, "Bearer tok-1", "key-1"]);
  });

  test("is proved by a token that is fetched, and renewed before its end and when it is refused (IMP-222)", async () => {
    const clock = fakeClock();
    let tokens = 0;
    let refused = false;
    const forms: string[] = [];
    server.answer((request, response) => {
      if (request.path === "/token") {
        tokens += 1;
        forms.push(`${request.method} ${request.headers["authorization"] ?? ""} ${request.body.toString()}`);
        return send(response, { access_token: `secret-token-${tokens}`, token_type: "Bearer", expires_in: 120 });
      }
      const url = new URL(request.path, "http://h");
      // The first token ends between the pages; the second is refused once.
      if (!url.searchParams.has("cursor")) clock.advance(61_000);
      else if (!refused) {
        refused = true;
        return send(response, {}, 401);
      }
      return send(response, threePages(url));
    });
    const auth = {
      kind: "oauth2_client_credentials",
      token_url: `http://127.0.0.1:${server.port}/token`,
      client_id: "me",
      client_secret: "s:cret",
      scope: "read all",
    };
    fetched(await fetch({ list: byCursor, auth }, { clock }));
    expect(authorizations().filter((text) => text?.startsWith("Bearer"))).toEqual([
      "Bearer secret-token-1",
      "Bearer secret-token-2",
      "Bearer secret-token-3",
      "Bearer secret-token-3",
    ]);
    expect(forms[0]).toBe(
      `POST Basic ${Buffer.from("me:s%3Acret").toString("base64")} grant_type=client_credentials&scope=read+all`,
    );
    await fetch({ auth: { ...auth, client_auth: "form", audience: "book" } }, { clock });
    expect(forms[3]).toBe(
      "POST  grant_type=client_credentials&client_id=me&client_secret=s%3Acret&scope=read+all&audience=book",
    );
    expect(scene.logged.join()).not.toMatch(/secret-token|cret/);
  });

  test("is reported when no token is given, without what the answer held (IMP-222)", async () => {
    const auth = {
      kind: "oauth2_client_credentials",
      token_url: `http://127.0.0.1:${server.port}/token`,
      client_id: "me",
      client_secret: "s3cret",
    };
    const answers: [string, number, string][] = [
      ['{"error":"s3cret"}', 400, "The token (http://127.0.0.1:PORT/token) was answered with status 400."],
      ["s3cret", 200, "The answer of the token endpoint is not JSON."],
      ['{"access_token":""}', 200, "The answer of the token endpoint has no access_token."],
      ['{"access_token":"s3cret","token_type":"mac"}', 200, "The answer of the token endpoint is not a bearer token."],
    ];
    for (const [body, status, sentence] of answers) {
      server.answer((_request, response) => response.writeHead(status).end(body));
      expect(await failureOf(fetch({ auth }))).toBe(sentence.replace("PORT", String(server.port)));
    }
  });
});
