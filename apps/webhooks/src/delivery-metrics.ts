import type { DeliveryBacklog, Settlement, Verdict } from "@service/domain/deliveries";
import type { ConsumerBacklog } from "@service/domain/events";
import type { Metrics } from "@service/runtime";

/** The metrics of HOOK-95. */
export interface DeliveryMetrics {
  /** From the event's commit to its first attempt, in milliseconds. */
  firstAttempt(sinceEventMs: number): void;
  /** An attempt that has ended. */
  tried(verdict: Verdict, settlement: Settlement, timings: Readonly<Record<string, number>>): void;
  /** Leases that expired before their attempt was settled. */
  lost(count: number): void;
  /** Events turned into deliveries. */
  expanded(events: number, deliveries: number): void;
  /** Waiting deliveries, over all processes. */
  backlog(backlog: DeliveryBacklog): void;
  /** Events that consumers have yet to handle, over all processes. */
  marks(backlogs: readonly ConsumerBacklog[]): void;
  /** Deliveries in flight here, by lane. */
  inFlight(lane: "normal" | "slow", count: number): void;
}

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300];

export function createDeliveryMetrics(metrics: Metrics): DeliveryMetrics {
  const firstAttempt = metrics.histogram({
    name: "service_webhook_first_attempt_seconds",
    help: "Time from the commit of an event to the first attempt of a delivery.",
    buckets: secondsBuckets,
  });
  const exchange = metrics.histogram({
    name: "service_webhook_exchange_seconds",
    help: "Duration of one attempt, from look-up to the end of the answer.",
    buckets: secondsBuckets,
  });
  const tries = metrics.counter({
    name: "service_webhook_attempts_total",
    help: "Attempts by outcome and error code.",
    labels: ["outcome", "code"],
  });
  const connections = metrics.counter({
    name: "service_webhook_connections_total",
    help: "Attempts over a new or a reused connection.",
    labels: ["kind"],
  });
  const deadLetters = metrics.counter({
    name: "service_webhook_dead_letters_total",
    help: "Deliveries dead-lettered, by reason.",
    labels: ["reason"],
  });
  const lost = metrics.counter({
    name: "service_webhook_leases_lost_total",
    help: "Leases that ended before their attempt was settled.",
  });
  const events = metrics.counter({
    name: "service_webhook_events_expanded_total",
    help: "Events turned into deliveries; those that no endpoint lists are not counted.",
  });
  const deliveries = metrics.counter({ name: "service_webhook_deliveries_total", help: "Deliveries made." });
  const oldestDue = metrics.gauge({
    name: "service_webhook_oldest_due_seconds",
    help:
      "Age of the delivery that has been due for longest, over all processes, by lane: slow is that of endpoints which " +
      "keep failing. Alarm when normal is above 300.",
    labels: ["lane"],
  });
  const held = metrics.gauge({ name: "service_webhook_held", help: "Deliveries held at disabled endpoints." });
  const delivering = metrics.gauge({
    name: "service_webhook_delivering",
    help: "Deliveries under a lease, over all processes.",
  });
  const waitingEvents = metrics.gauge({
    name: "service_event_marks_waiting",
    help: "Events that a kind of consumer has yet to handle, over all processes; counted up to 10,000.",
    labels: ["consumer"],
  });
  const oldestEvent = metrics.gauge({
    name: "service_event_marks_oldest_due_seconds",
    help: "How long the event that a kind of consumer should handle next has been due. Alarm above 60.",
    labels: ["consumer"],
  });
  const failedEvents = metrics.gauge({
    name: "service_event_marks_failed",
    help: "Events abandoned after the last attempt, by kind of consumer; counted up to 10,000.",
    labels: ["consumer"],
  });
  /** Kinds of consumers reported before: report 0 for one without marks. */
  const consumers = new Set<string>();
  const inFlight = metrics.gauge({
    name: "service_webhook_in_flight",
    help: "Deliveries in flight in this process, by lane.",
    labels: ["lane"],
  });
  return {
    firstAttempt: (sinceEventMs) => firstAttempt.observe(sinceEventMs / 1_000),
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
      oldestDue.set({ lane: "normal" }, backlog.oldestDueSeconds.normal);
      oldestDue.set({ lane: "slow" }, backlog.oldestDueSeconds.slow);
      held.set(backlog.held);
      delivering.set(backlog.delivering);
    },
    marks(backlogs) {
      for (const { consumer } of backlogs) consumers.add(consumer);
      for (const consumer of consumers) {
        const backlog = backlogs.find((one) => one.consumer === consumer);
        waitingEvents.set({ consumer }, backlog?.waiting ?? 0);
        oldestEvent.set({ consumer }, backlog?.oldestDueSeconds ?? 0);
        failedEvents.set({ consumer }, backlog?.failed ?? 0);
      }
    },
    inFlight: (lane, count) => inFlight.set({ lane }, count),
  };
}
