import { counter, gauge, type Metrics } from "@service/runtime";

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
