import type { Metrics } from "@service/runtime";
import type { IncomingMessage, ServerResponse } from "node:http";

export interface RequestMetrics {
  /** Counts the request when its response is finished, or as 499 when its caller went away before. */
  observe(request: IncomingMessage, response: ServerResponse): void;
}

/** Duration of requests by method and status. Never add the path as a label: it contains ids. */
export function createRequestMetrics(metrics: Metrics): RequestMetrics {
  const duration = metrics.histogram({
    name: "service_http_request_seconds",
    help: "Time from the request's head to the end of its response.",
    labels: ["method", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  });
  return {
    observe(request, response) {
      const startedAt = performance.now();
      response.once("close", () => {
        // A caller that went away before its answer was complete: `client_closed_request`.
        const status = response.writableFinished ? String(response.statusCode) : "499";
        duration.observe({ method: request.method ?? "", status }, (performance.now() - startedAt) / 1000);
      });
    },
  };
}

/** The counters that routes add to; a row is all that a new one needs. */
const counters = {
  inboundEvents: {
    name: "service_ingest_events_total",
    help: "Inbound events by kind of source and outcome; refusals by their code.",
    labels: ["kind", "outcome"],
  },
} as const;

type Counters = typeof counters;
/** Adds one to a counter, under a value for each of its labels. */
export type Count = <Name extends keyof Counters>(
  name: Name,
  labels: Readonly<Record<Counters[Name]["labels"][number], string>>,
) => void;

/** Registers the counters with the process's metrics. */
export function createCounters(metrics: Metrics): Count {
  const opened = { inboundEvents: metrics.counter(counters.inboundEvents) };
  return (name, labels) => opened[name].inc(labels);
}

/**
 * Streams of turns in this process.
 * @param streams `attached`: how many are open now, read at each scrape.
 * @returns counts frames that a reader is sent.
 */
export function createStreamMetrics(
  metrics: Metrics,
  streams: { readonly max: number; readonly attached: () => number },
): (frames: number) => void {
  metrics.gauge({
    name: "service_turn_streams",
    help: "Readers that are attached to turns of this process, and the most it takes.",
    labels: ["of"],
    collect(gauge) {
      gauge.set({ of: "attached" }, streams.attached());
      gauge.set({ of: "max" }, streams.max);
    },
  });
  const relayed = metrics.counter({
    name: "service_turn_frames_relayed_total",
    help: "Frames of turns that readers of this process were sent.",
  });
  return (frames) => relayed.inc(frames);
}
