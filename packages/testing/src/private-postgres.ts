import { readFile, readdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type EmbeddedPostgres, startEmbeddedPostgres } from "@service/embedded-postgres";

import { track } from "./open-handles.ts";

/** A PostgreSQL that one test may stop, kill, freeze and restart, always on the same port. */
export type PrivatePostgres = {
  /** Database `service`, empty: apply migrations where needed. */
  url: string;
  /** Folder of its cluster (`cluster`) and its password (`password`). */
  dataDir: string;
  /** Starts it again after `stop` or `kill`. */
  start(): Promise<void>;
  /** Fast shutdown: sessions end with "terminating connection due to administrator command". */
  stop(): Promise<void>;
  /** SIGQUIT: sessions break off, the next start recovers. */
  kill(): Promise<void>;
  /** SIGSTOP to the server and all its sessions: connections stay open and nothing answers. */
  freeze(): Promise<void>;
  /** SIGCONT */
  thaw(): Promise<void>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
};

/**
 * Linux only for `freeze` (it finds the sessions below /proc).
 *
 * @param given.dataDir a folder such as `dataDir` of another one, which `close` removes; without it an empty one is made.
 */
export async function privatePostgres(given: { readonly dataDir?: string } = {}): Promise<PrivatePostgres> {
  const dataDir = given.dataDir ?? (await mkdtemp(join(tmpdir(), "service-postgres-")));
  let server: EmbeddedPostgres | undefined = await startEmbeddedPostgres({ dataDir, persistent: true });
  const { url, port } = server;
  const closed = track(`PostgreSQL on port ${port}`);
  let frozen: number[] = [];

  async function start(): Promise<void> {
    server ??= await startEmbeddedPostgres({ dataDir, persistent: true, port });
  }

  async function stop(): Promise<void> {
    await server?.stop();
    server = undefined;
  }

  async function kill(): Promise<void> {
    if (!server) return;
    signal(server.pid, "SIGQUIT");
    await server.ended;
    await stop();
  }

  async function thaw(): Promise<void> {
    for (const pid of frozen) signal(pid, "SIGCONT");
    frozen = [];
  }

  return {
    url,
    dataDir,
    start,
    stop,
    kill,
    async freeze() {
      if (!server) return;
      frozen = [server.pid, ...(await childrenOf(server.pid))];
      for (const pid of frozen) signal(pid, "SIGSTOP");
    },
    thaw,
    async close() {
      await thaw();
      // Its data go: a last checkpoint would only take a second.
      await kill();
      await rm(dataDir, { recursive: true, force: true });
      closed();
    },
  };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // A session that has ended meanwhile needs no signal.
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const found: number[] = [];
  for (const entry of await readdir("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const status = await readFile(`/proc/${entry}/stat`, "utf8").catch(() => "");
    if (Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1]) === parent) found.push(Number(entry));
  }
  return found;
}
