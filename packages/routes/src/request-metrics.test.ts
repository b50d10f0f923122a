import { expect, test } from "@jest/globals";
import { createMetrics } from "@service/runtime";
import { createRequestMetrics } from "@service/http";
import { waitFor } from "@service/testing";
import { createServer, get } from "node:http";
import { createCounters } from "./request-metrics.ts";

test("inbound events are counted by kind of source and outcome (IN-30)", async () => {
  const metrics = createMetrics({ process: "api", runtimeMetrics: false });
  const count = createCounters(metrics);
  count("inboundEvents", { kind: "native", outcome: "appended" });
  count("inboundEvents", { kind: "native", outcome: "appended" });
  count("inboundEvents", { kind: "ams_ons", outcome: "unauthorized" });
  const lines = (await metrics.text()).split("\n").filter((line) => line.startsWith("service_ingest_events_total{"));
  expect(lines.toSorted()).toEqual([
    'service_ingest_events_total{kind="ams_ons",outcome="unauthorized",process="api"} 1',
    'service_ingest_events_total{kind="native",outcome="appended",process="api"} 2',
  ]);
});

test("a request whose caller goes away before the answer is counted as 499 (REC-51)", async () => {
  const metrics = createMetrics({ process: "api", runtimeMetrics: false });
  const requests = createRequestMetrics(metrics);
  const arrived = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    requests.observe(request, response);
    arrived.resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const call = get({ host: "127.0.0.1", port });
  call.on("error", () => undefined);
  await arrived.promise;
  call.destroy();
  await waitFor(async () => /_count\{[^}]*status="499"[^}]*\} 1/.test(await metrics.text()), { what: "the count" });
  await new Promise((resolve) => server.close(resolve));
});
