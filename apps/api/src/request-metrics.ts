import { counter, gauge, histogram, type Metrics } from "@service/runtime";
import type { IncomingMessage, ServerResponse } from "node:http";

export interface RequestMetrics {
  /** Counts the request when its response is finished, or as 499 when its caller went away before. */
  observe(request: IncomingMessage, response: ServerResponse): void;
}

/** Duration of requests by method and status. Never add the path as a label: it contains ids. */
export function createRequestMetrics(metrics: Metrics): RequestMetrics {
  const { duration } = metrics.register({
    duration: histogram(
      "service_http_request_seconds",
      "Time from the request's head to the end of its response.",
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      ["method", "status"],
    ),
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
  inboundEvents: counter(
    "service_ingest_events_total",
    "Inbound events by kind of source and outcome; refusals by their code.",
    ["kind", "outcome"],
  ),
} as const;

type Counters = typeof counters;
/** Adds one to a counter, under a value for each of its labels. */
export type Count = <Name extends keyof Counters>(
  name: Name,
  labels: Readonly<Record<Counters[Name]["labels"][number], string>>,
) => void;

/** Registers the counters with the process's metrics. */
export function createCounters(metrics: Metrics): Count {
  const opened = metrics.register(counters);
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
  const { relayed } = metrics.register({
    streams: gauge(
      "service_turn_streams",
      "Readers that are attached to turns of this process, and the most it takes.",
      ["of"],
      () => ({ attached: streams.attached(), max: streams.max }),
    ),
    relayed: counter("service_turn_frames_relayed_total", "Frames of turns that readers of this process were sent."),
  });
  return (frames) => relayed.inc(frames);
}
