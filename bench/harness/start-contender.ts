import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

import pg from "pg";

import { freePort } from "@service/embedded-postgres/free-port";
import { createOwnDatabase } from "./own-database.ts";
import { killedAtExit, untilAnswering } from "./programs.ts";

export type StartedContender = {
  /** Address of its server, without a slash at the end. */
  base: string;
  /** One connection to its database. */
  pool: pg.Pool;
  pids: { server: number; worker: number };
  stop(): Promise<void>;
};

/**
 * Starts one side of a comparison: a separate database on the given server, a server process that answers
 * `GET /health`, and a worker process. Both get DATABASE_URL, QUEUE_URL and PORT, and run as deployed.
 *
 * @param prepare creates its tables before the processes start.
 */
export async function startContender(given: {
  name: string;
  databaseUrl: string;
  queueUrl: string;
  serverFile: string;
  workerFile: string;
  environment?: Readonly<Record<string, string>>;
  prepare: (pool: pg.Pool) => Promise<void>;
}): Promise<StartedContender> {
  const databaseName = given.name.replaceAll(/[^a-z]/g, "_");
  const databaseUrl = await createOwnDatabase(given.databaseUrl, databaseName);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  await given.prepare(pool);

  const port = await freePort();
  const start = (file: string): ChildProcess =>
    killedAtExit(
      spawn(process.execPath, [file], {
        env: {
          ...process.env,
          ...given.environment,
          NODE_ENV: "production",
          DATABASE_URL: databaseUrl,
          QUEUE_URL: given.queueUrl,
          PORT: String(port),
        },
        stdio: ["ignore", "inherit", "inherit"],
      }),
    );
  const base = `http://127.0.0.1:${port}`;
  // The worker starts after the server: the server creates what its queue keeps in the database.
  const server = start(given.serverFile);
  await untilAnswering(base, given.name);
  const worker = start(given.workerFile);
  return {
    base,
    pool,
    pids: { server: server.pid ?? 0, worker: worker.pid ?? 0 },
    async stop() {
      const processes = [server, worker];
      const ended = Promise.all(processes.map((each) => once(each, "close")));
      for (const each of processes) each.kill("SIGKILL");
      await ended;
      await pool.end();
    },
  };
}
