import { describe, expect, test } from "@jest/globals";
import { silentLogger, systemClock } from "@service/runtime";
import { describeWithRedis, redisSentinels, tcpProxy, waitFor } from "@service/testing";
import { openQueue } from "./queue.ts";
import { parseSentinels } from "./sentinels.ts";

describe("the address of a Redis behind Sentinel (OPS-68)", () => {
  test("names sentinels, master, user, password and database", () => {
    expect(parseSentinels("redis+sentinel://a:1,b.example:26380,[::1]:3,c/mymaster")).toEqual({
      sentinels: [
        { host: "a", port: 1 },
        { host: "b.example", port: 26_380 },
        { host: "::1", port: 3 },
        { host: "c", port: 26_379 },
      ],
      name: "mymaster",
      db: 0,
    });
    expect(parseSentinels("redis+sentinel://:p%40ss@a:1/m.1/5")).toMatchObject({
      password: "p@ss",
      name: "m.1",
      db: 5,
    });
    expect(parseSentinels("redis+sentinel://svc:pass@a:1/m")).toMatchObject({ username: "svc", password: "pass" });
  });

  test.each([
    "redis+sentinel://a:1",
    "redis+sentinel:///m",
    "redis+sentinel://a:1,/m",
    "redis+sentinel://a:70000/m",
    "redis+sentinel://a:0/m",
    "redis+sentinel://a:x/m",
    "redis+sentinel://:%zz@a:1/m",
    "redis+sentinel://pass@a:1/m",
    "redis+sentinel://a:1/m/x",
    "redis://a:1/0",
  ])("%s is none, and no queue is opened on a bad one", async (url) => {
    expect(parseSentinels(url)).toBeUndefined();
    if (url.startsWith("redis:")) return;
    const opened = openQueue({ url, clock: systemClock, log: silentLogger });
    await expect(opened).rejects.toThrow("redis+sentinel://[[user]:password@]host:port,host:port/master[/database]");
  });
});

describeWithRedis("a queue behind Sentinel", () => {
  test.each(["refuse", "swallow"] as const)(
    "whose sentinels %s connections for long is used once they answer (OPS-68, OPS-7)",
    async (fault) => {
      const redis = await redisSentinels();
      const proxy = await tcpProxy({ port: redis.ports[0] ?? 0 });
      proxy[fault](true);
      const url = `redis+sentinel://127.0.0.1:${proxy.port}/${redis.masterName}`;
      const queue = await openQueue({ url, clock: systemClock, log: silentLogger });
      try {
        // Longer than the watch takes to make a connection anew.
        for (let times = 0; times < 25; times += 1) expect(await queue.health(250)).toBe(false);
        expect(await queue.wake("jobs")).toBe(false);
        proxy[fault](false);
        proxy.cut();
        await waitFor(() => queue.wake("jobs"), { what: "a wake-up that was sent" });
      } finally {
        await queue.close();
        await proxy.close();
        await redis.close();
      }
    },
  );
});
