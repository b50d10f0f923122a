import { createHmac } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { verifyAssertion } from "./verify-assertion.ts";

const secret = "a secret of 32 characters or more";
const now = new Date("2026-11-20T12:00:00Z");
const seconds = now.getTime() / 1000;
const pat = { principal: "idp|42", email: "pat@example.com" };

function signed(at: number | string, text = `idp|42|pat@example.com||${at}`, by = secret): string {
  return `v1.${at}.${createHmac("sha256", by).update(text).digest("hex")}`;
}
const codeOf = (assertions: readonly string[], person: Parameters<typeof verifyAssertion>[1] = pat): string => {
  try {
    verifyAssertion(assertions, person, secret, now);
    return "valid";
  } catch (error) {
    return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "thrown";
  }
};

describe("a signed assertion (SEAT-21)", () => {
  test.each([
    ["now", 0, "valid"],
    ["299 s ago", -299, "valid"],
    ["299 s ahead", 299, "valid"],
    ["300 s ago", -300, "valid"],
    ["301 s ago", -301, "assertion_stale"],
    ["301 s ahead", 301, "assertion_stale"],
  ])("made %s is %s", (_when, shift, code) => {
    expect(codeOf([signed(seconds + shift)])).toBe(code);
  });

  test.each([
    ["missing", []],
    ["empty", [""]],
    ["sent twice", [signed(seconds), signed(seconds)]],
    ["of another version", [signed(seconds).replace("v1", "v2")]],
    ["of a version in capitals", [signed(seconds).replace("v1", "V1")]],
    ["without a part", [signed(seconds).slice(3)]],
    ["with a shortened digest", [signed(seconds).slice(0, -2)]],
    ["made with another secret", [signed(seconds, undefined, "another secret")]],
    ["over swapped parts", [signed(seconds, `pat@example.com|idp|42||${seconds}`)]],
    ["over another person", [signed(seconds, `idp|42|ann@example.com||${seconds}`)]],
    ["over another time", [signed(seconds, `idp|42|pat@example.com||${seconds - 1}`)]],
    ["wrong and old: the signature is judged first", [signed(seconds - 999, "x")]],
  ])("%s is invalid", (_what, assertions) => {
    expect(codeOf(assertions)).toBe("assertion_invalid");
  });

  test("may have its digest in capitals and blanks around it, and leaves absent parts empty", () => {
    const [version, at, hex = ""] = signed(seconds).split(".");
    expect(codeOf([` ${version}.${at}.${hex.toUpperCase()} `])).toBe("valid");
    const absent = { principal: undefined, email: undefined };
    expect(codeOf([signed(seconds, `|||${seconds}`)], absent)).toBe("valid");
    expect(codeOf([signed(seconds, `idp|42|||${seconds}`)], { ...absent, principal: "idp|42" })).toBe("valid");
  });
});
