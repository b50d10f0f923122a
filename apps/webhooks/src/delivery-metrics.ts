import type { Settlement, Verdict } from "@service/domain/deliveries";
import type { Metrics } from "@service/runtime";

/** The numbers of webhooks.md 5.13. */
export interface DeliveryMetrics {
  /** Commit of the event to its first try, in milliseconds. */
  firstTry(sinceEventMs: number): void;
  /** A try that has ended. */
  tried(verdict: Verdict, settlement: Settlement, timings: Readonly<Record<string, number>>): void;
  /** Leases that the sweep took back. */
  lost(count: number): void;
  /** Events turned into deliveries. */
  expanded(events: number, deliveries: number): void;
  /** What waits, over all processes. */
  backlog(backlog: { oldestDueSeconds: number; held: number; delivering: number }): void;
  /** Deliveries in flight here, by lane. */
  inFlight(lane: "normal" | "slow", count: number): void;
}

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300];

export function createDeliveryMetrics(metrics: Metrics): DeliveryMetrics {
  const firstTry = metrics.histogram({
    name: "service_webhook_first_try_seconds",
    help: "From the commit of an event to the first try of a delivery.",
    buckets: secondsBuckets,
  });
  const exchange = metrics.histogram({
    name: "service_webhook_exchange_seconds",
    help: "Length of one try, from look-up to the end of the answer.",
    buckets: secondsBuckets,
  });
  const tries = metrics.counter({
    name: "service_webhook_tries_total",
    help: "Tries by outcome and error code.",
    labels: ["outcome", "code"],
  });
  const connections = metrics.counter({
    name: "service_webhook_connections_total",
    help: "Tries over a new or a reused connection.",
    labels: ["kind"],
  });
  const deadLetters = metrics.counter({
    name: "service_webhook_dead_letters_total",
    help: "Deliveries buried, by reason.",
    labels: ["reason"],
  });
  const lost = metrics.counter({
    name: "service_webhook_leases_lost_total",
    help: "Leases that ended before their try was settled.",
  });
  const events = metrics.counter({
    name: "service_webhook_events_expanded_total",
    help: "Events turned into deliveries, heard or not.",
  });
  const deliveries = metrics.counter({ name: "service_webhook_deliveries_total", help: "Deliveries made." });
  const oldestDue = metrics.gauge({
    name: "service_webhook_oldest_due_seconds",
    help: "Age of the delivery that has been due for longest, over all processes. Alarm above 30.",
  });
  const held = metrics.gauge({ name: "service_webhook_held", help: "Deliveries held at disabled endpoints." });
  const delivering = metrics.gauge({
    name: "service_webhook_delivering",
    help: "Deliveries under a lease, over all processes.",
  });
  const inFlight = metrics.gauge({
    name: "service_webhook_in_flight",
    help: "Deliveries in flight in this process, by lane.",
    labels: ["lane"],
  });
  return {
    firstTry: (sinceEventMs) => firstTry.observe(sinceEventMs / 1_000),
    tried(verdict, settlement, timings) {
      tries.inc({ outcome: verdict.outcome, code: verdict.errorCode ?? "none" });
      connections.inc({ kind: timings["reused_connection"] === 1 ? "reused" : "new" });
      exchange.observe((timings["total"] ?? 0) / 1_000);
      if (settlement.kind === "lost") lost.inc();
      else if (settlement.state === "dead_letter") deadLetters.inc({ reason: settlement.reason ?? "none" });
    },
    lost: (count) => lost.inc(count),
    expanded(eventCount, deliveryCount) {
      events.inc(eventCount);
      deliveries.inc(deliveryCount);
    },
    backlog(backlog) {
      oldestDue.set(backlog.oldestDueSeconds);
      held.set(backlog.held);
      delivering.set(backlog.delivering);
    },
    inFlight: (lane, count) => inFlight.set({ lane }, count),
  };
}
