import { type ChildProcess, spawn } from "node:child_process";

import pg from "pg";

import { freePort } from "@service/testing/free-port";
import { until } from "./measure.ts";

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
  const ownUrl = new URL(given.databaseUrl);
  ownUrl.pathname = `/${databaseName}`;
  const administration = new pg.Client({ connectionString: given.databaseUrl });
  await administration.connect();
  await administration.query(`create database ${databaseName}`);
  await administration.end();
  const pool = new pg.Pool({ connectionString: ownUrl.href, max: 1 });
  await given.prepare(pool);

  const port = await freePort();
  const start = (file: string): ChildProcess =>
    spawn(process.execPath, [file], {
      env: {
        ...process.env,
        ...given.environment,
        NODE_ENV: "production",
        DATABASE_URL: ownUrl.href,
        QUEUE_URL: given.queueUrl,
        PORT: String(port),
      },
      stdio: ["ignore", "inherit", "inherit"],
    });
  const processes: ChildProcess[] = [];
  const killAll = (): void => {
    for (const each of processes) each.kill("SIGKILL");
  };
  process.once("exit", killAll);
  const base = `http://127.0.0.1:${port}`;
  // The worker starts after the server: the server creates what its queue keeps in the database.
  const server = start(given.serverFile);
  processes.push(server);
  const isAnswering = (): Promise<boolean> =>
    fetch(`${base}/health`).then(
      (response) => response.ok,
      () => false,
    );
  await until(isAnswering, { what: given.name, everyMs: 50, timeoutMs: 30_000 });
  const worker = start(given.workerFile);
  processes.push(worker);
  return {
    base,
    pool,
    pids: { server: server.pid ?? 0, worker: worker.pid ?? 0 },
    async stop() {
      process.off("exit", killAll);
      const ended = processes.map((each) => new Promise<void>((resolve) => void each.once("close", () => resolve())));
      killAll();
      await Promise.all(ended);
      await pool.end();
    },
  };
}
