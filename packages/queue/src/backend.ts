import type { BellName } from "./bells.ts";
import type { SpendBatch } from "./budgets.ts";

/** Rings one bell: adds its job, unless one is already waiting. */
export type Ringer = {
  ring(): Promise<void>;
  /** Lets go of what this ringer opened. */
  close(): Promise<void>;
};

/** Hears one bell. */
export type Hearer = {
  /** Rejects when this hearer could not start and must be made anew. */
  started: Promise<void>;
  /** Ends hearing; with `force` without waiting for the backend. */
  close(force: boolean): Promise<void>;
};

/**
 * One kind of backend: everything that differs between Redis and Postgres. What is here may fail and may be slow;
 * deadlines, the cached "reachable" flag and making things anew are `queue.ts` and `reachability.ts`.
 */
export type Backend = {
  kind: "redis" | "postgres";
  /** One cheap question; rejects when the backend is away. The first one may also prepare the backend's schema. */
  probe(): Promise<void>;
  /** Calls `onLost` when the connection is known to be gone. */
  onLost(listener: (error: unknown) => void): void;
  /** Drops connections that have stopped answering, so that new ones are made. */
  reconnect(): void;
  openRinger(bell: BellName, onError: (error: unknown) => void): Ringer;
  openHearer(bell: BellName, onRing: () => Promise<void>, onError: (error: unknown) => void): Hearer;
  spendBatch: SpendBatch;
  close(): Promise<void>;
};
