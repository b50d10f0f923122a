import { Queue } from "bullmq";
import type pg from "pg";
import { PgBoss } from "pg-boss";
import { makeWorkerUtils } from "graphile-worker";

import { type PeerKind, queueName } from "./peer-kinds.ts";
import { insertRun } from "./peer-table.ts";

/** Parameters of `insertRun`, the id first. */
type InsertedRun = readonly [
  id: string,
  organizationId: string,
  environment: string,
  input: string,
  idempotencyKey: string | null,
  requestHash: Buffer,
];

/** Stores a run and its job. Answers false, and stores nothing, when the Idempotency-Key is taken. */
export type Enqueue = (run: InsertedRun) => Promise<boolean>;

/** Opens the queue of one kind of peer, creating what it keeps in the database. */
export async function openEnqueue(kind: PeerKind, pool: pg.Pool, queueUrl: string): Promise<Enqueue> {
  switch (kind) {
    case "graphile":
      return openGraphile(pool);
    case "pg-boss":
    case "pg-boss batch":
      return openPgBoss(pool);
    case "bullmq":
      return openBullmq(pool, queueUrl);
  }
}

async function openGraphile(pool: pg.Pool): Promise<Enqueue> {
  const utils = await makeWorkerUtils({ pgPool: pool });
  await utils.migrate();
  const statement = `
    with run as (${insertRun})
    select graphile_worker.add_job('${queueName}', json_build_object('id', id)) from run`;
  return async (run) => {
    const { rowCount } = await pool.query({ name: "submit", text: statement, values: [...run] });
    return rowCount === 1;
  };
}

async function openPgBoss(pool: pg.Pool): Promise<Enqueue> {
  // Separate connections for its own look-ups: all of `pool` may be inside transactions that wait for these look-ups.
  const boss = new PgBoss({
    connectionString: pool.options.connectionString ?? "",
    max: 2,
    supervise: false,
    schedule: false,
  });
  boss.on("error", (error) => console.error(error.message));
  await boss.start();
  await boss.createQueue(queueName, { notify: true });
  return async (run) => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      const { rowCount } = await client.query({ name: "submit", text: insertRun, values: [...run] });
      if (rowCount === 1) {
        const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
        await boss.send(queueName, { id: run[0] }, { db });
      }
      await client.query("commit");
      client.release();
      return rowCount === 1;
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
}

function openBullmq(pool: pg.Pool, queueUrl: string): Enqueue {
  const queue = new Queue(queueName, { connection: { url: queueUrl } });
  queue.on("error", (error) => console.error(error.message));
  return async (run) => {
    const { rowCount } = await pool.query({ name: "submit", text: insertRun, values: [...run] });
    if (rowCount !== 1) return false;
    await queue.add("run", { id: run[0] }, { jobId: run[0], removeOnComplete: true });
    return true;
  };
}
