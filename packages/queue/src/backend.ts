import type { SpendBatch } from "@service/rate-limits";

import type { ChannelName, TopicName } from "./channels.ts";

/** Wakes the listeners of one channel. */
export type Waker = {
  /** Resolves when the backend has the wake-up; it may be merged with one already waiting. */
  wake(): Promise<void>;
  /** Closes what this waker opened. */
  close(): Promise<void>;
};

/** Listens to one channel. */
export type Listener = {
  /** Rejects when this listener could not start; open a new one. */
  started: Promise<void>;
  /** Stops listening; with `force` without waiting for the backend. */
  close(force: boolean): Promise<void>;
};

/**
 * One kind of backend: everything that differs between Redis and PostgreSQL. Its calls may fail or be slow; `queue.ts`
 * and `reachability.ts` add deadlines, the cached "reachable" flag and reopening.
 */
export type Backend = {
  kind: "redis" | "postgres";
  /** One cheap request; rejects when the backend is away. */
  probe(): Promise<void>;
  /** Calls `listener` when a connection is known to be lost. */
  onLost(listener: (error: unknown) => void): void;
  /** Drops connections that have stopped answering, so that new ones are made. */
  reconnect(): void;
  openWaker(channel: ChannelName, onError: (error: unknown) => void): Waker;
  /**
   * Calls `onWake` at least once after every wake-up that this process received or may have missed. Calls may overlap;
   * `queue.ts` serializes them.
   */
  openListener(channel: ChannelName, onWake: () => Promise<void>, onError: (error: unknown) => void): Listener;
  /** Sends a string of at most `announcementBytesMax` to all processes that subscribed. Rejects while the backend is away. */
  announce(topic: TopicName, text: string): Promise<void>;
  /** Calls `onText` for the announcements that arrive from now on, across reconnects. */
  subscribe(topic: TopicName, onText: (text: string) => void, onError: (error: unknown) => void): { close(): void };
  spendBatch: SpendBatch;
  close(): Promise<void>;
};

/** A payload of NOTIFY is shorter than 8,000 bytes, and the name of the topic stands in it. */
export const announcementBytesMax = 7_600;
