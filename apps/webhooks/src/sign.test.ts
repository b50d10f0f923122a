import { spawnSync } from "node:child_process";

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

/**
 * A receiver in Python that verifies by the Standard Webhooks specification with the standard library only. Reads
 * `{secret, id, timestamp, signature, body}` in base64 for the body; prints `ok` or `refused`.
 */
const pythonReceiver = `
import base64, hashlib, hmac, json, sys
for line in sys.stdin:
    given = json.loads(line)
    key = base64.b64decode(given["secret"].removeprefix("whsec_"))
    signed = f'{given["id"]}.{given["timestamp"]}.'.encode() + base64.b64decode(given["body"])
    wanted = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    entries = [entry.split(",", 1) for entry in given["signature"].split(" ")]
    fits = any(version == "v1" and hmac.compare_digest(value, wanted) for version, value in entries)
    print("ok" if fits else "refused")
`;
const hasPython = spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]).status === 0;
const testWithPython = hasPython ? test : test.skip;
if (!hasPython)
  process.stderr.write("\nInstall python3 (3.9 or newer) to run the signature check in Python; skipped\n");

describe("the signature", () => {
  test("equals that of the official implementation (HOOK-30)", () => {
    const secret = makeSigningSecret();
    const at = new Date();
    expect(headersWith([secret], Math.floor(at.getTime() / 1_000))["webhook-signature"]).toBe(
      new Webhook(secret).sign(eventId, at, body.toString("utf8")),
    );
    expect(signingKeyOf(secret)).toHaveLength(32);
  });

  test("is refused when any byte of id, time or body changes (HOOK-31)", () => {
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

  test("carries one entry for each live secret: the official verifier takes each secret, and no byte may change (HOOK-11, HOOK-30)", () => {
    const secrets = [makeSigningSecret(), makeSigningSecret()];
    const headers = headersWith(secrets, Math.floor(Date.now() / 1_000));
    const text = body.toString("utf8");
    expect(headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    for (const secret of secrets) {
      const verifier = new Webhook(secret);
      expect(verifier.verify(text, headers)).toEqual(JSON.parse(text));
      const refused = [...text].filter((_, index) => {
        const changed = `${text.slice(0, index)}${text[index] === "1" ? "2" : "1"}${text.slice(index + 1)}`;
        try {
          verifier.verify(changed, headers);
          return false;
        } catch {
          return true;
        }
      });
      expect(refused).toHaveLength([...text].length);
    }
    expect(() => new Webhook(makeSigningSecret()).verify(text, headers)).toThrow(/signature/i);
  });

  testWithPython("is accepted by Python's standard library with each live secret, and refused after any change", () => {
    const secrets = [makeSigningSecret(), makeSigningSecret()];
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const headers = headersWith(secrets, Number(timestamp));
    const given = (secret: string, changed: { id?: string; timestamp?: string; body?: Buffer } = {}) => ({
      secret,
      id: eventId,
      timestamp,
      signature: headers["webhook-signature"],
      ...changed,
      body: (changed.body ?? body).toString("base64"),
    });
    const flipped = Array.from(body, (byte, index) => {
      const copy = Buffer.from(body);
      copy[index] = byte ^ 1;
      return given(secrets[0] ?? "", { body: copy });
    });
    const cases = [
      ...secrets.map((secret) => given(secret)),
      given(makeSigningSecret()),
      given(secrets[0] ?? "", { id: eventId.replace("0", "1") }),
      given(secrets[0] ?? "", { timestamp: String(Number(timestamp) + 1) }),
      ...flipped,
    ];
    const { stdout, stderr } = spawnSync("python3", ["-c", pythonReceiver], {
      input: cases.map((one) => JSON.stringify(one)).join("\n"),
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(stdout.trim().split("\n")).toEqual(["ok", "ok", ...cases.slice(2).map(() => "refused")]);
  });
});
