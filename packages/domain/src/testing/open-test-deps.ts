import { openDatabase } from "@service/db";
import { openQueue } from "@service/queue";
import { createSecretBox, silentLogger, systemClock, type Clock } from "@service/runtime";
import { testDatabase } from "@service/testing";
import { openRunBatchers, type RunDeps } from "../runs/index.ts";

export interface TestDeps extends RunDeps {
  readonly databaseUrl: string;
  close(): Promise<void>;
}

/** The `RunDeps` of a process, on a separate database for this test file. */
export async function openTestDeps(
  options: { clock?: Clock; through?: (databaseUrl: string) => string } = {},
): Promise<TestDeps> {
  const database = await testDatabase();
  const clock = options.clock ?? systemClock;
  const url = options.through?.(database.url) ?? database.url;
  const db = openDatabase({ url, applicationName: "test", connectTimeoutMs: 15_000 });
  const queue = await openQueue({ url: database.url, clock, log: silentLogger, patience: 100 });
  return {
    db,
    queue,
    clock,
    log: silentLogger,
    secrets: createSecretBox(Buffer.alloc(32, 7)),
    runs: openRunBatchers(db),
    databaseUrl: database.url,
    async close() {
      await queue.close();
      await db.close();
      await database.drop();
    },
  };
}
