import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";

import type { Logger } from "./logger.ts";

type Named<Label extends string> = { name: string; help: string; labels?: readonly Label[] };
type GaugeRow<Label extends string> = Named<Label> & { collect?: (gauge: Gauge<Label>) => void };

/** The numbers of this process, for Prometheus. Names end in their unit: `_seconds`, `_bytes`, `_total`. */
export type Metrics = {
  counter<Label extends string = never>(row: Named<Label>): Counter<Label>;
  /** `collect` runs when the numbers are read; keep it free of I/O. */
  gauge<Label extends string = never>(row: GaugeRow<Label>): Gauge<Label>;
  histogram<Label extends string = never>(row: Named<Label> & { buckets: number[] }): Histogram<Label>;
  /** The body of `/metrics`. */
  text(): Promise<string>;
};

/** @param options.runtimeMetrics whether Node's own numbers (event loop, memory) are collected; off in tests. */
export function createMetrics(options: { process: string; runtimeMetrics?: boolean }): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process: options.process });
  if (options.runtimeMetrics !== false) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Gauge({
    name: "service_process_info",
    help: "1 while this process reports; the label names it.",
    registers,
  }).set(1);

  function gauge<Label extends string>(row: GaugeRow<Label>): Gauge<Label> {
    const { name, help, labels, collect } = row;
    const made: Gauge<Label> = new Gauge({
      name,
      help,
      labelNames: [...(labels ?? [])],
      registers,
      ...(collect && { collect: () => collect(made) }),
    });
    return made;
  }

  return {
    counter: ({ name, help, labels }) => new Counter({ name, help, labelNames: [...(labels ?? [])], registers }),
    gauge,
    histogram: ({ name, help, labels, buckets }) =>
      new Histogram({ name, help, labelNames: [...(labels ?? [])], buckets, registers }),
    text: () => registry.metrics(),
  };
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
