import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { OperatorConfig } from "./config.ts";
import { withProgress } from "./progress.ts";

/** Where the service's database answers, for the time of one command. */
export interface FoundDatabase {
  readonly url: string;
  /** Ends what was started for this command. */
  release(): Promise<void>;
}

const connectTimeoutMs = 3_000;

/**
 * The database of the service: `DATABASE_URL`; else the embedded one of a running `npm start`, whose address stands in
 * `DATA_DIR/database-url`; else the embedded one is started, migrated and stopped again with the command.
 */
export async function findDatabase(config: OperatorConfig): Promise<FoundDatabase> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, release: () => Promise.resolve() };
  const running = await runningDatabase(config.dataDir);
  if (running !== undefined) return { url: running, release: () => Promise.resolve() };

  const [{ startEmbeddedPostgres }, { applyMigrations }] = await Promise.all([
    import("@service/db/embedded"),
    import("@service/db"),
  ]);
  return withProgress("starting the embedded database", async () => {
    const server = await startEmbeddedPostgres({
      dataDir: join(resolve(config.dataDir), "postgres"),
      persistent: true,
    });
    try {
      await applyMigrations(server.url);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return { url: server.url, release: () => server.stop() };
  });
}

/** The address a running stack has written, if something answers there: a killed stack leaves its file behind. */
async function runningDatabase(dataDir: string): Promise<string | undefined> {
  let url: string;
  try {
    url = (await readFile(join(resolve(dataDir), "database-url"), "utf8")).trim();
  } catch {
    return undefined;
  }
  const { openDatabase } = await import("@service/db/open");
  const db = openDatabase({ url, applicationName: "svc", poolMax: 1, hotPoolMax: 1 });
  try {
    return (await db.ready(connectTimeoutMs)) ? url : undefined;
  } finally {
    await db.close();
  }
}
