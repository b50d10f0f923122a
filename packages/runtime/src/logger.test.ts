import { describe, expect, test } from "@jest/globals";

import { createLogger } from "./logger.ts";
import { redact } from "./redact.ts";

function lines() {
  const written: string[] = [];
  return { written, destination: { write: (line: string) => void written.push(line) } };
}

describe("the logger", () => {
  test("writes one line of JSON with time, level, process and message (OPS-41)", () => {
    const { written, destination } = lines();
    const log = createLogger({ process: "api", level: "info", destination });
    log.info({ runId: "r1" }, "submitted");
    log.debug({}, "not written");
    log.child({ requestId: "q1" }).warn({ count: 2 }, "slow");
    expect(written).toHaveLength(2);
    expect(JSON.parse(written[0] ?? "")).toMatchObject({
      level: "info",
      process: "api",
      runId: "r1",
      msg: "submitted",
    });
    expect(written[0]).toMatch(/"time":"\d{4}-\d\d-\d\dT[^"]*Z"/);
    expect(JSON.parse(written[1] ?? "")).toMatchObject({ level: "warn", requestId: "q1", count: 2 });
  });

  test("writes no secret: not by name, not inside strings, not inside errors, not through a child (PLAT-44)", () => {
    const { written, destination } = lines();
    const log = createLogger({ process: "api", level: "debug", destination }).child({ apiKey: "hidden-0" });
    const cause = Object.assign(new Error("no connection to postgres://user:hidden-1@db/x"), {
      detail: "row hidden-2",
    });
    log.error(
      {
        err: new Error("failed with Bearer hidden-3-token", { cause }),
        headers: { Authorization: "Bearer hidden-4", "x-api-key": "hidden-5", accept: "application/json" },
        run: { id: "r1", input: { name: "hidden-6" }, output: "hidden-7" },
        list: [{ secret: "hidden-8" }, "svc_live_" + "a".repeat(64), "whsec_hidden9hidden9", "svcsk_v1_hidden-10"],
      },
      "call with svc_live_" + "b".repeat(64),
    );
    const text = written.join("");
    expect(text).not.toMatch(/hidden|a{64}|b{64}/);
    expect(text).toContain("application/json");
    expect(text).toContain('"id":"r1"');
  });

  test("bounds what it writes (OPS-41)", () => {
    const deep: Record<string, unknown> = {};
    deep["self"] = deep;
    const result = redact({
      deep,
      long: "x".repeat(100_000),
      many: Array.from({ length: 1_000 }, () => 1),
      at: new Date(0),
    });
    expect(JSON.stringify(result).length).toBeLessThan(10_000);
  });
});
