import { hash } from "node:crypto";
import type { ServiceError } from "@service/contract";
import { canonicalJson, type Json } from "@service/json";

/** What a repetition of a write is recognized by, null where nothing can repeat it, and compared by. */
export interface Replayable {
  readonly keyHash: Buffer | null;
  readonly requestHash: Buffer;
}

/**
 * @param write.scope where and by whom the key is used; the same key elsewhere is another key.
 * @param write.body what a repetition must equal, in any order of members.
 */
export function replayable(write: {
  readonly scope: readonly string[];
  readonly key: string | undefined;
  readonly body: Json;
}): Replayable {
  const { scope, key, body } = write;
  return { keyHash: key === undefined ? null : hashOfKey(scope, key), requestHash: hashOfRequest(body) };
}

/** Hash of an `Idempotency-Key`. A JSON array: a plain concatenation of scope and key would be ambiguous. */
export function hashOfKey(scope: readonly string[], key: string): Buffer {
  return hash("sha256", JSON.stringify([...scope, key]), "buffer");
}

export function hashOfRequest(body: Json): Buffer {
  return hash("sha256", canonicalJson(body), "buffer");
}

/**
 * The stored write that answers a repetition; undefined where there is none, so that the request is new.
 * @throws what `refuse` makes of a write that another request stored under the key.
 */
export function replayOf<Stored extends { readonly requestHash: Buffer }>(
  stored: Stored | undefined,
  requestHash: Buffer,
  refuse: (stored: Stored) => ServiceError,
): Stored | undefined {
  if (stored && !stored.requestHash.equals(requestHash)) throw refuse(stored);
  return stored;
}
