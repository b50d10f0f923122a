import { errors } from "@service/contract";
import { expect, test } from "@jest/globals";
import * as z from "zod";
import { lastEventId } from "./last-event-id.ts";
import { multipart } from "./multipart.ts";
import { openApiDocument } from "./openapi.ts";
import { inlineParts } from "./openapi-sharing.ts";
import { empty, redirect, stream, streamOrJson } from "./response-forms.ts";
import { testRoute } from "./testing/test-app.ts";

const Frame = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("text.delta"), text: z.string().meta({ examples: ["Good"] }) }),
    z.object({ type: z.literal("done") }),
  ])
  .meta({ id: "TurnFrame" });
const resume = lastEventId("invalid_cursor");

const FreeRow = z.record(z.string(), z.unknown()).meta({ examples: [{ carrier_key: "k" }] });
const Totals = z.record(z.string(), z.number()).meta({ examples: [{ open: 2 }] });
const NamedRow = z.looseObject({ key: z.string().meta({ examples: ["a"] }) });

function notCalled(): never {
  throw new Error("only described");
}

const shared = openApiDocument(
  [
    testRoute({
      method: "POST",
      path: "/turns",
      summary: "Takes a file and streams",
      headers: z.object(resume.headers),
      query: z.strictObject(resume.query),
      body: multipart({
        fields: z.strictObject({ title: z.string().meta({ examples: ["A"] }), note: z.string().optional() }),
        files: {
          file: { bytesMax: 20, tooLarge: "body_too_large" },
          pages: { bytesMax: 10, tooLarge: "body_too_large", countMax: 3, optional: true },
        },
        fieldBytesMax: 5,
        bodyBytesMax: 100,
        tooLarge: "invalid_batch_size",
        malformed: "invalid_payload",
        uploadMs: 1_000,
      }),
      namesPlace: true,
      responses: { 200: stream(Frame, { longestMs: 60_000 }), 204: empty },
      errors: ["invalid_cursor"],
      handle: notCalled,
    }),
    testRoute({
      method: "POST",
      path: "/either",
      summary: "Streams, or answers once",
      namesPlace: true,
      responses: { 200: streamOrJson(Frame, NamedRow) },
      errors: [],
      handle: notCalled,
    }),
    testRoute({
      method: "GET",
      path: "/content",
      summary: "Redirects",
      responses: { 302: redirect({ validSeconds: 60 }) },
      errors: [],
      handle: notCalled,
    }),
    testRoute({
      method: "GET",
      path: "/rows",
      summary: "Answers rows with members of their own",
      hasServerTiming: true,
      hasEtag: true,
      responses: { 200: z.object({ rows: z.array(FreeRow), totals: Totals, named: NamedRow }) },
      errors: [],
      handle: notCalled,
    }),
  ],
  {
    info: {},
    servers: [],
    securitySchemes: {},
    security: [],
    tagDescriptions: {},
    errors,
    accessSentence: () => "",
    isPublic: () => true,
  },
);
const document = inlineParts(shared);

test("a stream is documented by the union of its frames, which is a component, and the names of its events", () => {
  const stream = {
    headers: { "content-location": { schema: { type: "string" } } },
    description: expect.stringMatching(/`event` is the `type` in it: `text.delta`, `done`\.[^]*60 seconds/),
    content: {
      "text/event-stream": {
        schema: { $ref: "#/components/schemas/TurnFrame" },
        example: { type: "text.delta", text: "Good" },
      },
    },
  };
  expect(document).toMatchObject({
    paths: { "/turns": { post: { responses: { "200": stream, "204": {} } } } },
    components: { schemas: { TurnFrame: { oneOf: [{}, {}] } } },
  });
});

test("an answer that is a stream or JSON has a schema for each, and its headers (TURN-190)", () => {
  expect(document).toMatchObject({
    paths: {
      "/either": {
        post: {
          responses: {
            "200": {
              headers: { "content-location": { schema: { type: "string" } } },
              content: {
                "application/json": { example: { key: "a" } },
                "text/event-stream": { schema: { $ref: "#/components/schemas/TurnFrame" } },
              },
            },
          },
        },
      },
    },
  });
});

test("the last frame read is a parameter of header and query", () => {
  expect(document).toMatchObject({
    paths: {
      "/turns": {
        post: {
          parameters: [
            { name: "after", in: "query", required: false },
            { name: "last-event-id", in: "header", required: false },
          ],
        },
      },
    },
  });
});

test("a form is documented with its files as binary parts, its bounds and its codes", () => {
  const schema = {
    type: "object",
    properties: {
      title: { type: "string" },
      note: { type: "string" },
      file: { type: "string", format: "binary", description: "A file of at most 20 bytes." },
      pages: { type: "array", items: { type: "string", format: "binary" }, maxItems: 3 },
    },
    required: ["title", "file"],
    additionalProperties: false,
  };
  expect(document).toMatchObject({
    paths: {
      "/turns": {
        post: {
          requestBody: { required: true, content: { "multipart/form-data": { schema } } },
          responses: {
            "400": {
              description: expect.stringMatching(/`invalid_batch_size`[^]*`invalid_cursor`[^]*`invalid_payload`/),
            },
            "413": { description: expect.stringContaining("`body_too_large`") },
          },
        },
      },
    },
  });
});

test("a redirect is documented with its headers", () => {
  expect(document).toMatchObject({
    paths: {
      "/content": {
        get: {
          responses: {
            "302": {
              description: expect.stringContaining("valid for 60 seconds"),
              headers: { location: { schema: { format: "uri" } }, expires: {}, "x-request-id": {} },
            },
          },
        },
      },
    },
  });
});

test("an answer's object with members of its own describes them (PLAT-72)", () => {
  expect(document).toMatchObject({
    paths: {
      "/rows": {
        get: {
          responses: {
            "200": {
              content: {
                "application/json": {
                  schema: {
                    properties: {
                      rows: { items: { type: "object", additionalProperties: {} } },
                      totals: { type: "object", additionalProperties: { type: "number" } },
                      named: { properties: { key: { type: "string" } }, additionalProperties: {} },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  });
});

test("the headers that an answer carries beside its body are documented (PLAT-72)", () => {
  expect(document).toMatchObject({
    paths: { "/rows": { get: { responses: { "200": { headers: { etag: {}, "server-timing": {} } } } } } },
  });
});

test("what several operations have alike is a component, and stands in each of them once it is written out (PLAT-72)", () => {
  const reference = { $ref: "#/components/responses/Refused500InternalError" };
  const refusal = {
    headers: { "x-request-id": { $ref: "#/components/headers/XRequestId" } },
    content: { "application/json": { examples: { internal_error: { $ref: "#/components/examples/internal_error" } } } },
  };
  expect(shared).toMatchObject({
    paths: {
      "/content": { get: { responses: { "500": reference } } },
      "/rows": { get: { responses: { "500": reference } } },
    },
    components: {
      responses: { Refused500InternalError: refusal },
      examples: { internal_error: { value: { code: "internal_error" } } },
    },
  });
  expect(document).toMatchObject({
    paths: {
      "/rows": {
        get: {
          responses: {
            "500": {
              description: expect.stringContaining("`internal_error`"),
              headers: { "x-request-id": { schema: { type: "string" } } },
              content: { "application/json": { examples: { internal_error: { value: { code: "internal_error" } } } } },
            },
          },
        },
      },
    },
  });
});
