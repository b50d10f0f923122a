import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { fail } from "@service/contract";
import { type Logger, silentLogger } from "@service/runtime";
import { createSignal, waitFor } from "@service/testing";
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { type IncomingFile, multipart } from "./multipart.ts";
import { openRaw } from "./testing/raw-connection.ts";
import { startTestApp, testRoute, type TestApp } from "./testing/test-app.ts";

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
const fileBytesMax = 4 * megabyte;

/** Reads a file to its end without keeping it. */
async function hashOf({ filename, contentType, content }: IncomingFile) {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of content) {
    if (!Buffer.isBuffer(chunk)) throw new Error("not bytes");
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { filename, content_type: contentType, bytes, sha256: hash.digest("hex") };
}

const Stored = z.object({
  filename: z.string().optional(),
  content_type: z.string(),
  bytes: z.number(),
  sha256: z.string(),
});
const fields = z.strictObject({ title: z.string().min(2), note: z.string().optional() });
const form = multipart({
  fields,
  files: {
    file: { bytesMax: fileBytesMax, tooLarge: "body_too_large" },
    page: { bytesMax: 10, tooLarge: "invalid_batch_size", countMax: 2, optional: true },
  },
  fieldBytesMax: 100,
  bodyBytesMax: 5 * megabyte,
  tooLarge: "reason_text_too_long",
  malformed: "invalid_payload",
  uploadMs: 60_000,
});

/** What the server saw of an upload: how a reader's stream ended. */
const failedFiles = createSignal<string>("failed files");
const opened = createSignal<IncomingFile>("opened files");
const goOn = createSignal("go on");
const aborted = createSignal("aborted");

const upload = { method: "POST", summary: "Takes a file" } as const;
const routes = [
  testRoute({
    ...upload,
    path: "/files",
    access: "callers",
    body: form,
    responses: {
      200: z.object({
        title: z.string(),
        note: z.string().optional(),
        file: z.array(Stored),
        page: z.array(Stored),
      }),
    },
    errors: [],
    handle: async ({ body, reply }) => {
      const { fields, files } = await body.receive({ file: hashOf, page: hashOf });
      return reply(200, { ...fields, ...files });
    },
  }),
  testRoute({
    ...upload,
    path: "/held",
    body: form,
    responses: { 200: z.object({ bytes: z.number().optional() }) },
    errors: [],
    handle: async ({ body, time, reply }) => {
      time.signal.addEventListener("abort", () => aborted.send());
      const { files } = await body.receive({
        file: async (file) => {
          opened.send(file);
          try {
            await goOn.next();
            return await hashOf(file);
          } catch (error) {
            failedFiles.send(String(error));
            throw error;
          }
        },
        page: hashOf,
      });
      return reply(200, { bytes: files.file[0]?.bytes });
    },
  }),
  testRoute({
    ...upload,
    path: "/watched",
    body: form,
    responses: { 200: z.object({ bytes: z.number() }) },
    errors: [],
    handle: async ({ body, time, reply }) => {
      time.signal.addEventListener("abort", () => aborted.send());
      const { files } = await body.receive({
        file: (file) => {
          opened.send(file);
          return hashOf(file).catch((error: unknown) => {
            failedFiles.send(String(error));
            throw new Error("what the storage makes of it", { cause: error });
          });
        },
        page: hashOf,
      });
      return reply(200, { bytes: files.file[0]?.bytes ?? 0 });
    },
  }),
  testRoute({
    ...upload,
    path: "/first-bytes",
    body: form,
    responses: { 200: z.object({ starts_with: z.string(), title: z.string() }) },
    errors: ["run_not_found"],
    handle: async ({ body, reply }) => {
      const { fields, files } = await body.receive({
        file: async ({ filename, content }) => {
          if (filename === "refused") throw fail("run_not_found");
          if (filename === "unread") return "";
          for await (const chunk of content) return String(chunk).slice(0, 4);
          return "";
        },
        page: () => Promise.resolve(),
      });
      return reply(200, { starts_with: files.file[0] ?? "", title: fields.title });
    },
  }),
  testRoute({
    ...upload,
    path: "/impatient",
    body: multipart({ ...form, fields, files: form.form.files, uploadMs: 50 }),
    responses: { 200: z.object({}) },
    errors: [],
    handle: async ({ body, reply }) => {
      await body.receive({ file: hashOf, page: hashOf });
      return reply(200, {});
    },
  }),
  testRoute({
    ...upload,
    path: "/short-budget",
    timeBudgetMs: 50,
    body: form,
    responses: { 200: z.object({ left: z.boolean() }) },
    errors: [],
    handle: async ({ body, time, reply }) => {
      await body.receive({ file: hashOf, page: hashOf });
      return reply(200, { left: time.leftMs() <= 50 });
    },
  }),
  testRoute({
    ...upload,
    path: "/not-read",
    body: form,
    responses: { 200: z.object({}) },
    errors: [],
    handle: ({ reply }) => reply(200, {}),
  }),
];

let app: TestApp;
const failures: unknown[] = [];
const log: Logger = { ...silentLogger, error: (fields: unknown) => failures.push(fields) };
const requests: IncomingMessage[] = [];

beforeAll(async () => {
  app = await startTestApp(routes, {
    log,
    admit: async ({ access, request }) => {
      requests.push(request);
      if (access === "callers" && request.headers["x-caller"] === undefined) throw fail("unauthorized");
      return { caller: undefined };
    },
  });
});
afterAll(async () => {
  await app.stop();
  expect(failures).toEqual([]);
});

async function post(path: string, body: RequestInit["body"], headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}${path}`, {
    method: "POST",
    body: body ?? null,
    headers: { "x-caller": "ann", ...headers },
    ...(body instanceof ReadableStream && { duplex: "half" }),
  });
  const json: unknown = JSON.parse(await response.text());
  return { status: response.status, body: json };
}

/** A form of the given parts, in their order. */
function formOf(parts: readonly (readonly [name: string, value: string | Buffer, filename?: string])[]): FormData {
  const data = new FormData();
  for (const [name, value, filename] of parts)
    if (typeof value === "string") data.append(name, value);
    else data.append(name, new Blob([new Uint8Array(value)]), filename ?? "blob");
  return data;
}

const head = "multipart/form-data; boundary=B";
const part = (disposition: string, value: string): string =>
  `--B\r\nContent-Disposition: ${disposition}\r\n\r\n${value}\r\n`;
const title = part('form-data; name="title"', "a title");
const file = part('form-data; name="file"; filename="a.txt"', "content");
const sha256 = (bytes: Buffer | string): string => createHash("sha256").update(bytes).digest("hex");

describe("a form", () => {
  test("has its files streamed and its fields checked, in whatever order the parts come (PLAT-90)", async () => {
    const bytes = Buffer.alloc(3 * megabyte, "content");
    const stored = { filename: "Bericht 2.pdf", content_type: "application/octet-stream", bytes: bytes.length };
    const parts = [
      ["file", bytes, "Bericht 2.pdf"],
      ["title", "Ünïcode"],
      ["page", Buffer.from("1"), "../../etc/one"],
      ["page", Buffer.from("22"), "two"],
    ] as const;
    for (const order of [parts, parts.toReversed()]) {
      const answer = await post("/files", formOf(order));
      expect(answer).toMatchObject({
        status: 200,
        body: { title: "Ünïcode", file: [{ ...stored, sha256: sha256(bytes) }] },
      });
      // Without its folders, and in the order of arrival.
      expect(
        z
          .object({ page: z.array(Stored) })
          .parse(answer.body)
          .page.map(({ filename }) => filename),
      ).toEqual(order === parts ? ["one", "two"] : ["two", "one"]);
    }
  });

  test("may send a field as a Blob, and a file without a name", async () => {
    const body = `${part('form-data; name="title"; filename="blob"', "a title")}${part('form-data; name="file"', "x")}--B--`;
    const answer = await post("/files", body, { "content-type": head });
    expect(answer).toMatchObject({ status: 200, body: { title: "a title", file: [{ bytes: 1 }] } });
    expect(answer.body).not.toHaveProperty("file.0.filename");
  });

  test.each([
    ["exactly the bound", fileBytesMax, 200, undefined],
    ["one byte more", fileBytesMax + 1, 413, "body_too_large"],
  ])(
    "may have a file of %s, and the same connection serves the next request (PLAT-91)",
    async (_what, size, status, code) => {
      const parts = formOf([
        ["title", "a title"],
        ["file", Buffer.alloc(size)],
      ]);
      const answer = await post("/files", parts);
      expect(answer.status).toBe(status);
      if (code) expect(answer.body).toMatchObject({ code });
      expect((await post("/files", formOf([["title", "a"]]))).status).toBe(400);
    },
  );

  test.each([
    ["a file over its own bound", [["page", Buffer.alloc(11)]], "invalid_batch_size"],
    [
      "more files of a name than declared",
      [
        ["page", Buffer.alloc(1)],
        ["page", Buffer.alloc(1)],
        ["page", Buffer.alloc(1)],
      ],
      "invalid_payload",
    ],
    ["a field over its bound", [["note", "x".repeat(101)]], "reason_text_too_long"],
    [
      "a field twice",
      [
        ["note", "1"],
        ["note", "2"],
      ],
      "invalid_payload",
    ],
    ["an unknown part", [["other", "1"]], "invalid_payload"],
    ["an unknown file", [["other", Buffer.alloc(1)]], "invalid_payload"],
    ["a part named __proto__", [["__proto__", "1"]], "invalid_payload"],
    ["a part named constructor", [["constructor", "1"]], "invalid_payload"],
    ["a part without a name", [["", "1"]], "invalid_payload"],
    ["U+0000 in a field", [["note", "a\u0000b"]], "invalid_request"],
  ] as const)("with %s is refused with the declared code (PLAT-91, PLAT-92)", async (_what, parts, code) => {
    for (const order of [
      [["title", "a title"], ["file", Buffer.from("x")], ...parts],
      [...parts, ["title", "a title"], ["file", Buffer.from("x")]],
    ] as const)
      expect((await post("/files", formOf(order))).body).toMatchObject({ code });
  });

  test("without a declared part is refused, its fields as a JSON body's are (PLAT-92)", async () => {
    expect((await post("/files", formOf([["title", "a title"]]))).body).toMatchObject({
      code: "invalid_payload",
      message: "The part file is missing.",
    });
    const details = async (...parts: readonly (readonly [string, string | Buffer])[]) =>
      (await post("/files", formOf([...parts, ["file", Buffer.from("x")]]))).body;
    expect(await details()).toMatchObject({ code: "invalid_request", details: [{ field: "title" }] });
    expect(await details(["title", "a"])).toMatchObject({ code: "invalid_request", details: [{ field: "title" }] });
  });

  test("over its whole bound is refused, whether its length is declared or not (PLAT-91)", async () => {
    const large = formOf([
      ["page", Buffer.alloc(10)],
      ["title", "a title"],
      ["file", Buffer.alloc(5 * megabyte)],
    ]);
    expect(await post("/files", large)).toMatchObject({ body: { code: "reason_text_too_long" } });
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from('--B\r\nContent-Disposition: form-data; name="x')),
      pull: (controller) => controller.enqueue(Buffer.alloc(64 * kilobyte, "x")),
    });
    await expect(post("/files", endless, { "content-type": head })).resolves.toMatchObject({
      body: { code: "reason_text_too_long" },
    });
  });
});

describe("a body that is not this form", () => {
  test.each([
    ["another media type", "application/json", "{}"],
    ["no media type", "", `${title}${file}--B--`],
    ["no boundary", "multipart/form-data", `${title}${file}--B--`],
    ["an empty boundary", "multipart/form-data; boundary=", `${title}${file}--B--`],
    ["another multipart type", "multipart/mixed; boundary=B", `${title}${file}--B--`],
    ["another boundary", "multipart/form-data; boundary=C", `${title}${file}--B--`],
    ["nothing", head, ""],
    ["no parts", head, "--B--"],
    ["no last boundary", head, `${title}${file}`],
    ["an end inside a file", head, `${title}${file.slice(0, -8)}`],
    ["an end inside a part's headers", head, `${title}--B\r\nContent-Dispos`],
    ["an end inside a boundary", head, `${title}${file}--B-`],
    ["a part that is no form-data", head, `${title}${part('attachment; name="file"', "x")}--B--`],
    ["a part without headers", head, `${title}--B\r\n\r\nx\r\n--B--`],
    ["a line break in a name", head, `${title}${part('form-data; name="file\nx"', "x")}--B--`],
    [
      "an encoded part",
      head,
      `${title}--B\r\nContent-Disposition: form-data; name="file"\r\nContent-Transfer-Encoding: base64\r\n\r\neA==\r\n--B--`,
    ],
    ["headers without end", head, `${title}--B\r\n${"x: y\r\n".repeat(20_000)}`],
    [
      "random bytes",
      head,
      Buffer.from(Array.from({ length: 5_000 }, (_value, index) => (index * 7919) % 251)).toString("latin1"),
    ],
  ])("%s is refused with the declared code, and the connection goes on (PLAT-92)", async (_what, type, body) => {
    const request = `POST /files HTTP/1.1\r\nhost: x\r\nx-caller: ann\r\n${type === "" ? "" : `content-type: ${type}\r\n`}content-length: ${Buffer.byteLength(body)}\r\n\r\n`;
    const connection = await openRaw(app.url, request + body);
    const first = await connection.until((text) => text.includes("}"));
    expect(first).toMatch(/^HTTP\/1\.1 400 [^]*"code":"invalid_payload"/);
    connection.socket.write(request + body);
    await connection.until((text) => text.split('"code":"invalid_payload"').length === 3);
    connection.socket.destroy();
  });

  test("bytes that are not UTF-8 in a field, and a compressed body, are refused", async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${file}--B\r\nContent-Disposition: form-data; name="title"\r\n\r\n`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from("\r\n--B--"),
    ]);
    expect((await post("/files", bytes, { "content-type": head })).body).toMatchObject({ code: "invalid_payload" });
    const compressed = await post("/files", `${title}${file}--B--`, {
      "content-type": head,
      "content-encoding": "gzip",
    });
    expect(compressed.body).toMatchObject({ code: "invalid_payload" });
  });
});

describe("an upload", () => {
  const sending = (path: string, declared: number): string =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${head}\r\ncontent-length: ${declared}\r\n\r\n--B\r\nContent-Disposition: form-data; name="file"\r\n\r\nabc`;

  test.each([
    ["is cut", (socket: { destroy(): unknown }) => socket.destroy()],
    ["is half closed", (socket: { end(): unknown }) => socket.end()],
  ])("that %s fails the file, ends the signal and is no failure of the service (PLAT-93)", async (_what, breakOff) => {
    const connection = await openRaw(app.url, sending("/watched", 100_000));
    await opened.next();
    breakOff(connection.socket);
    expect(await failedFiles.next()).toBe("ServiceError: the caller disconnected");
    await aborted.next();
    expect(requests.at(-1)?.destroyed).toBe(true);
    connection.socket.destroy();
  });

  test("is read no faster than its reader reads, and nothing is held whole (PLAT-90)", async () => {
    const before = requests.length;
    const size = 4 * megabyte - 100;
    const answer = post(
      "/held",
      formOf([
        ["title", "a title"],
        ["file", Buffer.alloc(size)],
      ]),
    );
    const { content } = await opened.next();
    const request = requests[before];
    await waitFor(() => request?.isPaused() === true);
    expect(content.readableLength + (request?.readableLength ?? 0)).toBeLessThan(megabyte);
    expect(request?.socket.bytesRead).toBeLessThan(2 * megabyte);
    goOn.send();
    expect(await answer).toEqual({ status: 200, body: { bytes: size } });
  });

  test("may be read in part or not at all, and refused by its reader", async () => {
    const bytes = Buffer.alloc(3 * megabyte, "content");
    expect(
      await post(
        "/first-bytes",
        formOf([
          ["file", bytes],
          ["page", Buffer.alloc(3)],
          ["title", "a title"],
        ]),
      ),
    ).toEqual({
      status: 200,
      body: { starts_with: "cont", title: "a title" },
    });
    const unread = formOf([
      ["file", bytes, "unread"],
      ["title", "a title"],
    ]);
    expect((await post("/first-bytes", unread)).body).toEqual({ starts_with: "", title: "a title" });
    const refused = formOf([
      ["file", bytes, "refused"],
      ["title", "a title"],
    ]);
    expect((await post("/first-bytes", refused)).body).toMatchObject({ code: "run_not_found" });
  });

  test("that its handler does not read is answered", async () => {
    expect(await post("/not-read", formOf([["file", Buffer.alloc(3 * megabyte)]]))).toEqual({ status: 200, body: {} });
  });

  test("has a time of its own; the budget of the route begins at its end (PLAT-94)", async () => {
    const late = await openRaw(app.url, sending("/impatient", 100_000));
    expect(await late.until((text) => text.includes("}"))).toMatch(/^HTTP\/1\.1 504 [^]*"code":"request_timeout"/);
    late.socket.destroy();

    const body = `${title}${file}--B--`;
    const slow = await openRaw(
      app.url,
      `POST /short-budget HTTP/1.1\r\nhost: x\r\ncontent-type: ${head}\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    // Longer than the budget of the route.
    await delay(100);
    slow.socket.write(body);
    expect(await slow.until((text) => text.includes("}"))).toMatch(/^HTTP\/1\.1 200 [^]*"left":true/);
    slow.socket.destroy();
  });

  test("is refused before its body is read where the caller may not upload", async () => {
    const connection = await openRaw(app.url, sending("/files", 100_000));
    expect(await connection.until((text) => text.includes("}"))).toMatch(/^HTTP\/1\.1 401 /);
    connection.socket.destroy();
  });
});

function notCalled(): never {
  throw new Error("only compiled");
}

test("a wrong declaration or use does not compile", () => {
  const limits = { fieldBytesMax: 1, bodyBytesMax: 1, uploadMs: 1 };
  // @ts-expect-error -- this code needs details, which a bound has not
  multipart({ fields, files: {}, ...limits, tooLarge: "idempotency_key_reused" });
  // @ts-expect-error -- a file has a bound
  multipart({ fields, files: { file: { tooLarge: "body_too_large" } }, ...limits, tooLarge: "body_too_large" });
  testRoute({
    ...upload,
    path: "/x",
    body: form,
    responses: { 200: fields },
    errors: [],
    handle: async ({ body, reply }) => {
      // @ts-expect-error -- every declared file has a reader
      await body.receive({ file: notCalled });
      // @ts-expect-error -- no file of this name is declared
      await body.receive({ file: notCalled, page: notCalled, other: notCalled });
      const { fields, files } = await body.receive({ file: hashOf, page: hashOf });
      // @ts-expect-error -- no field of this name is declared
      String(fields.name);
      // @ts-expect-error -- no file of this name is declared
      String(files.other);
      return reply(200, fields);
    },
  });
  expect(notCalled).toThrow("only compiled");
});
