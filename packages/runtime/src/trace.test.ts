import { createServer } from "node:http";

import { describe, expect, test } from "@jest/globals";

import { silentLogger } from "./logger.ts";
import { formatTraceparent, newTraceContext, newTraceId, parseTraceparent, startTracing } from "./trace.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";

describe("trace context", () => {
  test("reads and writes the W3C header (PLAT-22)", () => {
    const header = `00-${traceId}-${spanId}-01`;
    const context = parseTraceparent(header);
    expect(context).toEqual({ traceId, spanId, isSampled: true });
    expect(context && formatTraceparent(context)).toBe(header);
    expect(parseTraceparent(`00-${traceId}-${spanId}-00`)?.isSampled).toBe(false);
    // A later version may append fields (W3C trace context 4.3).
    expect(parseTraceparent(`01-${traceId}-${spanId}-01-more`)?.traceId).toBe(traceId);
  });

  test.each([
    undefined,
    "",
    "00",
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${"0".repeat(32)}-${spanId}-01`,
    `00-${traceId}-${"0".repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}`,
  ])("starts anew after a malformed header: %s", (header) => {
    expect(parseTraceparent(header)).toBeUndefined();
  });

  test("makes new ids, and new spans of a given trace", () => {
    expect(newTraceId()).toMatch(/^[0-9a-f]{32}$/);
    const child = newTraceContext({ traceId, spanId, isSampled: false });
    expect(child).toMatchObject({ traceId, isSampled: false });
    expect(child.spanId).not.toBe(spanId);
  });

  test("passes the trace on without a collector, and lets errors through", async () => {
    const tracing = await startTracing({ endpoint: undefined, process: "api", log: silentLogger });
    const parent = { traceId, spanId, isSampled: true };
    expect(await tracing.inSpan("x", { parent }, async (context) => context.traceId)).toBe(traceId);
    await expect(tracing.inSpan("x", {}, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await tracing.stop();
  });

  test("sends spans to the collector", async () => {
    const { promise, resolve } = Promise.withResolvers<{ path: string | undefined; body: string }>();
    const collector = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        resolve({ path: request.url, body });
        response.writeHead(200, { "content-type": "application/json" }).end("{}");
      });
    });
    await new Promise<void>((listening) => void collector.listen(0, "127.0.0.1", listening));
    const address = collector.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const tracing = await startTracing({ endpoint: `http://127.0.0.1:${port}/`, process: "api", log: silentLogger });
    await tracing.inSpan(
      "submit",
      { parent: { traceId, spanId, isSampled: true }, attributes: { type: "triage" } },
      async () => 1,
    );
    await tracing.stop();
    const { path, body } = await promise;
    expect(path).toBe("/v1/traces");
    expect(JSON.parse(body)).toMatchObject({
      resourceSpans: [{ scopeSpans: [{ spans: [{ name: "submit", traceId, parentSpanId: spanId }] }] }],
    });
    collector.closeAllConnections();
    await new Promise<void>((closed) => void collector.close(() => closed()));
  });
});
