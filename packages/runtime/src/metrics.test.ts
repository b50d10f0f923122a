import { describe, expect, test } from "@jest/globals";

import { silentLogger } from "./logger.ts";
import { counter, createMetrics, gauge, histogram, serveMetrics } from "./metrics.ts";

describe("metrics", () => {
  test("are served on their own port, with liveness and readiness (OPS-40)", async () => {
    const metrics = createMetrics({ process: "worker", runtimeMetrics: false });
    const { claims, seconds } = metrics.register({
      claims: counter("run_claims_total", "Claims.", ["engine_type"]),
      free: gauge("slots_free", "Free slots.", [], () => 3),
      slots: gauge("slots", "Slots.", ["state"], () => ({ held: 2, free: 3 })),
      seconds: histogram("claim_seconds", "Claim time.", [0.1, 1]),
    });
    claims.inc({ engine_type: "triage" });
    seconds.observe(0.05);
    let isReady = false;
    const server = await serveMetrics({
      port: 0,
      host: "127.0.0.1",
      metrics,
      isReady: () => isReady,
      log: silentLogger,
    });
    const get = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`);
      return { status: answer.status, text: await answer.text() };
    };
    const { status, text } = await get("/metrics?x=1");
    expect(status).toBe(200);
    expect(text).toContain('run_claims_total{engine_type="triage",process="worker"} 1');
    expect(text).toContain('slots_free{process="worker"} 3');
    expect(text).toContain('slots{state="held",process="worker"} 2');
    expect(text).toContain('slots{state="free",process="worker"} 3');
    expect(text).toContain('claim_seconds_bucket{le="0.1",process="worker"} 1');
    expect((await get("/livez")).status).toBe(200);
    expect((await get("/readyz")).status).toBe(503);
    isReady = true;
    expect((await get("/readyz")).status).toBe(200);
    expect((await get("/elsewhere")).status).toBe(404);
    await server.close();
  });

  test("a readiness check that throws answers 500 and the process goes on", async () => {
    const server = await serveMetrics({
      port: 0,
      host: "127.0.0.1",
      metrics: createMetrics({ process: "api", runtimeMetrics: false }),
      isReady: () => Promise.reject(new Error("no")),
      log: silentLogger,
    });
    expect((await fetch(`http://127.0.0.1:${server.port}/readyz`)).status).toBe(500);
    await server.close();
  });
});
