import { describe, expect, test } from "@jest/globals";
import { ServiceError } from "@service/contract";

import { checkEndpointHeaders } from "./endpoint-headers.ts";

function codeOf(headers: Record<string, string>): string {
  try {
    checkEndpointHeaders(headers);
    return "accepted";
  } catch (error) {
    return error instanceof ServiceError ? error.code : "failed otherwise";
  }
}

describe("custom headers", () => {
  test("are stored under lower-case names", () => {
    expect(checkEndpointHeaders({ "X-Tenant": "a", Authorization: "Bearer b" })).toEqual({
      authorization: "Bearer b",
      "x-tenant": "a",
    });
  });

  test("cannot be headers that frame the message or that the service sets (HOOK-5)", () => {
    for (const name of [
      "Host",
      "Content-Type",
      "Content-Length",
      "Connection",
      "Transfer-Encoding",
      "Cookie",
      "Webhook-Id",
      "webhook-signature",
      "X-Service-Event-Type",
      "Connection-Options",
    ]) {
      expect([name, codeOf({ [name]: "a" })]).toEqual([name, "invalid_header"]);
    }
  });

  test("cannot have the mask that reads show as their value: what was read would overwrite the credential (HOOK-5)", () => {
    expect(codeOf({ authorization: "********" })).toBe("invalid_header");
  });

  test("have token names, values of one line up to 1 KiB, and are ten at most (HOOK-5)", () => {
    expect(codeOf({ "bad name": "a" })).toBe("invalid_header");
    expect(codeOf({ "": "a" })).toBe("invalid_header");
    expect(codeOf({ "x-a": "one\r\nx-b: two" })).toBe("invalid_header");
    expect(codeOf({ "x-a": "a".repeat(1_025) })).toBe("invalid_header");
    expect(codeOf({ "x-a": "a".repeat(1_024) })).toBe("accepted");
    expect(codeOf({ "X-A": "a", "x-a": "b" })).toBe("invalid_header");
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`x-${n}`, "a"]));
    expect(codeOf(many)).toBe("invalid_header");
  });
});
