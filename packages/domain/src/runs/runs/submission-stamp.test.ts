import { createHmac } from "node:crypto";
import { expect, test } from "@jest/globals";
import { canonicalHash, type Json, type JsonObject } from "@service/json";
import { checkStampSignature, checkSubmissionStamp, type StampSignature } from "./submission-stamp.ts";

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

/** Does all steps of the check. */
function check(sources: Json[], input: JsonObject): StampSignature | undefined {
  const steps = checkSubmissionStamp({ submission_sources: sources }, input, nowMs);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The refusal's code and source, or "accepted". */
function judge(sources: Json[], submission_stamp?: Json): unknown {
  const input = submission_stamp === undefined ? content : { ...content, submission_stamp };
  try {
    check(sources, input);
    return "accepted";
  } catch (error) {
    return error instanceof Error && "code" in error && "details" in error ? [error.code, error.details] : error;
  }
}
const refusal = (reason: string, submission_source: string) => [
  `submission_stamp_${reason}`,
  { reason, submission_source },
];

test("no stamp is needed when no source is listed or none is required (TYPE-102)", () => {
  expect(judge([])).toBe("accepted");
  expect(judge([], stamp("anybody"))).toBe("accepted");
  expect(judge([source("web")])).toBe("accepted");
});

test("a required source's stamp is missing when there is no stamp or one of another source", () => {
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

test("a signature covers source, time and hash, and is valid only under a live secret of the source (TYPE-131)", () => {
  const hash = canonicalHash(content);
  const sources = [source("portal", { verify: "hmac" })];
  const issued_at = "2026-11-21T11:00:00Z";
  const sign = (secret: string, text = `portal|${issued_at}|${hash}`) =>
    createHmac("sha256", secret).update(text).digest("hex");
  const judgeSigned = (signature: string, secrets: readonly string[], at = issued_at): unknown => {
    const submission_stamp = stamp("portal", { issued_at: at, content_sha256: hash, signature });
    try {
      const signed = check(sources, { ...content, submission_stamp });
      if (!signed) return "not signed";
      checkStampSignature(signed, secrets);
      return "accepted";
    } catch (error) {
      return error instanceof Error && "code" in error && "details" in error ? [error.code, error.details] : error;
    }
  };
  const invalid = refusal("signature_invalid", "portal");
  expect(judgeSigned(sign("new"), ["new", "old"])).toBe("accepted");
  expect(judgeSigned(sign("old"), ["new", "old"])).toBe("accepted");
  expect(judgeSigned(sign("other"), ["new", "old"])).toEqual(invalid);
  expect(judgeSigned(sign("new"), [])).toEqual(invalid);
  // Were the time not signed, an old stamp could be made to look fresh.
  expect(judgeSigned(sign("new"), ["new"], "2026-11-21T11:30:00Z")).toEqual(invalid);
  for (const signature of ["", "00", sign("new").toUpperCase(), `${sign("new")}00`])
    expect(judgeSigned(signature, ["new"])).toEqual(invalid);
});

test("a large content is hashed in steps, so that other requests go on meanwhile (TYPE-97)", () => {
  const rows = Array.from({ length: 20 }, () => Array.from({ length: 10_000 }, (_, index) => index));
  const submission_stamp = stamp("portal", { content_sha256: canonicalHash({ rows }) });
  const sources = { submission_sources: [source("portal", { verify: "sha256" })] };
  expect([...checkSubmissionStamp(sources, { rows, submission_stamp }, nowMs)].length).toBeGreaterThan(10);
});
