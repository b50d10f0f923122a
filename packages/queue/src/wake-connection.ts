import pg from "pg";

import { type ChannelName, channelNames, type TopicName, topicNames } from "./channels.ts";

/** The one connection of a process that sends and receives wake-ups over PostgreSQL. */
export type WakeConnection = {
  /** Wakes the listeners of a channel in all processes. Rejects while there is no connection. */
  notify(channel: ChannelName): Promise<void>;
  /** Queries the server over this very connection, waiting for it to open when necessary. */
  probe(): Promise<void>;
  /**
   * Calls `onWake` for every wake-up of the channel, and once for earlier ones that no listener of this process has
   * taken. `started` rejects when the connection is lost first.
   */
  listen(channel: ChannelName, onWake: () => void): { started: Promise<void>; close(): void };
  /** Sends a string to the subscribers of a topic in all processes. Rejects while there is no connection. */
  announce(topic: TopicName, text: string): Promise<void>;
  /** Calls `onText` for every string of the topic that arrives while there is a connection. */
  subscribe(topic: TopicName, onText: (text: string) => void): { close(): void };
  /** Drops a connection that does not answer and opens a new one. */
  reconnect(): void;
  close(): Promise<void>;
};

/** All wake-ups use this one PostgreSQL channel, with ours as the payload: only one LISTEN to renew. */
const postgresChannel = "service_wake_ups";
/** Announcements have one of their own, which a process listens to from its first subscriber on. */
const announcementChannel = "service_announcements";
const connectTimeoutMs = 3_000;
const closeTimeoutMs = 1_000;
/** Pause before reconnecting; doubled after each failure, plus up to the same again at random. */
const retryMs = { first: 50, most: 500 } as const;

/**
 * Send NOTIFY alone, never in a transaction that writes: it holds a server-wide lock until its transaction ends.
 */
const notifyStatement = { name: "wake", text: `select pg_notify('${postgresChannel}', $1)` };
const announceStatement = { name: "announce", text: `select pg_notify('${announcementChannel}', $1)` };
const question = { name: "question", text: "select 1" };
/** A NOTIFY need not wait for the disk, whatever the server's default. */
const session = "-c synchronous_commit=off";

/**
 * Opens the connection and reopens it with growing pauses when it is lost, for the life of the process. Notifications may
 * be lost with a connection, so each listener is woken once after every reconnect.
 *
 * `reachability.ts` calls `probe` every second and `reconnect` when a half-open connection does not answer.
 */
export function openWakeConnection(options: {
  url: string;
  /** Multiplies the connection timeout. */
  patience: number;
  onLost: (error: unknown) => void;
}): WakeConnection {
  const { url, patience, onLost } = options;
  const listeners = new Map<ChannelName, Set<() => void>>();
  /** Channels with a wake-up that no listener of this process has taken. */
  const pending = new Set<ChannelName>();
  const subscribers = new Map<TopicName, Set<(text: string) => void>>();
  let hasSubscribers = false;
  let failuresInARow = 0;
  let connectedBefore = false;
  let isClosed = false;
  let retryTimer: NodeJS.Timeout | undefined;
  let client = newClient();
  let connected = connect(client);

  function newClient(): pg.Client {
    const made = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs * patience,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: "service-wake-ups",
      options: session,
    });
    // Never removed: an error event without a listener would end the process.
    made.on("error", (error) => lose(made, error));
    made.on("end", () => lose(made, new Error("the connection for wake-ups has ended")));
    made.on("notification", ({ channel: from, payload = "" }) => {
      if (from === announcementChannel) return hear(payload);
      const channel = channelNames.find((name) => name === payload);
      if (channel && made === client) wakeListeners(channel);
    });
    return made;
  }

  async function connect(made: pg.Client): Promise<void> {
    try {
      await made.connect();
      await made.query(`listen ${postgresChannel}`);
      if (hasSubscribers) await made.query(`listen ${announcementChannel}`);
    } catch (error) {
      lose(made, error);
      throw error;
    }
    failuresInARow = 0;
    if (connectedBefore) for (const channel of channelNames) wakeListeners(channel);
    connectedBefore = true;
  }

  /** `topic:text`. */
  function hear(payload: string): void {
    const topic = topicNames.find((name) => payload.startsWith(`${name}:`));
    if (topic === undefined) return;
    for (const onText of subscribers.get(topic) ?? []) onText(payload.slice(topic.length + 1));
  }

  function wakeListeners(channel: ChannelName): void {
    const calls = listeners.get(channel);
    if (!calls || calls.size === 0) pending.add(channel);
    else for (const onWake of calls) onWake();
  }

  function lose(lost: pg.Client, error: unknown): void {
    if (lost !== client || isClosed || retryTimer) return;
    connected.catch(() => undefined);
    destroy(lost);
    const waitMs = Math.min(retryMs.most, retryMs.first * 2 ** failuresInARow);
    failuresInARow += 1;
    retryTimer = setTimeout(
      () => {
        retryTimer = undefined;
        client = newClient();
        connected = connect(client);
        connected.catch(() => undefined);
      },
      waitMs * (1 + Math.random()),
    );
    retryTimer.unref();
    onLost(error);
  }

  /** Closes without waiting for the server, which may be frozen; pending queries are rejected. */
  function destroy(given: pg.Client): void {
    given.connection.stream.destroy();
  }

  connected.catch(() => undefined);

  let lastAnswer: Promise<unknown> = Promise.resolve();
  /** One statement at a time; those queued on a lost connection are rejected. */
  function query(statement: pg.QueryConfig): Promise<unknown> {
    const answer = lastAnswer.then(async () => {
      await connected;
      return client.query(statement);
    });
    lastAnswer = answer.catch(() => undefined);
    return answer;
  }

  return {
    async notify(channel) {
      await query({ ...notifyStatement, values: [channel] });
    },
    async probe() {
      await query(question);
    },
    async announce(topic, text) {
      await query({ ...announceStatement, values: [`${topic}:${text}`] });
    },
    subscribe(topic, onText) {
      const heard = subscribers.get(topic) ?? new Set();
      subscribers.set(topic, heard.add(onText));
      if (!hasSubscribers) {
        hasSubscribers = true;
        // Where it fails, the connection is lost, and the next one listens from its beginning.
        query({ text: `listen ${announcementChannel}` }).catch(() => undefined);
      }
      return { close: () => void heard.delete(onText) };
    },
    listen(channel, onWake) {
      let isOpen = true;
      async function start(): Promise<void> {
        // Earlier notifications arrive before this answer, so none is taken twice.
        await query(question);
        if (!isOpen) return;
        const calls = listeners.get(channel) ?? new Set();
        listeners.set(channel, calls.add(onWake));
        if (pending.delete(channel)) onWake();
      }
      return {
        started: start(),
        close() {
          isOpen = false;
          listeners.get(channel)?.delete(onWake);
        },
      };
    },
    reconnect() {
      lose(client, new Error("the connection for wake-ups does not answer"));
    },
    async close() {
      isClosed = true;
      clearTimeout(retryTimer);
      // `end` does not settle for a client that is still connecting or whose server is frozen.
      const ended = connected.then(
        () => client.end(),
        () => undefined,
      );
      const timer = setTimeout(() => destroy(client), closeTimeoutMs);
      await ended.catch(() => undefined);
      clearTimeout(timer);
      destroy(client);
    },
  };
}
