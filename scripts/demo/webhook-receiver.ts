import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

interface ReceivedEvent {
  readonly type: string;
  readonly runId: string;
  readonly isVerified: boolean;
  readonly attempt: string;
  readonly bytes: number;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedEvent[];
  /** The secret is known only after the endpoint was created with this receiver's address. */
  useSecret(secret: string): void;
  stop(): Promise<void>;
}

/** A customer's endpoint: verifies the signature as the guide shows it, answers 204. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = [];
  let key = Buffer.alloc(0);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const header = (name: string) => String(request.headers[name] ?? "");
      const signed = Buffer.concat([Buffer.from(`${header("webhook-id")}.${header("webhook-timestamp")}.`), body]);
      const expected = createHmac("sha256", key).update(signed).digest();
      const isVerified = header("webhook-signature")
        .split(" ")
        .map((entry) => Buffer.from(entry.split(",")[1] ?? "", "base64"))
        .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
      const event: unknown = JSON.parse(body.toString("utf8"));
      received.push({
        type: textAt(event, "type"),
        runId: textAt(event, "data", "run", "run_id"),
        isVerified,
        attempt: header("x-service-delivery-attempt"),
        bytes: body.length,
      });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver has no port");
  return {
    url: `http://127.0.0.1:${address.port}/hooks`,
    received,
    useSecret(secret) {
      key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A string inside parsed JSON, or an empty one. */
function textAt(value: unknown, ...path: string[]): string {
  let here = value;
  for (const name of path) here = typeof here === "object" && here !== null ? Reflect.get(here, name) : undefined;
  return typeof here === "string" ? here : "";
}
