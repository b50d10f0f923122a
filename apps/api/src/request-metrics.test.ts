import { expect, test } from "@jest/globals";
import { createMetrics } from "@service/runtime";
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
