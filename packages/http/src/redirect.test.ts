import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { fail } from "@service/contract";
import * as z from "zod";
import { redirect } from "./response-forms.ts";
import { startTestApp, testRoute, type TestApp } from "./testing/test-app.ts";

const elsewhere = new URL("https://files.example/ä b?token=1&name=é");
const routes = [
  testRoute({
    method: "GET",
    path: "/content/{id}",
    summary: "Where the content is",
    params: z.object({ id: z.string() }),
    responses: { 302: redirect({ validSeconds: 60 }), 307: redirect() },
    errors: ["run_not_found"],
    handle: ({ params, reply }) => {
      if (params.id === "none") throw fail("run_not_found");
      return params.id === "other" ? reply(307, elsewhere) : reply(302, elsewhere, { "x-more": "1" });
    },
  }),
];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(routes, { admit: async () => ({ caller: undefined }) });
});
afterAll(() => app.stop());

async function read(path: string, method = "GET") {
  const response = await fetch(`${app.url}${path}`, { method, redirect: "manual" });
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

test("a redirect has a Location, an end of its validity, and no body, and is never cached (PLAT-95)", async () => {
  const { status, headers, text } = await read("/content/1");
  expect([status, text]).toEqual([302, ""]);
  expect(headers).toMatchObject({
    location: "https://files.example/%C3%A4%20b?token=1&name=%C3%A9",
    "cache-control": "no-store",
    "content-length": "0",
    "x-more": "1",
  });
  expect(headers["x-request-id"]).toBeDefined();
  const validSeconds = (Date.parse(headers["expires"] ?? "") - Date.parse(headers["date"] ?? "")) / 1000;
  expect(Math.abs(validSeconds - 60)).toBeLessThanOrEqual(2);
  expect(await read("/content/1", "HEAD")).toMatchObject({ status: 302, headers: { location: headers["location"] } });
});

test("without a declared validity there is no Expires; a refusal is an envelope", async () => {
  const { status, headers } = await read("/content/other");
  expect([status, headers["expires"], headers["cache-control"]]).toEqual([307, undefined, "no-store"]);
  expect(await read("/content/none")).toMatchObject({ status: 404 });
});

function notCalled(): never {
  throw new Error("only compiled");
}

test("a wrong declaration or reply does not compile", () => {
  const route = { method: "GET", path: "/x", summary: "", errors: [] } as const;
  testRoute({
    ...route,
    // @ts-expect-error -- not a status of redirects
    responses: { 200: redirect() },
    handle: notCalled,
  });
  testRoute({
    ...route,
    responses: { 303: redirect() },
    // @ts-expect-error -- a string may be no URL
    handle: ({ reply }) => reply(303, "/elsewhere"),
  });
  expect(notCalled).toThrow("only compiled");
});
