import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import pg from "pg";

import { freePort } from "../../scripts/stack.ts";
import { type Contender, submissionBody } from "../contender.ts";
import { until } from "../measure.ts";
import { createTable, generateReferenceClient } from "./client.ts";

/** Starts the reference on a database of its own beside ours, on the same server and the same Redis. */
export async function startReference(databaseUrl: string, queueUrl: string): Promise<Contender & { parseUrl: string }> {
  generateReferenceClient();
  const ownUrl = new URL(databaseUrl);
  ownUrl.pathname = "/reference";
  const administration = new pg.Client({ connectionString: databaseUrl });
  await administration.connect();
  await administration.query("create database reference");
  await administration.end();
  const pool = new pg.Pool({ connectionString: ownUrl.href, max: 1 });
  await pool.query(createTable);

  const port = await freePort();
  const start = (file: string): ChildProcess =>
    spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
      env: {
        ...process.env,
        NODE_ENV: "production",
        DATABASE_URL: ownUrl.href,
        QUEUE_URL: queueUrl,
        PORT: String(port),
      },
      stdio: ["ignore", "inherit", "inherit"],
    });
  const server = start("server.ts");
  const worker = start("worker.ts");
  const processes = [server, worker];
  const killAtExit = (): void => {
    for (const each of processes) each.kill("SIGKILL");
  };
  process.once("exit", killAtExit);
  const base = `http://127.0.0.1:${port}`;
  await until(
    () =>
      fetch(`${base}/health`).then(
        (response) => response.ok,
        () => false,
      ),
    { what: "the reference", everyMs: 50, timeoutMs: 30_000 },
  );
  return {
    name: "reference",
    submissionUrl: `${base}/runs`,
    parseUrl: `${base}/parse`,
    headers: {},
    idle: { url: `${base}/runs`, headers: {}, body: submissionBody },
    pids: { server: server.pid ?? 0, worker: worker.pid ?? 0 },
    workerPid: worker.pid ?? 0,
    async unfinished() {
      const { rows } = await pool.query<{ count: number }>(
        "select count(*)::int as count from reference_runs where status = 'queued'",
      );
      return rows[0]?.count ?? 0;
    },
    async stop() {
      process.off("exit", killAtExit);
      const ended = processes.map((each) => new Promise<void>((resolve) => void each.once("close", () => resolve())));
      killAtExit();
      await Promise.all(ended);
      await pool.end();
    },
  };
}
