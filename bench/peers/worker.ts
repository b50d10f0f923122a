/**
 * The worker of a peer: has nothing to compute and stores a result for each run.
 * Environment: DATABASE_URL, QUEUE_URL, PEER_KIND.
 */
import { Worker } from "bullmq";
import { Logger, run as runGraphile } from "graphile-worker";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { z } from "zod";

import { batchSize, isPeerKind, queueName, workerSlots } from "./peer-kinds.ts";
import { completeRun, completeRuns, storedOutput } from "./peer-table.ts";

const payload = z.object({ id: z.string() });
const connectionString = process.env["DATABASE_URL"] ?? "";
const kind = process.env["PEER_KIND"] ?? "";
if (!isPeerKind(kind)) throw new Error(`PEER_KIND: ${kind} is not a peer`);
const pool = new pg.Pool({ connectionString, max: workerSlots });
pool.on("error", (error) => console.error(error.message));

async function complete(data: unknown): Promise<void> {
  const { id } = payload.parse(data);
  await pool.query({ name: "complete", text: completeRun, values: [id, storedOutput] });
}

async function workWithGraphile(): Promise<void> {
  const jobsPool = new pg.Pool({ connectionString, max: 10 });
  for (const name of ["error", "connect"] as const) {
    jobsPool.on(name, (given: Error | pg.PoolClient) => {
      if (given instanceof Error) console.error(given.message);
      else given.on("error", (error) => console.error(error.message));
    });
  }
  await runGraphile({
    pgPool: jobsPool,
    concurrency: workerSlots,
    noHandleSignals: true,
    // It writes a line for each run otherwise.
    logger: new Logger(() => (level, message) => {
      if (level === "error") console.error(message);
    }),
    taskList: { [queueName]: complete },
    preset: { worker: { localQueue: { size: batchSize }, completeJobBatchDelay: 0, pollInterval: 1_000 } },
  });
}

async function workWithPgBoss(endsTogether: boolean): Promise<void> {
  const boss = new PgBoss({ connectionString, useListenNotify: true, schedule: false });
  boss.on("error", (error) => console.error(error.message));
  await boss.start();
  await boss.createQueue(queueName, { notify: true });
  const options = { batchSize, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 } as const;
  await boss.work(queueName, options, async (jobs) => {
    if (!endsTogether) {
      await Promise.all(jobs.map((job) => complete(job.data)));
      return;
    }
    const ids = jobs.map((job) => payload.parse(job.data).id);
    await pool.query({ name: "complete-all", text: completeRuns, values: [ids, storedOutput] });
  });
}

function workWithBullmq(): void {
  const worker = new Worker(queueName, (job) => complete(job.data), {
    connection: { url: process.env["QUEUE_URL"] ?? "" },
    concurrency: workerSlots,
  });
  worker.on("error", (error) => console.error(error.message));
}

switch (kind) {
  case "graphile":
    await workWithGraphile();
    break;
  case "pg-boss":
    await workWithPgBoss(false);
    break;
  case "pg-boss batch":
    await workWithPgBoss(true);
    break;
  case "bullmq":
    workWithBullmq();
    break;
}
