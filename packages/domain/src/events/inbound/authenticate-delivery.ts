import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { isJsonObject } from "@service/json";
import { defaultCodePlace } from "./mapping.ts";
import { readContent, readFormContent, type Content } from "./read-content.ts";
import type { SourceForDelivery } from "./source.ts";
import { digestOf } from "./source-secrets.ts";

/** A request as received, not authenticated yet. */
export interface IncomingDelivery {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The exact bytes. */
  readonly body: Buffer;
}

/** An authenticated delivery. The code of an `ams_ons` source has been removed from it. */
export interface AuthenticDelivery {
  readonly headers: IncomingDelivery["headers"];
  /** SHA-256 of the body's bytes; without the code when the body contained it. */
  readonly bodyHash: Buffer;
  readonly content: Content;
}

/** Seconds a signed time may differ from ours in either direction (IN-16). */
const toleranceSeconds = 300;

/**
 * Whether one of the source's live secrets made this delivery (IN-15). Signatures are over raw bytes and compared
 * in constant time; which secret is checked never depends on the content. A new kind must be added here: the switch
 * does not compile without it.
 * @returns undefined for every failure, whatever its cause.
 */
export function authenticateDelivery(
  source: SourceForDelivery,
  delivery: IncomingDelivery,
  nowMs: number,
): AuthenticDelivery | undefined {
  const live = source.secrets
    .filter(({ expiresAtMs }) => expiresAtMs === null || expiresAtMs > nowMs)
    .map(({ check }) => check);
  switch (source.kind) {
    case "native":
      return isSignedNatively(delivery, live, nowMs) ? authentic(delivery, readContent(delivery.body)) : undefined;
    case "repo_host":
      return isSignedByRepoHost(delivery, live) ? authentic(delivery, repoHostContent(delivery)) : undefined;
    case "ams_ons":
      return withoutCode(source, delivery, live);
  }
}

type Checks = readonly SourceForDelivery["secrets"][number]["check"][];

function authentic({ headers, body }: IncomingDelivery, content: Content): AuthenticDelivery {
  return { headers, bodyHash: createHash("sha256").update(body).digest(), content };
}

/** Standard Webhooks: HMAC-SHA256 over id, time and body, joined by full stops. */
function isSignedNatively({ headers, body }: IncomingDelivery, keys: Checks, nowMs: number): boolean {
  const id = headers["webhook-id"] ?? "";
  const timestamp = headers["webhook-timestamp"] ?? "";
  if (id === "" || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Math.floor(nowMs / 1000) - Number(timestamp)) > toleranceSeconds) return false;
  const given = (headers["webhook-signature"] ?? "")
    .split(" ")
    .filter((entry) => entry.startsWith("v1,"))
    .map((entry) => Buffer.from(entry.slice(3), "base64"));
  // Node decodes header bytes as Latin-1.
  const start = Buffer.from(`${id}.${timestamp}.`, "latin1");
  return matchesAny(
    given,
    keys.map((key) => createHmac("sha256", key).update(start).update(body).digest()),
  );
}

/** `X-Hub-Signature-256` over the raw body; the older SHA-1 header is ignored. */
function isSignedByRepoHost({ headers, body }: IncomingDelivery, keys: Checks): boolean {
  const given = /^sha256=([0-9a-f]{64})$/i.exec(headers["x-hub-signature-256"] ?? "")?.[1];
  if (given === undefined) return false;
  return matchesAny(
    [Buffer.from(given, "hex")],
    keys.map((key) => createHmac("sha256", key).update(body).digest()),
  );
}

function repoHostContent({ headers, body }: IncomingDelivery): Content {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "");
  return isForm ? readFormContent(body) : readContent(body);
}

/** Reads the shared code where the source's mapping says, and compares digests, so that timing does not leak its length. */
function withoutCode(
  source: SourceForDelivery,
  delivery: IncomingDelivery,
  digests: Checks,
): AuthenticDelivery | undefined {
  const place = source.mapping.code ?? defaultCodePlace;
  const isCode = (code: unknown): boolean =>
    typeof code === "string" &&
    matchesAny(
      [digestOf(code)],
      digests.filter((digest) => Buffer.isBuffer(digest)),
    );
  switch (place.in) {
    case "header": {
      const { [place.name]: code, ...headers } = delivery.headers;
      return isCode(code) ? authentic({ ...delivery, headers }, readContent(delivery.body)) : undefined;
    }
    case "query":
      return isCode(delivery.query[place.name]) ? authentic(delivery, readContent(delivery.body)) : undefined;
    case "body": {
      const content = readContent(delivery.body);
      if (!("value" in content) || !isJsonObject(content.value)) return undefined;
      const { [place.name]: code, ...value } = content.value;
      if (typeof code !== "string" || !isCode(code)) return undefined;
      // Hash the bytes without the code, which may change between two attempts. Do not serialize the body again:
      // numbers beyond a double would change, and two different bodies could hash alike.
      const bytes = delivery.body.toString("latin1").replaceAll(Buffer.from(code).toString("latin1"), "");
      return {
        headers: delivery.headers,
        bodyHash: createHash("sha256").update(bytes, "latin1").digest(),
        content: { ...content, value },
      };
    }
  }
}

/** Always compares all pairs, for constant time. */
function matchesAny(given: readonly Buffer[], expected: readonly Buffer[]): boolean {
  let matches = 0;
  for (const one of given)
    for (const other of expected) matches += one.length === other.length && timingSafeEqual(one, other) ? 1 : 0;
  return matches > 0;
}
