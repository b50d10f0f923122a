import { expect, test } from "@jest/globals";
import { createMetrics } from "@service/runtime";
import { countIngest } from "./request-metrics.ts";

test("inbound events are counted by kind of source and outcome (IN-30)", async () => {
  const metrics = createMetrics({ process: "api", runtimeMetrics: false });
  const observe = countIngest(metrics);
  observe("native", "appended");
  observe("native", "appended");
  observe("ams_ons", "unauthorized");
  const lines = (await metrics.text()).split("\n").filter((line) => line.startsWith("service_ingest_events_total{"));
  expect(lines.toSorted()).toEqual([
    'service_ingest_events_total{kind="ams_ons",outcome="unauthorized",process="api"} 1',
    'service_ingest_events_total{kind="native",outcome="appended",process="api"} 2',
  ]);
});
