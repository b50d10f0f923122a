import { createHash, createSecretKey, randomBytes, type KeyObject } from "node:crypto";
import { limits, type InboundSourceKind } from "@service/contract";
import type { SecretBox } from "@service/runtime";

const secretBytes = 32;
const nativePrefix = "whsec_";

/**
 * A new secret in the format of its senders: `whsec_` and base64 for Standard Webhooks; plain letters and digits where
 * people paste it into a form.
 */
export function makeSourceSecret(kind: InboundSourceKind): string {
  const secret = randomBytes(secretBytes);
  switch (kind) {
    case "native":
      return nativePrefix + secret.toString("base64");
    case "repo_host":
    case "ams_ons":
      return secret.toString("hex");
  }
}

/** Most live secrets of a source (IN-7). */
export function liveSecretsMax(kind: InboundSourceKind): number {
  return kind === "ams_ons" ? limits.sourceCodesLiveMax : limits.sourceSecretsLiveMax;
}

/** The value deliveries are checked with: for a code its digest, so that the code is not kept in memory. */
export function checkOf(kind: InboundSourceKind, secret: string): KeyObject | Buffer {
  switch (kind) {
    case "native":
      return createSecretKey(Buffer.from(secret.slice(nativePrefix.length), "base64"));
    case "repo_host":
      return createSecretKey(Buffer.from(secret, "utf8"));
    case "ams_ons":
      return digestOf(secret);
  }
}

export function digestOf(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}

/** Sealed values are bound to their row: a ciphertext copied to another source cannot be opened. */
function contextOf(sourceId: string, secretId: string): string {
  return `inbound_source_secret:${sourceId}:${secretId}`;
}

export function sealSourceSecret(box: SecretBox, sourceId: string, secretId: string, secret: string): string {
  return box.seal(secret, contextOf(sourceId, secretId));
}

/** @throws SecretBoxError when it was sealed with a key that this process does not have. */
export function openSourceSecret(box: SecretBox, sourceId: string, secretId: string, sealed: string): string {
  return box.open(sealed, contextOf(sourceId, secretId));
}
