import { failSubmissionStamp } from "@service/contract";
import { canonicalHash, isJsonArray, isJsonObject, type JsonObject } from "@service/engine-types";

const hourMs = 3_600_000;
/** A stamp from the near future is a clock that runs ahead, not a forgery. */
const clockSkewMs = 5 * 60_000;

/**
 * Source checks of domain.md 0.10, when the release lists `submission_sources`.
 *
 * Sources that verify by `hmac` need a secret that is registered with the source; without one no signature can be
 * right, so they are refused.
 * @throws `submission_stamp_missing`, `_unknown_source`, `_expired`, `_content_mismatch`, `_signature_invalid` (422).
 */
export function checkSubmissionStamp(effective: JsonObject, input: JsonObject, nowMs: number): void {
  const listed = isJsonArray(effective["submission_sources"])
    ? effective["submission_sources"].filter(isJsonObject)
    : [];
  if (listed.length === 0) return;
  const { submission_stamp: stamp, ...content } = input;
  if (!isJsonObject(stamp)) {
    const required = listed.find((source) => source["required"] === true);
    if (required) throw failSubmissionStamp("missing", nameOf(required["key"]));
    return;
  }
  const source = nameOf(stamp["source"]);
  const expected = listed.find((candidate) => candidate["key"] === source);
  if (!expected) throw failSubmissionStamp("unknown_source", source);
  // An optional source vouches for nothing that a required one has to. An input carries one stamp, so of several
  // required sources any will do.
  const required = listed.filter((candidate) => candidate["required"] === true);
  if (required[0] && !required.includes(expected)) throw failSubmissionStamp("missing", nameOf(required[0]["key"]));
  const issuedAtMs = Date.parse(nameOf(stamp["issued_at"]));
  const maxAgeMs = (typeof expected["max_age_hours"] === "number" ? expected["max_age_hours"] : 0) * hourMs;
  const ageMs = nowMs - issuedAtMs;
  if (!Number.isFinite(ageMs) || ageMs < -clockSkewMs || (maxAgeMs > 0 && ageMs > maxAgeMs)) {
    throw failSubmissionStamp("expired", source);
  }
  if (expected["verify"] === "none") return;
  if (stamp["content_sha256"] !== canonicalHash(content)) throw failSubmissionStamp("content_mismatch", source);
  if (expected["verify"] === "hmac") throw failSubmissionStamp("signature_invalid", source);
}

function nameOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
