import { createHmac, randomBytes, randomInt } from "node:crypto";
import { expect, test } from "@jest/globals";
import { verifyWebhook, WebhookRefused } from "./index.ts";

const now = (): number => Math.floor(Date.now() / 1_000);
const newSecret = (): string => `whsec_${randomBytes(24).toString("base64")}`;

interface Signed {
  readonly secret: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** As the service signs; `others` are signatures of further secrets, as while one is rotated. */
function sign({ secret = newSecret(), at = now(), others = 0 } = {}): Signed {
  const id = crypto.randomUUID();
  const text = `Zwölf \u2028 😀 ${randomBytes(randomInt(200)).toString("base64")}`;
  const run = { run_id: crypto.randomUUID(), status: "completed", output: { text } };
  const event = { id, type: "run.completed", webhook_version: "2026-03-22", created_at: "2026-11-20T09:00:00.000Z" };
  const body = Buffer.from(JSON.stringify({ ...event, data: { run } }));
  const entry = (by: string): string => {
    const key = Buffer.from(by.slice("whsec_".length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${at}.`).update(body).digest("base64")}`;
  };
  const signatures = [...Array.from({ length: others }, () => entry(newSecret())), entry(secret)];
  const headers = { "webhook-id": id, "webhook-timestamp": String(at), "webhook-signature": signatures.join(" ") };
  return { secret, headers, body };
}

const isRefused = (delivery: Signed): boolean => {
  try {
    verifyWebhook(delivery);
    return false;
  } catch (error) {
    return error instanceof WebhookRefused;
  }
};

/** Every change of a delivery after which it must be refused. */
function tamperings(given: Signed): Signed[] {
  const { secret, headers, body } = given;
  const withHeader = (name: string, value: string): Signed => ({ ...given, headers: { ...headers, [name]: value } });
  const withBody = (changed: Buffer): Signed => ({ ...given, body: changed });
  const at = randomInt(body.length);
  const flipped = Buffer.from(body);
  flipped[at] = (flipped[at] ?? 0) ^ (1 << randomInt(8));
  const signature = headers["webhook-signature"] ?? "";
  const timestamp = headers["webhook-timestamp"] ?? "";
  const place = signature.length - 2 - randomInt(40);
  const letter = signature[place] === "A" ? "B" : "A";
  return [
    withBody(flipped),
    withBody(body.subarray(0, at)),
    withBody(Buffer.concat([body, Buffer.from(" ")])),
    withBody(Buffer.concat([Buffer.from("\ufeff"), body])),
    // Bytes that are no UTF-8 in place of a character: what replaces them is equal as text.
    withBody(Buffer.concat([body, Buffer.from([0xff])])),
    withHeader("webhook-id", crypto.randomUUID()),
    withHeader("webhook-timestamp", String(Number(timestamp) + 1)),
    withHeader("webhook-timestamp", `${timestamp}x`),
    withHeader("webhook-timestamp", ` ${timestamp}`),
    withHeader("webhook-timestamp", `0${timestamp}`),
    withHeader("webhook-signature", `${signature.slice(0, place)}${letter}${signature.slice(place + 1)}`),
    withHeader("webhook-signature", signature.slice(0, place)),
    withHeader("webhook-signature", signature.replaceAll("v1,", "v2,")),
    withHeader("webhook-signature", `${signature},x`),
    withHeader("webhook-signature", ""),
    { ...given, secret: newSecret() },
    ...["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => {
      const { [name]: _removed, ...kept } = headers;
      return { ...given, headers: kept };
    }),
    sign({ secret, at: now() - 301 }),
    sign({ secret, at: now() + 310 }),
  ];
}

test("CLIENT-40: 10,000 deliveries are verified, and every tampering is refused", () => {
  let refusals = 0;
  for (let count = 0; count < 10_000; count += 1) {
    const delivery = sign({ others: count % 3, at: now() - (count % 290) });
    const event = verifyWebhook(delivery);
    if (event.type !== "run.completed" || event.id !== delivery.headers["webhook-id"]) throw new Error("not the event");
    const changed = tamperings(delivery);
    const one = changed[count % changed.length];
    if (one === undefined || !isRefused(one)) throw new Error(`tampering ${count % changed.length} was accepted`);
    refusals += 1;
  }
  expect(refusals).toBe(10_000);
});

test("CLIENT-40: headers of a Request, of Node in any case, and text as body are read alike", () => {
  const { secret, headers, body } = sign();
  const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
  for (const given of [headers, upper, new Headers(headers)])
    expect(verifyWebhook({ secret, headers: given, body: body.toString("utf8") }).type).toBe("run.completed");
  const twice = { ...headers, "webhook-id": [headers["webhook-id"] ?? "", "other"] };
  expect(() => verifyWebhook({ secret, headers: twice, body })).toThrow(WebhookRefused);
});

test("CLIENT-40: a body whose invalid bytes read as the signed characters is refused", () => {
  const secret = newSecret();
  const id = "e";
  const at = now();
  const signed = Buffer.from('{"id":"\ufffd"}');
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signature = `v1,${createHmac("sha256", key).update(`${id}.${at}.`).update(signed).digest("base64")}`;
  const headers = { "webhook-id": id, "webhook-timestamp": String(at), "webhook-signature": signature };
  expect(verifyWebhook({ secret, headers, body: signed }).id).toBe("\ufffd");
  const other = Buffer.from([...Buffer.from('{"id":"'), 0xff, ...Buffer.from('"}')]);
  expect(() => verifyWebhook({ secret, headers, body: other })).toThrow("not UTF-8");
});

test.each(["", "whsec_", "whsec_zz", `whsec_${randomBytes(32).toString("base64")}\n`, "svc_live_0"])(
  "CLIENT-40: a secret that the service never gave is a mistake of the receiver, not of the delivery: %j",
  (secret) => {
    const { headers, body } = sign();
    for (const given of [headers, {}]) {
      expect(() => verifyWebhook({ secret, headers: given, body })).toThrow(TypeError);
      expect(() => verifyWebhook({ secret, headers: given, body })).toThrow("must be one that the service gave");
    }
  },
);

test("CLIENT-40: a body that was parsed is refused with what to give instead", () => {
  const headers = { "webhook-id": "e", "webhook-timestamp": String(now()), "webhook-signature": "v1,AA==" };
  const parsed: unknown = { id: "e" };
  const given = { secret: newSecret(), headers, body: parsed };
  const verify = (): unknown => Reflect.apply(verifyWebhook, undefined, [given]);
  expect(verify).toThrow("as it was received");
});
