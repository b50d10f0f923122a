import type { DeliveryBacklog, Settlement, Verdict } from "@service/domain/deliveries";
import type { ConsumerBacklog } from "@service/domain/events";
import { counter, gauge, histogram, type Metrics } from "@service/runtime";

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
  const made = metrics.register({
    firstAttempt: histogram(
      "service_webhook_first_attempt_seconds",
      "Time from the commit of an event to the first attempt of a delivery.",
      secondsBuckets,
    ),
    exchange: histogram(
      "service_webhook_exchange_seconds",
      "Duration of one attempt, from look-up to the end of the answer.",
      secondsBuckets,
    ),
    tries: counter("service_webhook_attempts_total", "Attempts by outcome and error code.", ["outcome", "code"]),
    connections: counter("service_webhook_connections_total", "Attempts over a new or a reused connection.", ["kind"]),
    deadLetters: counter("service_webhook_dead_letters_total", "Deliveries dead-lettered, by reason.", ["reason"]),
    lost: counter("service_webhook_leases_lost_total", "Leases that ended before their attempt was settled."),
    events: counter(
      "service_webhook_events_expanded_total",
      "Events turned into deliveries; those that no endpoint lists are not counted.",
    ),
    deliveries: counter("service_webhook_deliveries_total", "Deliveries made."),
    oldestDue: gauge(
      "service_webhook_oldest_due_seconds",
      "Age of the delivery that has been due for longest, over all processes, by lane: slow is that of endpoints which " +
        "keep failing. Alarm when normal is above 300.",
      ["lane"],
    ),
    held: gauge("service_webhook_held", "Deliveries held at disabled endpoints."),
    delivering: gauge("service_webhook_delivering", "Deliveries under a lease, over all processes."),
    waitingEvents: gauge(
      "service_event_marks_waiting",
      "Events that a kind of consumer has yet to handle, over all processes; counted up to 10,000.",
      ["consumer"],
    ),
    oldestEvent: gauge(
      "service_event_marks_oldest_due_seconds",
      "How long the event that a kind of consumer should handle next has been due. Alarm above 60.",
      ["consumer"],
    ),
    failedEvents: gauge(
      "service_event_marks_failed",
      "Events abandoned after the last attempt, by kind of consumer; counted up to 10,000.",
      ["consumer"],
    ),
    inFlight: gauge("service_webhook_in_flight", "Deliveries in flight in this process, by lane.", ["lane"]),
  });
  /** Kinds of consumers reported before: report 0 for one without marks. */
  const consumers = new Set<string>();
  return {
    firstAttempt: (sinceEventMs) => made.firstAttempt.observe(sinceEventMs / 1_000),
    tried(verdict, settlement, timings) {
      made.tries.inc({ outcome: verdict.outcome, code: verdict.errorCode ?? "none" });
      made.connections.inc({ kind: timings["reused_connection"] === 1 ? "reused" : "new" });
      made.exchange.observe((timings["total"] ?? 0) / 1_000);
      if (settlement.kind === "lost") made.lost.inc();
      else if (settlement.state === "dead_letter") made.deadLetters.inc({ reason: settlement.reason ?? "none" });
    },
    lost: (count) => made.lost.inc(count),
    expanded(eventCount, deliveryCount) {
      made.events.inc(eventCount);
      made.deliveries.inc(deliveryCount);
    },
    backlog(backlog) {
      made.oldestDue.set({ lane: "normal" }, backlog.oldestDueSeconds.normal);
      made.oldestDue.set({ lane: "slow" }, backlog.oldestDueSeconds.slow);
      made.held.set(backlog.held);
      made.delivering.set(backlog.delivering);
    },
    marks(backlogs) {
      for (const { consumer } of backlogs) consumers.add(consumer);
      for (const consumer of consumers) {
        const backlog = backlogs.find((one) => one.consumer === consumer);
        made.waitingEvents.set({ consumer }, backlog?.waiting ?? 0);
        made.oldestEvent.set({ consumer }, backlog?.oldestDueSeconds ?? 0);
        made.failedEvents.set({ consumer }, backlog?.failed ?? 0);
      }
    },
    inFlight: (lane, count) => made.inFlight.set({ lane }, count),
  };
}
