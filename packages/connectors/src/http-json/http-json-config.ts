import * as z from "zod";

const pointer = z
  .string()
  .max(256)
  .regex(/^(?:\/(?:[^/~]|~[01])*)*$/, "must be a JSON Pointer such as /data/items, or empty for the document");
/** Goes into a header or a form: nothing that could end one. */
const secret = z
  .string()
  .min(1)
  .max(4_096)
  .regex(/^[\x20-\x7e]+$/, "must be printable ASCII");
const parameter = z.string().min(1).max(128);
const path = z
  .string()
  .max(1_000)
  .regex(/^\/[^?#\s\\]*$/, "must begin with / and hold no query");

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || /[\s\\]/.test(text)) return false;
  return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" && url.hash === "";
}

const address = z.string().max(1_000).refine(isHttpUrl, "must be an https URL without user info and fragment");

const auth = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("basic"),
    username: secret.refine((text) => !text.includes(":"), "must not hold a colon"),
    password: secret,
  }),
  z.strictObject({ kind: z.literal("bearer"), token: secret }),
  z.strictObject({
    kind: z.literal("header"),
    name: z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, "must be the name of a header"),
    value: secret,
  }),
  z.strictObject({
    kind: z.literal("oauth2_client_credentials"),
    token_url: address,
    client_id: secret,
    client_secret: secret,
    scope: secret.optional(),
    audience: secret.optional(),
    /** How the token endpoint wants id and secret: as basic authorization, or in the form. */
    client_auth: z.enum(["basic", "form"]).default("basic"),
  }),
]);

const next = z.discriminatedUnion("from", [
  z.strictObject({ from: z.literal("cursor"), path: pointer, query: parameter }),
  z.strictObject({ from: z.literal("link"), path: pointer }),
  z.strictObject({ from: z.literal("page"), query: parameter, first: z.int().min(0).max(1).default(1) }),
  z.strictObject({ from: z.literal("offset"), query: parameter, size: z.int().min(1).max(10_000) }),
]);

const queryText = z
  .string()
  .max(1_000)
  .refine(
    (text) => !/\{\{|\}\}/.test(text.replaceAll("{{watermark}}", "")),
    "must hold no placeholder but {{watermark}}",
  );

const listing = z.strictObject({
  path,
  query: z.record(parameter, queryText).default({}),
  /** Where the array of items stands in an answer. */
  items: pointer,
  next: next.optional(),
});

const detail = z.strictObject({
  path: z
    .string()
    .max(1_000)
    .regex(/^\/[^#\s\\]*$/, "must begin with /")
    .refine((text) => text.split("{{id}}").length === 2, "must hold {{id}} once"),
  /** Where the id stands in an item of the list. */
  id: pointer,
  /** Ids of one request, joined by commas. */
  batch: z.int().min(1).max(200).default(1),
  concurrency: z.int().min(1).max(8).default(1),
  /** Where the documents stand in an answer: an array, or one document. */
  items: pointer.default(""),
});

export const httpJsonSchema = z
  .strictObject({
    base_url: address.refine((text) => !text.includes("?"), "must not hold a query"),
    auth: auth.optional(),
    list: listing,
    deleted: listing.optional(),
    detail: detail.optional(),
    per_minute: z.int().min(1).max(60_000).default(600),
    watermark: z
      .discriminatedUnion("from", [
        z.strictObject({ from: z.literal("response"), path: pointer }),
        z.strictObject({
          from: z.literal("field"),
          path: pointer,
          overlap_s: z.int().min(0).max(604_800).default(300),
        }),
      ])
      .optional(),
    timeout_s: z.int().min(1).max(600).default(60),
  })
  .superRefine(({ list, deleted, watermark }, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    if (watermark !== undefined && !asksSince(list)) {
      refuse(["list", "query"], "must use {{watermark}}, because watermark is set");
    }
    if (watermark === undefined && asksSince(list)) refuse(["watermark"], "is required where {{watermark}} is used");
    if (deleted === undefined) return;
    // A full fetch shows by itself what is gone.
    if (watermark === undefined) refuse(["deleted"], "is of use only with a watermark");
    else if (!asksSince(deleted)) refuse(["deleted", "query"], "must use {{watermark}}");
  });

function asksSince({ query }: z.output<typeof listing>): boolean {
  return Object.values(query).some((text) => text.includes("{{watermark}}"));
}

export type HttpJsonConfig = z.output<typeof httpJsonSchema>;
export type Listing = z.output<typeof listing>;
export type Detail = z.output<typeof detail>;
export type Auth = z.output<typeof auth>;
