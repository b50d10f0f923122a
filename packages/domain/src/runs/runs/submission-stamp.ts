import { createHmac, timingSafeEqual } from "node:crypto";
import { failSubmissionStamp } from "@service/contract";
import { canonicalHashSteps, isJsonArray, isJsonObject, type JsonObject } from "@service/json";

const hourMs = 3_600_000;
/** A stamp from the near future is accepted: the source's clock may run ahead. */
const clockSkewMs = 5 * 60_000;

/** The signature of a stamp that passed all other checks; still to be verified with the source's secrets. */
export interface StampSignature {
  readonly source: string;
  /** `source|issued_at|content_sha256` as the stamp has them. */
  readonly signedText: string;
  /** HMAC-SHA256 of it, lowercase hex. */
  readonly signature: string;
}

/**
 * Source checks of TYPE-97, TYPE-102, when the release lists `submission_sources`. In steps: the hash of a large content
 * takes long.
 * @returns the input of `checkStampSignature`, for a source that verifies by `hmac`.
 * @throws `submission_stamp_missing`, `_unknown_source`, `_expired`, `_content_mismatch`, `_signature_invalid` (422).
 */
export function* checkSubmissionStamp(
  effective: JsonObject,
  input: JsonObject,
  nowMs: number,
): Generator<undefined, StampSignature | undefined> {
  const listed = isJsonArray(effective["submission_sources"])
    ? effective["submission_sources"].filter(isJsonObject)
    : [];
  if (listed.length === 0) return undefined;
  const { submission_stamp: stamp, ...content } = input;
  if (!isJsonObject(stamp)) {
    const required = listed.find((source) => source["required"] === true);
    if (required) throw failSubmissionStamp("missing", nameOf(required["key"]));
    return undefined;
  }
  const source = nameOf(stamp["source"]);
  const expected = listed.find((candidate) => candidate["key"] === source);
  if (!expected) throw failSubmissionStamp("unknown_source", source);
  // A stamp of an optional source does not replace one of a required source. An input carries one stamp, so any one of
  // several required sources is enough.
  const required = listed.filter((candidate) => candidate["required"] === true);
  if (required[0] && !required.includes(expected)) throw failSubmissionStamp("missing", nameOf(required[0]["key"]));
  const issuedAtMs = Date.parse(nameOf(stamp["issued_at"]));
  const maxAgeMs = (typeof expected["max_age_hours"] === "number" ? expected["max_age_hours"] : 0) * hourMs;
  const ageMs = nowMs - issuedAtMs;
  if (!Number.isFinite(ageMs) || ageMs < -clockSkewMs || (maxAgeMs > 0 && ageMs > maxAgeMs)) {
    throw failSubmissionStamp("expired", source);
  }
  if (expected["verify"] === "none") return undefined;
  const { sha256 } = yield* canonicalHashSteps(content);
  if (stamp["content_sha256"] !== sha256) throw failSubmissionStamp("content_mismatch", source);
  if (expected["verify"] !== "hmac") return undefined;
  const signature = nameOf(stamp["signature"]);
  if (!/^[0-9a-f]{64}$/.test(signature)) throw failSubmissionStamp("signature_invalid", source);
  const signedText = [source, nameOf(stamp["issued_at"]), nameOf(stamp["content_sha256"])].join("|");
  return { source, signedText, signature };
}

/**
 * Compares a stamp's signature with those of all live secrets of its source, in constant time.
 * @throws `submission_stamp_signature_invalid` (422), also when the source has no secret.
 */
export function checkStampSignature(
  { source, signedText, signature }: StampSignature,
  secrets: readonly string[],
): void {
  const given = Buffer.from(signature, "hex");
  let matches = 0;
  for (const secret of secrets)
    matches += timingSafeEqual(given, createHmac("sha256", secret).update(signedText).digest()) ? 1 : 0;
  if (matches === 0) throw failSubmissionStamp("signature_invalid", source);
}

function nameOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
