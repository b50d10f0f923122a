import { fileURLToPath } from "node:url";

import { type Contender, submissionBody } from "../contender.ts";
import { startContender } from "../harness/start-contender.ts";
import { createTable, generateReferenceClient } from "./client.ts";

/** Starts the reference on a separate database beside ours, on the same server and the same Redis. */
export async function startReference(databaseUrl: string, queueUrl: string): Promise<Contender & { parseUrl: string }> {
  generateReferenceClient();
  const started = await startContender({
    name: "reference",
    databaseUrl,
    queueUrl,
    serverFile: fileURLToPath(new URL("server.ts", import.meta.url)),
    workerFile: fileURLToPath(new URL("worker.ts", import.meta.url)),
    prepare: async (pool) => void (await pool.query(createTable)),
  });
  return {
    name: "reference",
    submissionUrl: `${started.base}/runs`,
    parseUrl: `${started.base}/parse`,
    headers: {},
    idle: { url: `${started.base}/runs`, headers: {}, body: submissionBody },
    pids: started.pids,
    workerPid: started.pids.worker,
    async unfinished() {
      const { rows } = await started.pool.query<{ count: number }>(
        "select count(*)::int as count from reference_runs where status = 'queued'",
      );
      return rows[0]?.count ?? 0;
    },
    stop: started.stop,
  };
}
