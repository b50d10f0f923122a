import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { fail } from "@service/contract";
import * as z from "zod";
import { download } from "./response-forms.ts";
import { startTestApp, testRoute, type TestApp } from "./testing/test-app.ts";

/** How far the endless file was asked for. */
let pieces = 0;
const piece = "x".repeat(65_536);
async function* endless(): AsyncIterable<string> {
  for (;;) {
    pieces += 1;
    yield piece;
  }
}
async function* failing(atPiece: number): AsyncIterable<string> {
  for (let n = 0; n < atPiece; n += 1) yield "line\n";
  throw new Error("the source is gone");
}
const files: Record<string, () => AsyncIterable<string>> = {
  small: async function* () {
    yield "a,b\r\n";
    yield "é,2\r\n";
  },
  endless,
  broken: () => failing(1),
  unbegun: () => failing(0),
};

const routes = [
  testRoute({
    method: "GET",
    path: "/files/{id}",
    summary: "A file",
    params: z.object({ id: z.string() }),
    responses: { 200: download({ "text/csv": z.string() }) },
    errors: ["run_not_found"],
    handle: ({ params, reply }) => {
      const made = files[params.id];
      if (made === undefined) throw fail("run_not_found");
      return reply(200, { mediaType: "text/csv", fileName: "table.csv", pieces: made() });
    },
  }),
];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(routes, { admit: async () => ({ caller: undefined }) });
});
afterAll(() => app.stop());

test("a download is an attachment under its name, sent piece by piece and never cached (PLAT-102)", async () => {
  const response = await fetch(`${app.url}/files/small`);
  expect([response.status, await response.text()]).toEqual([200, "a,b\r\né,2\r\n"]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="table.csv"',
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  const head = await fetch(`${app.url}/files/small`, { method: "HEAD" });
  expect([head.status, await head.text(), head.headers.get("content-type")]).toEqual([
    200,
    "",
    "text/csv; charset=utf-8",
  ]);
});

test("what fails before the first piece is an ordinary refusal, later the file is cut (PLAT-102)", async () => {
  expect((await fetch(`${app.url}/files/none`)).status).toBe(404);
  const unbegun = await fetch(`${app.url}/files/unbegun`);
  expect([unbegun.status, unbegun.headers.get("content-disposition")]).toEqual([500, null]);
  const broken = fetch(`${app.url}/files/broken`).then((response) => response.text());
  await expect(broken).rejects.toThrow(/terminated|fetch failed/);
});

test("a reader that pauses makes the source wait, and one that leaves ends it (PLAT-102)", async () => {
  const leaving = new AbortController();
  const response = await fetch(`${app.url}/files/endless`, { signal: leaving.signal });
  await response.body?.getReader().read();
  let before = -1;
  // What buffers hold is bounded: from some piece on nothing is asked for any more.
  while (before !== pieces) {
    before = pieces;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  expect(pieces).toBeLessThan(1_000);
  leaving.abort();
});
