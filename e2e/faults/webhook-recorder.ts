import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";

import type { Seeded } from "./seeded.ts";

/** One request to an endpoint, whatever was answered. */
export type Recorded = {
  readonly eventId: string;
  readonly deliveryId: string;
  readonly isVerified: boolean;
  readonly body: string;
};

/** The customers' endpoints: they verify as the guide says, remember every byte, and are not always well. */
export type WebhookRecorder = {
  /** Address of a new endpoint; its secret is known only after the endpoint was created. */
  open(): { readonly url: string; useSecret(secret: string): void; readonly recorded: readonly Recorded[] };
  /** Requests that wait for an answer because of `hold`. */
  readonly waiting: number;
  /** From now on requests are recorded and not answered. */
  hold(): void;
  release(): void;
  close(): Promise<void>;
};

/** @param random decides which requests are refused with 500 (one in ten): the retry then brings the same bytes. */
export async function startWebhookRecorder(random: Seeded): Promise<WebhookRecorder> {
  const endpoints = new Map<string, { key: Buffer; recorded: Recorded[] }>();
  const waiting = new Set<ServerResponse>();
  let isHolding = false;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    response.once("close", () => waiting.delete(response));
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => {
      const endpoint = endpoints.get(request.url ?? "");
      if (!endpoint) {
        response.writeHead(404).end();
        return;
      }
      const body = Buffer.concat(chunks);
      endpoint.recorded.push({
        eventId: headerOf(request.headers, "webhook-id"),
        deliveryId: headerOf(request.headers, "x-service-delivery-id"),
        isVerified: isSigned(request.headers, body, endpoint.key),
        body: body.toString("utf8"),
      });
      if (isHolding) waiting.add(response);
      else response.writeHead(random.chance(0.1) ? 500 : 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the recorder has no port");
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    open() {
      const path = `/hooks/${endpoints.size + 1}`;
      const recorded: Recorded[] = [];
      const endpoint = { key: Buffer.alloc(0), recorded };
      endpoints.set(path, endpoint);
      return {
        url: origin + path,
        useSecret(secret) {
          endpoint.key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
        },
        recorded,
      };
    },
    get waiting() {
      return waiting.size;
    },
    hold() {
      isHolding = true;
    },
    release() {
      isHolding = false;
      for (const response of waiting) response.writeHead(204).end();
      waiting.clear();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Standard Webhooks: HMAC-SHA256 over id, timestamp and the exact bytes (HOOK-30). */
function isSigned(headers: IncomingHttpHeaders, body: Buffer, key: Buffer): boolean {
  const start = Buffer.from(`${headerOf(headers, "webhook-id")}.${headerOf(headers, "webhook-timestamp")}.`);
  const expected = createHmac("sha256", key)
    .update(Buffer.concat([start, body]))
    .digest();
  return headerOf(headers, "webhook-signature")
    .split(" ")
    .map((entry) => Buffer.from(entry.split(",")[1] ?? "", "base64"))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === "string" ? value : "";
}
