import pg from "pg";

import { isDatabaseAway } from "./database-errors.ts";

/** Settings of the server, by name. */
export type Settings = Readonly<Record<string, string | number>>;

/**
 * A client of a pooler in transaction mode, which gives each transaction any session of the server (OPS-67):
 * - a statement that one session has prepared is unknown to the next, so no statement has a name;
 * - statements do not wait for each other's answers, so that a transaction of one statement takes one round trip.
 */
export class PoolerClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(typeof config === "string" ? { connectionString: config, pipeline: true } : { ...config, pipeline: true });
    const query = pg.Client.prototype.query;
    Object.assign(this, {
      query: (call: unknown, ...rest: unknown[]): unknown => Reflect.apply(query, this, [withoutName(call), ...rest]),
    });
  }
}

/** Leaves what is no plain call as it is; those of the driver's own classes have no names here. */
function withoutName(call: unknown): unknown {
  const isNamed = typeof call === "object" && call !== null && "name" in call && !("submit" in call);
  return isNamed ? { ...call, name: undefined } : call;
}

/** Begins a transaction, which has these settings alone: a session's would be lost, or stay for another process. */
export function beginWith(settings: Settings): string {
  return ["begin", ...Object.entries(settings).map(([name, value]) => `set local ${name} = ${value}`)].join("; ");
}

/** Makes each statement of a pool of `PoolerClient` a transaction that begins with `begin`. */
export function inTransactions(pool: pg.Pool, begin: string): pg.Pool {
  async function query(call: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const client = await pool.connect();
    const sent = [client.query(begin), client.query(call, values), client.query("commit")] as const;
    // All are answered before the connection goes back. Where the statement fails, `commit` rolls back.
    const ended = await Promise.allSettled(sent);
    const reasons = ended.flatMap((end): unknown[] => (end.status === "rejected" ? [end.reason] : []));
    client.release(reasons.some(isDatabaseAway));
    if (reasons.length > 0) throw reasons[0];
    return sent[1];
  }
  return Object.assign(pool, { query });
}
