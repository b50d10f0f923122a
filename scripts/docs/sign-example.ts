import { createHash } from "node:crypto";
import { runEventId, webhookVersion, WebhookEvent } from "@service/contract";
import { signBody } from "../../apps/webhooks/src/sign.ts";

export interface SignedExample {
  readonly secret: string;
  readonly timestampSeconds: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The exact string that is signed. */
  readonly body: string;
}

/** A delivery in thin mode, signed by the code that signs deliveries; the same bytes at every build. */
export function signedExample(): SignedExample {
  const runId = "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11";
  const eventId = runEventId("run.completed", runId);
  const key = createHash("sha256").update("secret of the documentation").digest();
  const timestampSeconds = Date.parse("2026-11-21T09:00:05Z") / 1000;
  const body = JSON.stringify(
    WebhookEvent.parse({
      id: eventId,
      type: "run.completed",
      webhook_version: webhookVersion,
      created_at: "2026-11-21T09:00:04.120Z",
      data: {
        run: {
          run_id: runId,
          status: "completed",
          environment: "live",
          attempt: 1,
          created_at: "2026-11-21T09:00:03.900Z",
          completed_at: "2026-11-21T09:00:04.120Z",
          error: null,
        },
      },
    }),
  );
  return {
    secret: `whsec_${key.toString("base64")}`,
    timestampSeconds,
    headers: {
      "content-type": "application/json",
      "webhook-id": eventId,
      "webhook-timestamp": String(timestampSeconds),
      "webhook-signature": signBody({ eventId, timestampSeconds, body: Buffer.from(body, "utf8"), keys: [key] }),
      "x-service-webhook-version": webhookVersion,
      "x-service-event-type": "run.completed",
    },
    body,
  };
}
