import type { Logger } from "./logger.ts";
import { idBytes } from "./random-bytes.ts";

/** W3C trace context: one trace id follows a run from submission through worker and webhook (PLAT-24). */
export type TraceContext = {
  /** 32 lower-case hex characters, not all zero. */
  traceId: string;
  /** 16 lower-case hex characters, not all zero. */
  spanId: string;
  isSampled: boolean;
};

const traceparentPattern =
  /^(?<version>[0-9a-f]{2})-(?<trace>[0-9a-f]{32})-(?<span>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<rest>-.*)?$/;

function randomHex(bytes: number): string {
  const hex = idBytes(bytes).toString("hex");
  // An all-zero id means "none" in W3C trace context.
  return /^0+$/.test(hex) ? randomHex(bytes) : hex;
}

/** A new trace id: 32 lower-case hex characters. */
export function newTraceId(): string {
  return randomHex(16);
}

/** A new trace; or, with `parent`, a new span of that trace. */
export function newTraceContext(parent?: TraceContext): TraceContext {
  return {
    traceId: parent?.traceId ?? newTraceId(),
    spanId: randomHex(8),
    isSampled: parent?.isSampled ?? true,
  };
}

/** Reads a `traceparent` header; `undefined` when absent or malformed, which by W3C means: start a new trace. */
export function parseTraceparent(header: string | undefined): TraceContext | undefined {
  const parts = header === undefined ? undefined : traceparentPattern.exec(header.trim())?.groups;
  if (!parts) return undefined;
  const { version = "", trace = "", span = "", flags = "", rest } = parts;
  if (version === "ff" || (version === "00" && rest !== undefined)) return undefined;
  if (/^0+$/.test(trace) || /^0+$/.test(span)) return undefined;
  return { traceId: trace, spanId: span, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The `traceparent` header of a context. */
export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}

type SpanOptions = { parent?: TraceContext | undefined; attributes?: Record<string, string | number | boolean> };

export type Tracing = {
  /** Runs `work` as a span; its context goes into outgoing headers and stored rows. An error marks the span. */
  inSpan<T>(name: string, options: SpanOptions, work: (context: TraceContext) => Promise<T>): Promise<T>;
  /** Sends what is buffered; bounded by the exporter's own timeout. */
  stop(): Promise<void>;
};

/**
 * Starts tracing. Without an endpoint no OpenTelemetry package is loaded (tens of megabytes a process) and spans
 * only carry ids onwards.
 *
 * @param options.endpoint `OTEL_EXPORTER_OTLP_ENDPOINT`, the collector's base address.
 */
export async function startTracing(options: {
  endpoint: string | undefined;
  process: string;
  log: Logger;
}): Promise<Tracing> {
  if (options.endpoint === undefined) {
    return {
      inSpan: (_name, { parent }, work) => work(newTraceContext(parent)),
      stop: () => Promise.resolve(),
    };
  }
  const [api, sdk, exporterModule, resources] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace-node"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const provider = new sdk.NodeTracerProvider({
    resource: resources.resourceFromAttributes({ "service.name": options.process }),
    spanProcessors: [
      new sdk.BatchSpanProcessor(
        new exporterModule.OTLPTraceExporter({
          url: `${options.endpoint.replace(/\/+$/, "")}/v1/traces`,
          timeoutMillis: 5_000,
        }),
        { maxQueueSize: 2_048, maxExportBatchSize: 256, scheduledDelayMillis: 2_000 },
      ),
    ],
  });
  const tracer = provider.getTracer(options.process);
  options.log.info({ process: options.process }, "tracing started");

  return {
    async inSpan(name, { parent, attributes }, work) {
      const parentContext = parent
        ? api.trace.setSpanContext(api.ROOT_CONTEXT, {
            traceId: parent.traceId,
            spanId: parent.spanId,
            traceFlags: parent.isSampled ? api.TraceFlags.SAMPLED : api.TraceFlags.NONE,
            isRemote: true,
          })
        : api.ROOT_CONTEXT;
      const span = tracer.startSpan(name, { attributes: attributes ?? {} }, parentContext);
      const { traceId, spanId, traceFlags } = span.spanContext();
      try {
        return await work({ traceId, spanId, isSampled: (traceFlags & api.TraceFlags.SAMPLED) !== 0 });
      } catch (error) {
        span.setStatus({ code: api.SpanStatusCode.ERROR, message: Error.isError(error) ? error.name : "error" });
        throw error;
      } finally {
        span.end();
      }
    },
    stop: () => provider.shutdown(),
  };
}
