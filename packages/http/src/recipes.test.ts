/** The recipes of CONTRIBUTING.md for streams, uploads, redirects and downloads, as routes that run. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { fail } from "@service/contract";
import { eventReader } from "@service/testing/read-events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import * as z from "zod";
import { lastEventId } from "./last-event-id.ts";
import { multipart } from "./multipart.ts";
import { download, empty, redirect, stream, type StreamFrame } from "./response-forms.ts";
import { startTestApp, testRoute, type TestApp } from "./testing/test-app.ts";

const ProgressFrame = z.discriminatedUnion("type", [
  z.object({ type: z.literal("progress"), percent: z.number() }),
  z.object({ type: z.literal("done") }),
  z.object({ type: z.literal("error"), code: z.string(), message: z.string() }),
  z.object({ type: z.literal("reconnect"), reason: z.string() }),
]);
const resume = lastEventId("invalid_cursor");
const doneId = "2";

async function* framesAfter(
  id: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<StreamFrame<z.input<typeof ProgressFrame>>> {
  signal.throwIfAborted();
  if (id === undefined) yield { id: "1", data: { type: "progress", percent: 50 } };
  yield { id: doneId, data: { type: "done" } };
}

const fileStore = {
  put: async (content: Readable): Promise<string> => {
    let bytes = 0;
    for await (const chunk of content) bytes += String(chunk).length;
    return `${bytes} bytes`;
  },
  signedUrl: (id: string, validSeconds: number): URL => new URL(`https://files.example/${id}?for=${validSeconds}`),
};

async function* linesOf(id: string): AsyncIterable<string> {
  yield "id\r\n";
  yield `${id}\r\n`;
}

const routes = [
  testRoute({
    method: "GET",
    path: "/progress",
    summary: "Streams",
    // recipe: a stream
    headers: z.object(resume.headers),
    query: z.strictObject(resume.query),
    responses: {
      200: stream(ProgressFrame, {
        retryMs: 2_000,
        ended: (reason) => ({ data: { type: "reconnect", reason } }),
        failed: ({ code, message }) => ({ data: { type: "error", code, message } }),
      }),
      204: empty,
    },
    errors: ["invalid_cursor"],
    handle: ({ headers, query, time, reply }) => {
      const after = resume.of({ headers, query });
      // `EventSource` connects again after a stream has ended; 204 makes it stop.
      if (after === doneId) return reply(204);
      return reply(200, framesAfter(after, time.signal));
    },
    // end of the recipe
  }),
  testRoute({
    method: "POST",
    path: "/files",
    summary: "Takes a file",
    // recipe: an upload
    body: multipart({
      fields: z.strictObject({ title: z.string().max(200).optional() }),
      files: { file: { bytesMax: 20 * 1024 * 1024, tooLarge: "body_too_large" } },
      fieldBytesMax: 1_000,
      bodyBytesMax: 21 * 1024 * 1024,
      tooLarge: "body_too_large",
      malformed: "invalid_payload",
      uploadMs: 100_000,
    }),
    responses: { 201: z.object({ title: z.string().optional(), stored: z.string() }) },
    errors: [],
    handle: async ({ body, reply }) => {
      const { fields, files } = await body.receive({ file: ({ content }) => fileStore.put(content) });
      const [stored = ""] = files.file;
      return reply(201, { title: fields.title, stored });
    },
    // end of the recipe
  }),
  testRoute({
    method: "GET",
    path: "/files/{id}/content",
    summary: "Where a file is",
    params: z.object({ id: z.string() }),
    // recipe: a redirect
    responses: { 302: redirect({ validSeconds: 60 }) },
    errors: ["run_not_found"],
    handle: ({ params, reply }) => {
      if (params.id === "unknown") throw fail("run_not_found");
      return reply(302, fileStore.signedUrl(params.id, 60));
    },
    // end of the recipe
  }),
  testRoute({
    method: "GET",
    path: "/rows/{id}",
    summary: "Rows as a file",
    params: z.object({ id: z.string() }),
    // recipe: a download
    responses: { 200: download({ "text/csv": z.string() }) },
    errors: ["run_not_found"],
    handle: ({ params, reply }) => {
      if (params.id === "unknown") throw fail("run_not_found");
      return reply(200, { mediaType: "text/csv", fileName: "rows.csv", pieces: linesOf(params.id) });
    },
    // end of the recipe
  }),
];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(routes, { admit: async () => ({ caller: undefined }) });
});
afterAll(() => app.stop());

test("the recipes of CONTRIBUTING.md are these routes, word for word", () => {
  const recipes = [
    ...readFileSync(import.meta.filename, "utf8").matchAll(/\n *\/\/ recipe: .*\n([^]*?)\n *\/\/ end of/g),
  ];
  expect(recipes).toHaveLength(4);
  const document = readFileSync(join(import.meta.dirname, "../../../CONTRIBUTING.md"), "utf8");
  for (const [, lines = ""] of recipes)
    expect(document).toContain(`\`\`\`ts\n${lines.replaceAll(/^ {4}/gm, "")}\n\`\`\``);
});

test("the stream of the recipe is read to its end, and then has nothing more", async () => {
  const reader = eventReader();
  reader.push(await (await fetch(`${app.url}/progress`)).text());
  expect(reader.events.map(({ id, event }) => [id, event])).toEqual([
    ["1", "progress"],
    ["2", "done"],
  ]);
  expect((await fetch(`${app.url}/progress`, { headers: { "last-event-id": "2" } })).status).toBe(204);
});

test("the download of the recipe is a file", async () => {
  const response = await fetch(`${app.url}/rows/1`);
  expect([response.status, await response.text()]).toEqual([200, "id\r\n1\r\n"]);
  expect((await fetch(`${app.url}/rows/unknown`)).status).toBe(404);
});

test("the upload of the recipe takes a file", async () => {
  const body = new FormData();
  body.append("file", new Blob(["12345"]));
  const response = await fetch(`${app.url}/files`, { method: "POST", body });
  expect([response.status, await response.json()]).toEqual([201, { stored: "5 bytes" }]);
});

test("the redirect of the recipe names its URL, or refuses", async () => {
  const read = (id: string) => fetch(`${app.url}/files/${id}/content`, { redirect: "manual" });
  expect((await read("a")).headers.get("location")).toBe("https://files.example/a?for=60");
  expect((await read("unknown")).status).toBe(404);
});
