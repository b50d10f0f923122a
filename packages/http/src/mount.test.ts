import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { fail } from "@service/contract";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { plainText } from "./response-forms.ts";
import { startTestApp, testRoute, type TestApp } from "./testing/test-app.ts";

const Slug = z.object({ slug: z.string() });
const Item = z.object({ slug: z.string(), id: z.string() });

const routes = [
  testRoute({
    method: "GET",
    path: "/things/{slug}/items/{id}",
    summary: "One item",
    params: Item,
    responses: { 200: Item },
    errors: [],
    handle: ({ params, reply }) => reply(200, params),
  }),
  testRoute({
    method: "GET",
    path: "/things/{slug}/items/latest",
    summary: "The latest item",
    params: Slug,
    responses: { 200: plainText },
    errors: [],
    handle: ({ params, reply }) => reply(200, `latest of ${params.slug}`),
  }),
  testRoute({
    method: "POST",
    path: "/things/{slug}/items/latest",
    summary: "Who asks",
    access: "callers",
    params: Slug,
    body: { schema: z.strictObject({ size: z.number() }), limitBytes: 64 },
    responses: { 200: z.object({ caller: z.string(), size: z.number() }) },
    errors: [],
    handle: ({ caller = "", body, reply }) => reply(200, { caller, size: body.size }),
  }),
  testRoute({
    method: "GET",
    path: "/slow",
    summary: "Takes longer than the process allows",
    timeBudgetMs: 60_000,
    responses: { 200: z.object({ leftMs: z.number() }) },
    errors: [],
    handle: async ({ time, reply }) => {
      await delay(400);
      return reply(200, { leftMs: time.leftMs() });
    },
  }),
  testRoute({
    method: "GET",
    path: "/endless",
    summary: "Ends with its time budget",
    responses: { 200: plainText },
    errors: [],
    handle: ({ time }) =>
      new Promise((_resolve, reject) => time.signal.addEventListener("abort", () => reject(fail("request_timeout")))),
  }),
  testRoute({
    method: "GET",
    path: "/broken",
    summary: "Fails as storage does",
    responses: { 200: plainText },
    errors: [],
    handle: () => {
      throw new Error("storage is away");
    },
  }),
];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(routes, {
    timeBudgetMs: 200,
    admit: async ({ access, request }) => {
      const caller = request.headers["x-caller"];
      if (access === "callers" && typeof caller !== "string") throw fail("unauthorized");
      return { caller: typeof caller === "string" ? caller : undefined };
    },
    refusalOf: (error) =>
      Error.isError(error) && error.message === "storage is away"
        ? fail("service_unavailable", { cause: error })
        : undefined,
  });
});
afterAll(() => app.stop());

async function call(method: string, path: string, init: RequestInit = {}) {
  const response = await fetch(`${app.url}${path}`, { method, ...init });
  const { status, headers } = response;
  return { status, allow: headers.get("allow"), id: headers.get("x-request-id"), text: await response.text() };
}

describe("mounted routes", () => {
  test("a literal segment is found before a parameter, though it is listed after it", async () => {
    expect(await call("GET", "/things/a/items/latest")).toMatchObject({ status: 200, text: "latest of a" });
    expect(await call("GET", "/things/a/items/b")).toMatchObject({ status: 200, text: '{"slug":"a","id":"b"}' });
    expect(await call("HEAD", "/things/a/items/b")).toMatchObject({ status: 200, text: "" });
  });

  test("a method that no route of the path has is 405 with the methods there are, whatever other path it would match", async () => {
    expect(await call("DELETE", "/things/a/items/latest")).toMatchObject({
      status: 405,
      allow: "GET, HEAD, POST",
      text: "",
    });
    expect(await call("POST", "/things/a/items/b")).toMatchObject({ status: 405, allow: "GET, HEAD" });
  });

  test("a path of no route is a plain-text 404", async () => {
    expect(await call("GET", "/things/a")).toMatchObject({ status: 404, text: "404 page not found\n" });
  });
});

describe("admission", () => {
  const body = JSON.stringify({ size: 3 });

  test("refuses before the body is read, and passes on what it grants", async () => {
    const tooLarge = JSON.stringify({ size: 1, more: "x".repeat(100) });
    expect(await call("POST", "/things/a/items/latest", { body: tooLarge })).toMatchObject({ status: 401 });
    const headers = { "x-caller": "ann" };
    expect(await call("POST", "/things/a/items/latest", { body: tooLarge, headers })).toMatchObject({ status: 400 });
    expect(await call("POST", "/things/a/items/latest", { body, headers })).toMatchObject({
      status: 200,
      text: '{"caller":"ann","size":3}',
    });
  });
});

describe("the time budget", () => {
  test("of a route that declares one replaces that of the process", async () => {
    const answer = await call("GET", "/slow");
    expect(answer.status).toBe(200);
    expect(z.object({ leftMs: z.number() }).parse(JSON.parse(answer.text)).leftMs).toBeGreaterThan(10_000);
  });

  test("of the process ends every other route with request_timeout (PLAT-29)", async () => {
    const answer = await call("GET", "/endless");
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([504, { code: "request_timeout" }]);
  });
});

test("an error of the application is answered with the refusal it stands for", async () => {
  const answer = await call("GET", "/broken");
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([503, { code: "service_unavailable" }]);
  expect(answer.id).toMatch(/^[0-9a-f]{32}$/);
});
