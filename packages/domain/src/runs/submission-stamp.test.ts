import { expect, test } from "@jest/globals";
import { canonicalHash, type Json } from "@service/engine-types";
import { checkSubmissionStamp } from "./submission-stamp.ts";

const nowMs = Date.parse("2026-11-21T12:00:00Z");
const content = { subject: { key: "a" } };
const source = (key: string, changes: object = {}) => ({
  key,
  required: false,
  max_age_hours: 24,
  verify: "none",
  ...changes,
});
const stamp = (of: string, changes: { [name: string]: Json } = {}) => ({
  source: of,
  issued_at: "2026-11-21T11:00:00Z",
  ...changes,
});

/** The refusal's code and source, or "accepted". */
function judge(sources: Json[], submission_stamp?: Json): unknown {
  const input = submission_stamp === undefined ? content : { ...content, submission_stamp };
  try {
    checkSubmissionStamp({ submission_sources: sources }, input, nowMs);
    return "accepted";
  } catch (error) {
    return error instanceof Error && "code" in error && "details" in error ? [error.code, error.details] : error;
  }
}
const refusal = (reason: string, submission_source: string) => [
  `submission_stamp_${reason}`,
  { reason, submission_source },
];

test("no stamp is asked for where no source is listed or none is required (domain.md 0.10)", () => {
  expect(judge([])).toBe("accepted");
  expect(judge([], stamp("anybody"))).toBe("accepted");
  expect(judge([source("web")])).toBe("accepted");
});

test("the stamp of a required source is missing without one, and where another source stamped", () => {
  const ams = source("ams", { required: true, verify: "sha256" });
  expect(judge([source("web"), ams])).toEqual(refusal("missing", "ams"));
  expect(judge([source("web"), ams], stamp("web"))).toEqual(refusal("missing", "ams"));
  expect(judge([source("web"), ams], stamp("ams", { content_sha256: canonicalHash(content) }))).toBe("accepted");
  const crm = source("crm", { required: true });
  expect(judge([ams, crm], stamp("crm"))).toBe("accepted");
});

test("a source that is not listed is unknown", () => {
  expect(judge([source("web")], stamp("crm"))).toEqual(refusal("unknown_source", "crm"));
});

test.each([
  ["2026-11-20T12:00:00Z", "accepted"],
  ["2026-11-20T11:59:59Z", refusal("expired", "web")],
  ["2026-11-21T12:05:00Z", "accepted"],
  ["2026-11-21T12:05:01Z", refusal("expired", "web")],
  ["some day", refusal("expired", "web")],
])("issued at %s, with 24 hours allowed: %j", (issued_at, outcome) => {
  expect(judge([source("web")], stamp("web", { issued_at }))).toEqual(outcome);
});

test("the hash is over the input without its stamp, and a signature needs a secret", () => {
  const hash = canonicalHash(content);
  const hashed = source("ams", { verify: "sha256" });
  expect(judge([hashed], stamp("ams", { content_sha256: hash }))).toBe("accepted");
  expect(judge([hashed], stamp("ams", { content_sha256: hash.toUpperCase() }))).toEqual(
    refusal("content_mismatch", "ams"),
  );
  expect(judge([hashed], stamp("ams"))).toEqual(refusal("content_mismatch", "ams"));
  const signed = source("ams", { verify: "hmac" });
  expect(judge([signed], stamp("ams", { content_sha256: hash, signature: "00" }))).toEqual(
    refusal("signature_invalid", "ams"),
  );
});
