import { Webhook } from "standardwebhooks";
import { asDescribed } from "./as-described.ts";
import type { components } from "./generated/api.ts";

type Delivered = components["schemas"]["WebhookEvent"];
type RunEventType = Exclude<Delivered["type"], "webhook.test">;

/** What an endpoint receives: an event of a run, or a test. */
export type WebhookEvent =
  | (Omit<Delivered, "type" | "data"> & {
      readonly type: RunEventType;
      readonly data: { readonly run: NonNullable<Delivered["data"]["run"]> } & Pick<Delivered["data"], "correction">;
    })
  | (Omit<Delivered, "type" | "data"> & {
      readonly type: "webhook.test";
      readonly data: { readonly message: string };
    });

/** Headers as Node gives them, or those of a `Request`. */
type GivenHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Delivery {
  /** The endpoint's secret, `whsec_…`. */
  readonly secret: string;
  readonly headers: GivenHeaders;
  /** The exact bytes received, or their text: not parsed, not written again. */
  readonly body: Uint8Array | string;
}

/** A delivery that is not to be trusted. Answer it with 400. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused";
}

const signedHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

/**
 * Verifies one delivery and returns its event (HOOK-50, CLIENT-40). Process it once: the same `id` may come again.
 *
 * @throws {WebhookRefused} when a header is missing or not as the service writes it, the time is more than five minutes
 *   from now, no signature is of this secret, or the body is not UTF-8.
 * @throws {TypeError} when the secret is not one of the service: a mistake of the receiver's configuration.
 */
export function verifyWebhook({ secret, headers, body }: Delivery): WebhookEvent {
  const verifier = verifierOf(secret);
  const signed = Object.fromEntries(signedHeaders.map((name) => [name, headerOf(headers, name)]));
  // Stricter than the library: it reads a number at the beginning of anything, and what follows a second comma.
  if (!/^[1-9]\d{0,15}$/.test(signed["webhook-timestamp"] ?? ""))
    throw new WebhookRefused("the timestamp is no number");
  if (!/^v1,[\w+/=]+(?: v1,[\w+/=]+)*$/.test(signed["webhook-signature"] ?? ""))
    throw new WebhookRefused("the signature is not written as signatures are");
  const text = typeof body === "string" ? body : textOf(body);
  try {
    verifier.verify(text, signed, { jsonParse: false });
  } catch (error) {
    throw new WebhookRefused(error instanceof Error ? error.message : "not verified", { cause: error });
  }
  return asDescribed<WebhookEvent>(JSON.parse(text));
}

/** Sorts out a wrong setting before a delivery is blamed for it. The secret stays out of the message. */
function verifierOf(secret: string): Webhook {
  try {
    return new Webhook(secret);
  } catch (error) {
    throw new TypeError("secret must be one that the service gave: whsec_ followed by base64", { cause: error });
  }
}

/** One value of a header. @throws when it is missing or sent twice. */
function headerOf(headers: GivenHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  if (typeof value !== "string" || value === "") throw new WebhookRefused(`${name} is missing`);
  return value;
}

/** Bytes that are no UTF-8 would be replaced, and another body could have the same signature. */
function textOf(body: Uint8Array): string {
  if (!ArrayBuffer.isView(body))
    throw new WebhookRefused("give the body as it was received, not what was parsed from it");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch (error) {
    throw new WebhookRefused("the body is not UTF-8", { cause: error });
  }
}
