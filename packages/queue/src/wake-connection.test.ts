import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { silentLogger, systemClock } from "@service/runtime";
import { type TestDatabase, type TcpProxy, createSignal, tcpProxy, testDatabase, waitFor } from "@service/testing";
import pg from "pg";

import { type Queue, channelNames, openQueue } from "./index.ts";

describe("wake-ups on PostgreSQL", () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let observer: pg.Client;
  let queue: Queue;

  beforeEach(async () => {
    database = await testDatabase();
    proxy = await tcpProxy({ port: Number(new URL(database.url).port) });
    observer = new pg.Client({ connectionString: database.url });
    await observer.connect();
    queue = await openQueue({ url: proxy.through(database.url), clock: systemClock, log: silentLogger, patience: 100 });
    await waitFor(() => queue.ready());
  });
  afterEach(async () => {
    await queue.close();
    await observer.end();
    await proxy.close();
    await database.drop();
  });

  test("use one connection per process, whatever it listens to and wakes (OPS-10)", async () => {
    const woken = createSignal<string>("wake-up");
    const listeners = channelNames.map((channel) => queue.listen(channel, async () => woken.send(channel)));
    await Promise.all(channelNames.map((channel) => queue.wake(channel)));
    const seen = new Set<string>();
    while (seen.size < channelNames.length) seen.add(await woken.next());
    expect(proxy.connections).toBe(1);
    await Promise.all(listeners.map((listener) => listener.close()));
  });

  test("leave nothing in the database", async () => {
    expect(await queue.wake("webhooks")).toBe(true);
    const { rows } = await observer.query("select nspname from pg_namespace where nspname = 'bullmq'");
    expect(rows).toEqual([]);
  });

  test("every listener is woken once after a reconnect, because a wake-up may have been lost with the connection", async () => {
    const woken = createSignal<string>("wake-up");
    const channels = ["runs-comparison", "webhooks"] as const;
    const listeners = channels.map((channel) => queue.listen(channel, async () => woken.send(channel)));
    for (const channel of channels) {
      await queue.wake(channel);
      await woken.next();
    }
    proxy.cut();
    await waitFor(() => woken.count === 2 * channels.length);
    expect([await woken.next(), await woken.next()].toSorted()).toEqual([...channels]);
    // This further wake-up marks the end of those caused by the reconnect.
    await waitFor(() => queue.wake("webhooks"));
    expect(await woken.next()).toBe("webhooks");
    expect(woken.count).toBe(2 * channels.length + 1);
    await Promise.all(listeners.map((listener) => listener.close()));
  });

  test("a session that the server terminates is replaced; the process lives on", async () => {
    const woken = createSignal("wake-up");
    const listener = queue.listen("webhooks", async () => woken.send());
    await queue.wake("webhooks");
    await woken.next();
    await observer.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'service-wake-ups' and datname = current_database()",
    );
    await woken.next();
    await listener.close();
  });

  test("a message with an unknown channel is ignored", async () => {
    const woken = createSignal("wake-up");
    const listener = queue.listen("webhooks", async () => woken.send());
    await queue.wake("webhooks");
    await woken.next();
    await observer.query("select pg_notify('service_wake_ups', 'of-another-release')");
    await queue.wake("webhooks");
    await woken.next();
    expect(woken.count).toBe(2);
    await listener.close();
  });
});
