import { randomBytes, randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";

import { type Contender, submissionBody } from "../contender.ts";
import { startContender } from "../harness/start-contender.ts";
import type { PeerKind } from "./peer-kinds.ts";
import { createTables, sha256 } from "./peer-table.ts";

/** When runs ended, by id, in milliseconds since 1970. */
export type EndTimes = (ids: readonly string[]) => Promise<Map<string, number>>;

/** Starts one peer on a separate database beside ours, on the same server and the same Redis. */
export async function startPeer(
  kind: PeerKind,
  databaseUrl: string,
  queueUrl: string,
): Promise<Contender & { endTimes: EndTimes }> {
  const key = `key_${randomBytes(24).toString("base64url")}`;
  const started = await startContender({
    name: kind,
    databaseUrl,
    queueUrl,
    serverFile: fileURLToPath(new URL("server.ts", import.meta.url)),
    workerFile: fileURLToPath(new URL("worker.ts", import.meta.url)),
    environment: { PEER_KIND: kind },
    async prepare(pool) {
      await pool.query(createTables);
      await pool.query("insert into peer_keys values ($1, $2, 'live')", [sha256(key), randomUUID()]);
    },
  });
  const headers = { authorization: `Bearer ${key}` };
  return {
    name: kind,
    submissionUrl: `${started.base}/runs`,
    headers,
    idle: { url: `${started.base}/runs`, headers, body: submissionBody },
    pids: started.pids,
    workerPid: started.pids.worker,
    async unfinished() {
      const { rows } = await started.pool.query<{ count: number }>(
        "select count(*)::int as count from peer_runs where status = 'queued'",
      );
      return rows[0]?.count ?? 0;
    },
    async endTimes(ids) {
      const { rows } = await started.pool.query<{ id: string; ms: number }>(
        `select id, (extract(epoch from completed_at) * 1000)::float8 as ms
         from peer_runs where id = any($1::uuid[]) and completed_at is not null`,
        [ids],
      );
      return new Map(rows.map((row) => [row.id, row.ms]));
    },
    stop: started.stop,
  };
}
