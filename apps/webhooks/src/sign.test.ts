import { describe, expect, test } from "@jest/globals";
import { makeSigningSecret, signingKeyOf } from "@service/domain/webhook-endpoints";
import { Webhook } from "standardwebhooks";

import { signBody } from "./sign.ts";

const eventId = "0f1e2d3c-4b5a-5697-8877-665544332211";
const body = Buffer.from('{"id":"0f1e","data":{"run":{"label":"Café — naïve"}}}', "utf8");

function headersWith(secrets: readonly string[], timestampSeconds: number): Record<string, string> {
  return {
    "webhook-id": eventId,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": signBody({ eventId, timestampSeconds, body, keys: secrets.map(signingKeyOf) }),
  };
}

describe("the signature", () => {
  test("is that of the official implementation", () => {
    const secret = makeSigningSecret();
    const at = new Date();
    expect(headersWith([secret], Math.floor(at.getTime() / 1_000))["webhook-signature"]).toBe(
      new Webhook(secret).sign(eventId, at, body.toString("utf8")),
    );
    expect(signingKeyOf(secret)).toHaveLength(32);
  });

  test("is refused after a change of any byte of id, time or body", () => {
    const secret = makeSigningSecret();
    const headers = headersWith([secret], Math.floor(Date.now() / 1_000));
    const verifier = new Webhook(secret);
    const text = body.toString("utf8");
    verifier.verify(text, headers);
    const mutate = (value: string, index: number): string =>
      `${value.slice(0, index)}${value[index] === "1" ? "2" : "1"}${value.slice(index + 1)}`;
    for (let index = 0; index < text.length; index += 1) {
      expect(() => verifier.verify(mutate(text, index), headers)).toThrow(/signature|timestamp/i);
    }
    for (let index = 0; index < eventId.length; index += 1) {
      expect(() => verifier.verify(text, { ...headers, "webhook-id": mutate(eventId, index) })).toThrow(
        /signature|timestamp/i,
      );
    }
    const time = headers["webhook-timestamp"] ?? "";
    for (let index = 0; index < time.length; index += 1) {
      expect(() => verifier.verify(text, { ...headers, "webhook-timestamp": mutate(time, index) })).toThrow(
        /signature|timestamp/i,
      );
    }
    expect(() => new Webhook(makeSigningSecret()).verify(text, headers)).toThrow(/signature|timestamp/i);
  });
});
