import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "@service/client";
import { createOrganizationKey } from "@service/domain/keys";
import { holderOf, newOrganization, openTestDeps, publishEngine } from "@service/domain/testing";
import { findEngineType } from "@service/engine-types";
import { type Receiver, startReceiver, testDatabase, type TestDatabase, waitFor, testOperator } from "@service/testing";
import * as z from "zod";
import { type Stack, startStack } from "../scripts/stack.ts";

// Spans as a collector receives them, from the three processes as they are started.

const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({
        attributes: z.array(
          z.object({ key: z.string(), value: z.looseObject({ stringValue: z.string().optional() }) }),
        ),
      }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
});
type Span = { process: string; traceId: string; spanId: string; parentSpanId?: string | undefined; name: string };

const spans: Span[] = [];
let database: TestDatabase;
let collector: Receiver;
let receiver: Receiver;
let folder: string;
let stack: Stack;
let apiKey: string;

function collect(text: string): void {
  for (const { resource, scopeSpans } of Export.parse(JSON.parse(text)).resourceSpans) {
    const process = resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue ?? "";
    for (const scope of scopeSpans) for (const span of scope.spans) spans.push({ process, ...span });
  }
}

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "tracing-"));
  collector = await startReceiver();
  collector.answer(({ body }, response) => {
    collect(body.toString("utf8"));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  receiver = await startReceiver();

  const deps = await openTestDeps({ databaseUrl: database.url });
  const organizationId = await newOrganization(deps);
  ({ apiKey } = await createOrganizationKey(deps, testOperator, { organizationId, environmentSlug: "live" }));
  await publishEngine(deps, await holderOf(deps, apiKey), { slug: "quotes" });
  await deps.close();

  stack = await startStack({
    dataDir: folder,
    persistent: false,
    databaseUrl: database.url,
    environment: {
      WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
    },
  });
});
afterAll(async () => {
  await stack.stop();
  await collector.stop();
  await receiver.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test("one trace joins the caller, the API, the worker and the webhook of a run (PLAT-24)", async () => {
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const callersSpan = "00f067aa0ba902b7";
  const client = new Client({
    baseUrl: stack.apiUrl,
    apiKey,
    fetch: (request) => {
      const traced = new Request(request);
      traced.headers.set("traceparent", `00-${traceId}-${callersSpan}-01`);
      return fetch(traced);
    },
  });
  await client.webhooks.create({ body: { url: receiver.url, events: ["run.completed"] } });
  const input = findEngineType("comparison").builtInCases()[0]?.input ?? {};
  await client.runs.submit({ engine_slug: "quotes", body: { input } });

  const ofTrace = (process: string): Span[] =>
    spans.filter((span) => span.traceId === traceId && span.process === process);
  await waitFor(() => ["api", "worker", "webhooks"].every((process) => ofTrace(process).length > 0));
  const submitted = ofTrace("api").find((span) => span.name === "runs.submit");
  expect(submitted?.parentSpanId).toBe(callersSpan);
  expect(ofTrace("worker").map((span) => [span.name, span.parentSpanId])).toEqual([["run", submitted?.spanId]]);
  const spanIds = new Set(spans.map((span) => span.spanId));
  for (const span of ofTrace("webhooks")) expect(spanIds.has(span.parentSpanId ?? "")).toBe(true);
});
