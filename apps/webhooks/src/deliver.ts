import { webhookVersion } from "@service/contract";
import type { Deps } from "@service/domain";
import {
  classifyAnswer,
  type ClaimedDelivery,
  type SettledAttempt,
  type Settlement,
  type Verdict,
  waitAfter,
} from "@service/domain/deliveries";
import { openEndpointHeaders } from "@service/domain/webhook-endpoints";
import { isUnavailable } from "@service/db/open";
import { parseTraceparent, SecretBoxError, sleep, type Tracing } from "@service/runtime";

import type { DeliveryMetrics } from "./delivery-metrics.ts";
import type { Sender, SentAttempt } from "./send.ts";
import { signBody } from "./sign.ts";
import type { SigningKeys } from "./signing-keys.ts";

const userAgent = "service-webhooks/1.0";
const settlePauseMs = 250;
/** How long a received answer is kept for a database that is away: its lease may end, but only the sweep takes it away. */
const settlePatienceMs = 10 * 60_000;

export interface DeliverOptions {
  readonly deps: Pick<Deps, "clock" | "log" | "secrets">;
  readonly sender: Sender;
  readonly signingKeys: SigningKeys;
  readonly tracing: Tracing;
  readonly metrics: DeliveryMetrics;
  /** Shares one statement among the attempts that end together. */
  readonly settle: (tried: SettledAttempt) => Promise<Settlement>;
  readonly timeScale: number;
  /** Aborts when the lease is lost and when the grace period of a stopping process ends. */
  readonly signal: AbortSignal;
  /** The exchange is over: only its settlement is left, which the lease's token fences. */
  readonly exchanged: () => void;
}

/**
 * One attempt at one delivery: prepare → send → judge → settle. Never throws: an attempt that cannot be settled ends with
 * its lease and is repeated.
 *
 * @returns milliseconds until the next attempt, where one is scheduled.
 */
export async function deliver(options: DeliverOptions, claimed: ClaimedDelivery): Promise<number | undefined> {
  const { deps, tracing, metrics, signal } = options;
  const startedMs = performance.now();
  if (claimed.cycle === 1 && claimed.attemptNumber === 1) metrics.firstAttempt(claimed.sinceEventMs);
  const attributes = {
    "webhook.delivery_id": claimed.id,
    "webhook.endpoint_id": claimed.endpointId,
    "webhook.event_type": claimed.eventType,
    "webhook.try": claimed.attemptNumber,
  };
  try {
    return await tracing.inSpan(
      "webhooks.deliver",
      { parent: parseTraceparent(claimed.traceParent ?? undefined), attributes },
      async () => {
        const prepared = prepare(options, claimed);
        const sent = prepared ? await options.sender.send({ ...prepared, signal }) : unsent;
        // We cut the exchange (the lease is lost, or the process stops): do not count it against the receiver.
        if (signal.aborted) return undefined;
        options.exchanged();
        const verdict = classifyAnswer(sent.answer, deps.clock.nowMs());
        const tried = describe(options, claimed, { sent, verdict });
        const settlement = await settle(options, startedMs, tried);
        metrics.tried(verdict, settlement, sent.timings);
        deps.log.debug(
          { deliveryId: claimed.id, endpointId: claimed.endpointId, outcome: verdict.outcome, code: verdict.errorCode },
          "delivery attempted",
        );
        return settlement.kind === "settled" && settlement.state === "retry_scheduled" ? tried.waitMs : undefined;
      },
    );
  } catch (error) {
    deps.log.error(
      { err: error, deliveryId: claimed.id },
      "delivery was not settled; it is due again when its lease expires",
    );
    return undefined;
  }
}

interface PreparedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Headers and signature of this attempt, with the current secrets; undefined when none can be opened. */
function prepare({ deps, signingKeys }: DeliverOptions, claimed: ClaimedDelivery): PreparedRequest | undefined {
  const body = Buffer.from(claimed.body, "utf8");
  const timestampSeconds = Math.floor(deps.clock.nowMs() / 1_000);
  try {
    const keys = signingKeys(claimed);
    if (keys.length === 0) throw new SecretBoxError("the endpoint has no live secret");
    const custom =
      claimed.sealedHeaders === null
        ? {}
        : openEndpointHeaders(deps.secrets, claimed.endpointId, claimed.sealedHeaders);
    return {
      url: claimed.url,
      body,
      headers: {
        ...custom,
        "content-type": "application/json",
        "content-length": String(body.length),
        "user-agent": userAgent,
        "accept-encoding": "identity",
        "webhook-id": claimed.eventId,
        "webhook-timestamp": String(timestampSeconds),
        "webhook-signature": signBody({ eventId: claimed.eventId, timestampSeconds, body, keys }),
        "x-service-webhook-version": webhookVersion,
        "x-service-event-type": claimed.eventType,
        "x-service-delivery-id": claimed.id,
        "x-service-delivery-attempt": String(claimed.attemptNumber),
        ...(claimed.isThinForSize ? { "x-service-payload-mode": "thin-size" } : {}),
      },
    };
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error;
    deps.log.error({ err: error, endpointId: claimed.endpointId }, "secrets of an endpoint cannot be opened");
    return undefined;
  }
}

const unsent: SentAttempt = {
  answer: { kind: "failure", failure: "not_sendable" },
  status: null,
  remoteAddress: null,
  timings: {},
  responseHeaders: null,
  responseBody: null,
  responseIsBase64: false,
  responseTruncated: false,
};

function describe(
  { timeScale }: DeliverOptions,
  claimed: ClaimedDelivery,
  { sent, verdict }: { sent: SentAttempt; verdict: Verdict },
): SettledAttempt {
  return {
    deliveryId: claimed.id,
    leaseToken: claimed.leaseToken,
    cycle: claimed.cycle,
    attemptNumber: claimed.attemptNumber,
    outcome: verdict.outcome,
    isGone: verdict.isGone,
    waitMs: waitAfter(
      {
        deliveryId: claimed.id,
        cycle: claimed.cycle,
        attemptNumber: claimed.attemptNumber,
        retryAfterSeconds: verdict.retryAfterSeconds,
        isReceiverOverloaded: verdict.isReceiverOverloaded,
      },
      timeScale,
    ),
    errorCode: verdict.errorCode,
    status: sent.status,
    remoteAddress: sent.remoteAddress,
    secretIds: claimed.secrets.map(({ id }) => id),
    timings: sent.timings,
    responseHeaders: sent.responseHeaders,
    responseBody: sent.responseBody,
    responseIsBase64: sent.responseIsBase64,
    responseTruncated: sent.responseTruncated,
  };
}

/** Settles, retrying while the database is away. Idempotent, and changes nothing once the lease was taken away. */
async function settle(
  { settle: settleShared, signal }: DeliverOptions,
  startedMs: number,
  tried: SettledAttempt,
): Promise<Settlement> {
  for (;;) {
    try {
      return await settleShared(tried);
    } catch (error) {
      const isTooLate = performance.now() - startedMs > settlePatienceMs;
      if (isTooLate || signal.aborted || !isUnavailable(error)) throw error;
      await sleep(settlePauseMs);
    }
  }
}
