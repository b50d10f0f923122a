import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";

import type { Logger } from "./logger.ts";

interface Row<Kind extends string, Labels extends readonly string[]> {
  readonly kind: Kind;
  readonly name: string;
  readonly help: string;
  readonly labels: Labels;
}
type Read = () => number | Readonly<Record<string, number>>;

/** A row of a module's table (`Metrics.register`). Names end in their unit: `_seconds`, `_bytes`, `_total`. */
export function counter<const Labels extends readonly string[] = []>(name: string, help: string, labels?: Labels) {
  return { kind: "counter", name, help, labels: labels ?? [] } as const;
}

export function histogram<const Labels extends readonly string[] = []>(
  name: string,
  help: string,
  buckets: readonly number[],
  labels?: Labels,
) {
  return { kind: "histogram", name, help, buckets, labels: labels ?? [] } as const;
}

/**
 * @param read runs when the numbers are read; keep it free of I/O. It returns the value, or one for each value of the only
 *   label. Left out: the module sets the gauge.
 */
export function gauge<const Labels extends readonly string[] = []>(
  name: string,
  help: string,
  labels?: Labels,
  read?: Read,
) {
  return { kind: "gauge", name, help, labels: labels ?? [], read } as const;
}

type MetricRow =
  | Row<"counter", readonly string[]>
  | (Row<"histogram", readonly string[]> & { readonly buckets: readonly number[] })
  | (Row<"gauge", readonly string[]> & { readonly read: Read | undefined });
type MetricTable = Readonly<Record<string, MetricRow>>;
type LabelsOf<Row> = Row extends { readonly labels: readonly (infer Label extends string)[] } ? Label : never;
interface MetricsOf<Label extends string> {
  counter: Counter<Label>;
  gauge: Gauge<Label>;
  histogram: Histogram<Label>;
}
type Registered<Table extends MetricTable> = {
  readonly [Key in keyof Table]: MetricsOf<LabelsOf<Table[Key]>>[Table[Key]["kind"]];
};

/** The numbers of this process, for Prometheus. */
export type Metrics = {
  /** Registers a module's table; a row's key is what the module calls its metric. */
  register<const Table extends MetricTable>(table: Table): Registered<Table>;
  /** The body of `/metrics`. */
  text(): Promise<string>;
};

/** The lag of a free event loop reads as this much; every 10 ms, as usual, costs an idle process 0.2 % of a core. */
const eventLoopSampleMs = 50;

/** @param options.runtimeMetrics whether Node's own numbers (event loop, memory) are collected; off in tests. */
export function createMetrics(options: { process: string; runtimeMetrics?: boolean }): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process: options.process });
  if (options.runtimeMetrics !== false)
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopSampleMs });
  openMetric(
    registry,
    gauge("service_process_info", "1 while this process reports; the label names it.", [], () => 1),
  );

  function register<const Table extends MetricTable>(table: Table): Registered<Table>;
  function register(table: MetricTable): Registered<MetricTable> {
    return Object.fromEntries(Object.entries(table).map(([key, row]) => [key, openMetric(registry, row)]));
  }
  return { register, text: () => registry.metrics() };
}

function openMetric(registry: Registry, row: MetricRow): Counter | Gauge | Histogram {
  const { name, help, labels } = row;
  const named = { name, help, labelNames: [...labels], registers: [registry] };
  switch (row.kind) {
    case "counter":
      return new Counter(named);
    case "histogram":
      return new Histogram({ ...named, buckets: [...row.buckets] });
    case "gauge": {
      const { read } = row;
      if (read === undefined) return new Gauge(named);
      const made = new Gauge({ ...named, collect });
      function collect(): void {
        const value = read?.() ?? 0;
        if (typeof value === "number") made.set(value);
        else for (const [of, one] of Object.entries(value)) made.set({ [labels[0] ?? ""]: of }, one);
      }
      return made;
    }
  }
}

export type MetricsServer = { port: number; close(): Promise<void> };

type MetricsServerOptions = {
  port: number;
  host: string;
  metrics: Metrics;
  /** Whether this process can take work now; asked at every `/readyz`. */
  isReady: () => boolean | Promise<boolean>;
  log: Logger;
};

/**
 * Serves `/metrics`, `/livez` (200 while the event loop turns) and `/readyz` (200 or 503) on a separate port, so
 * that a public load balancer never reaches them. Not started while `METRICS_PORT` is unset.
 *
 * @throws when the port is taken.
 */
export async function serveMetrics({
  port,
  host,
  metrics,
  isReady,
  log,
}: MetricsServerOptions): Promise<MetricsServer> {
  async function answer(path: string): Promise<{ status: number; type: string; text: string }> {
    switch (path) {
      case "/metrics":
        return { status: 200, type: "text/plain; version=0.0.4; charset=utf-8", text: await metrics.text() };
      case "/livez":
        return { status: 200, type: "text/plain", text: "live\n" };
      case "/readyz":
        return (await isReady())
          ? { status: 200, type: "text/plain", text: "ready\n" }
          : { status: 503, type: "text/plain", text: "not ready\n" };
      default:
        return { status: 404, type: "text/plain", text: "not found\n" };
    }
  }

  const server = createServer({ requestTimeout: 5_000, keepAliveTimeout: 5_000 }, (request, response) => {
    void answer((request.url ?? "/").split("?")[0] ?? "/")
      .catch((error: unknown) => {
        log.error({ err: error }, "metrics request failed");
        return { status: 500, type: "text/plain", text: "failed\n" };
      })
      .then(({ status, type, text }) => {
        response.writeHead(status, { "content-type": type }).end(text);
      });
  });
  const listening = Promise.withResolvers<AddressInfo>();
  server.once("error", listening.reject);
  server.listen(port, host, () => {
    const address = server.address();
    if (address !== null && typeof address === "object") listening.resolve(address);
  });
  const address = await listening.promise;
  return {
    port: address.port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
