import { describe, expect, test } from "@jest/globals";

import { silentLogger } from "./logger.ts";
import { createStop } from "./stop.ts";

describe("graceful stop", () => {
  test("closes parts one after another, last opened first, once (OPS-4)", async () => {
    const closed: string[] = [];
    const stop = createStop({ log: silentLogger, deadlineMs: 5_000 });
    for (const name of ["database", "queue", "http"]) {
      stop.onStop(name, async () => {
        await new Promise((resolve) => setImmediate(resolve));
        closed.push(name);
      });
    }
    expect(stop.signal.aborted).toBe(false);
    const [first, second] = await Promise.all([stop.stop("test"), stop.stop("again")]);
    expect(closed).toEqual(["http", "queue", "database"]);
    expect(first).toEqual([]);
    expect(second).toBe(first);
    expect(stop.signal.aborted).toBe(true);
  });

  test("a part that fails does not keep the others open, and is named", async () => {
    const closed: string[] = [];
    const stop = createStop({ log: silentLogger, deadlineMs: 5_000 });
    stop.onStop("database", () => void closed.push("database"));
    stop.onStop("broken", () => Promise.reject(new Error("cannot close")));
    stop.onStop("worse", () => {
      throw new Error("cannot even begin");
    });
    expect(await stop.stop("test")).toEqual(["worse", "broken"]);
    expect(closed).toEqual(["database"]);
  });

  test("one deadline holds for all: a closer that overruns sees its signal aborted and is named (OPS-4)", async () => {
    const aborted: boolean[] = [];
    const stop = createStop({ log: silentLogger, deadlineMs: 50 });
    stop.onStop("database", (signal) => void aborted.push(signal.aborted));
    stop.onStop("stuck", () => new Promise<void>(() => undefined));
    expect(await stop.stop("test")).toEqual(["stuck"]);
    expect(aborted).toEqual([true]);
  });
});
