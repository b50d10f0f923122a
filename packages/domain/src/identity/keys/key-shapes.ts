import { cut } from "@service/json";
import { hash, randomBytes } from "node:crypto";

/** A bearer token by its shape, before any lookup (KEY-5, KEY-6). */
export type PresentedKey =
  | { readonly kind: "organization"; readonly hash: Buffer }
  | { readonly kind: "scoped"; readonly id: string; readonly secretHash: Buffer };

const organizationKeyPattern = /^svc_[a-z0-9_]{1,16}_[0-9a-f]{64}$/;
const scopedKeyPattern = /^svcsk_v1_(?<id>[0-9a-f]{24})_(?<secret>[A-Za-z0-9_-]{43})$/;
/** Longer than any key; keeps megabytes of header away from the patterns. */
const keyCharsMax = 128;

/**
 * Parses a bearer token; undefined when it is neither kind of key. `svcsk_` always means a scoped key: a malformed one
 * is never looked up as an organization key.
 */
export function readKey(bearer: string): PresentedKey | undefined {
  if (bearer.length > keyCharsMax) return undefined;
  if (bearer.startsWith("svcsk_")) {
    const parts = scopedKeyPattern.exec(bearer)?.groups;
    const id = parts?.["id"];
    const secret = parts?.["secret"];
    return id === undefined || secret === undefined ? undefined : { kind: "scoped", id, secretHash: sha256(secret) };
  }
  return organizationKeyPattern.test(bearer) ? { kind: "organization", hash: sha256(bearer) } : undefined;
}

/** Of the 64 characters of an organization key, those that lists show: 224 random bits remain secret. */
const shownChars = 8;

/** `svc_<environment slug>_` and 64 hex characters (256 random bits, so a fast hash is enough). */
export function makeOrganizationKey(environmentSlug: string): { apiKey: string; hash: Buffer; prefix: string } {
  const random = randomBytes(32).toString("hex");
  const apiKey = `svc_${environmentSlug}_${random}`;
  return { apiKey, hash: sha256(apiKey), prefix: `svc_${environmentSlug}_${cut(random, shownChars)}` };
}

/** What a list shows of a scoped key: all but its secret. */
export function prefixOfScopedKey(keyId: string): string {
  return `svcsk_v1_${keyId}`;
}

/** `svcsk_v1_`, 24 hex characters of id, `_`, and 43 characters of base64url (256 random bits). */
export function makeScopedKey(): { id: string; apiKey: string; secretHash: Buffer } {
  const id = randomBytes(12).toString("hex");
  const secret = randomBytes(32).toString("base64url");
  return { id, apiKey: `svcsk_v1_${id}_${secret}`, secretHash: sha256(secret) };
}

function sha256(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
