import { openQueue } from "@service/queue";
import { createSecretBox, silentLogger, systemClock, type Clock, type Logger } from "@service/runtime";
import { openTestDatabase, testDatabase } from "@service/testing";
import { openBatchers, type WholeDeps } from "../open-deps.ts";

export interface TestDeps extends WholeDeps {
  readonly databaseUrl: string;
  /** `SECRETS_KEY` of a process that shares the database. */
  readonly secretsKey: string;
  close(): Promise<void>;
}

export interface TestDepsOptions {
  readonly clock?: Clock;
  readonly log?: Logger;
  /** Left out: a database of its own, which goes with `close`. */
  readonly databaseUrl?: string | undefined;
  /** The address under which the database is reached, such as that of a proxy. */
  readonly through?: (databaseUrl: string) => string;
  /** Left out: wake-ups go through the database. */
  readonly queue?: { readonly url: string; readonly prefix?: string } | undefined;
}

/** A busy machine must not make the queue refuse what a test submits. */
const patience = 100;
const secretsKey = Buffer.alloc(32, 7);

/** The `RunDeps` of a process, with limits that only what never comes reaches. */
export async function openTestDeps(options: TestDepsOptions = {}): Promise<TestDeps> {
  const { clock = systemClock, log = silentLogger } = options;
  const own = options.databaseUrl === undefined ? await testDatabase() : undefined;
  const databaseUrl = options.databaseUrl ?? own?.url ?? "";
  const db = openTestDatabase(options.through?.(databaseUrl) ?? databaseUrl);
  const queue = await openQueue({ url: databaseUrl, ...options.queue, clock, log, patience });
  return {
    db,
    queue,
    clock,
    log,
    secrets: createSecretBox(secretsKey),
    ...openBatchers({ db, log, clock }),
    databaseUrl,
    secretsKey: secretsKey.toString("base64"),
    async close() {
      await queue.close();
      await db.close();
      await own?.drop();
    },
  };
}
