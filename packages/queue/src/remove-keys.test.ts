import { expect, test } from "@jest/globals";
import { silentLogger, systemClock } from "@service/runtime";
import { describeWithRedis, testRedis } from "@service/testing";
import { openQueue, removeQueueKeys } from "./index.ts";

describeWithRedis("a queue under a prefix of its own", () => {
  test("leaves nothing once its keys are removed, and others keep theirs (OPS-51)", async () => {
    const { url, prefix } = testRedis();
    const own = { url, prefix: `${prefix}-[own]*` };
    const beside = { url, prefix: `${prefix}-x` };
    for (const place of [own, beside]) {
      const queue = await openQueue({ ...place, clock: systemClock, log: silentLogger, patience: 100 });
      expect(await queue.health(5_000)).toBe(true);
      expect(await queue.wake("webhooks")).toBe(true);
      await queue.close();
    }
    expect(await removeQueueKeys(own)).toBeGreaterThan(0);
    expect(await removeQueueKeys(own)).toBe(0);
    expect(await removeQueueKeys(beside)).toBeGreaterThan(0);
    expect(await removeQueueKeys({ url: "postgres://nowhere", prefix: "x" })).toBe(0);
  });
});
