import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePort } from "@service/embedded-postgres/free-port";

const startTimeoutMs = 120_000;
let isInstalled: boolean | undefined;

/** Whether this machine has the `redis-server` program. */
export function hasRedisProgram(): boolean {
  isInstalled ??= spawnSync("redis-server", ["--version"], { stdio: "ignore" }).status === 0;
  return isInstalled;
}

export type RedisServer = {
  url: string;
  port: number;
  /** Starts it again on the same port after `kill`. */
  start(): Promise<void>;
  /** SIGKILL: nothing is saved. */
  kill(): Promise<void>;
  /** SIGSTOP: connections stay open and nothing answers. */
  freeze(): void;
  /** SIGCONT */
  thaw(): void;
  /** Ends it and removes its files. */
  close(): Promise<void>;
};

/**
 * Starts a private redis-server on a free port, refusing instead of evicting when full.
 * @param given.isPersistent with an append-only file, as deployed; default: without persistence.
 * @param given.replicaOf the port of its master.
 * @throws when it cannot be started, as on a machine that has none.
 */
export async function startRedisServer(
  given: { readonly isPersistent?: boolean; readonly replicaOf?: number } = {},
): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), "service-redis-"));
  const port = await freePort();
  let child: ChildProcess | undefined;

  const isRunning = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;

  async function start(): Promise<void> {
    if (isRunning()) return;
    const settings = {
      port: String(port),
      bind: "127.0.0.1",
      save: "",
      appendonly: given.isPersistent === true ? "yes" : "no",
      "maxmemory-policy": "noeviction",
      dir: folder,
      databases: "64",
      "enable-debug-command": "local",
      "repl-diskless-sync-delay": "0",
    };
    const replica = given.replicaOf === undefined ? [] : ["--replicaof", "127.0.0.1", String(given.replicaOf)];
    const started = spawn(
      "redis-server",
      [...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]), ...replica],
      { stdio: ["ignore", "pipe", "pipe"], detached: true },
    );
    child = started;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let output = "";
    const timer = setTimeout(() => reject(new Error(`redis-server did not start: ${output}`)), startTimeoutMs);
    const read = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-4_000);
      if (output.includes("Ready to accept connections")) resolve();
    };
    started.stdout.on("data", read);
    started.stderr.on("data", read);
    started.once("error", reject);
    started.once("exit", () => reject(new Error(`redis-server ended: ${output}`)));
    try {
      await promise;
    } finally {
      clearTimeout(timer);
    }
    started.unref();
    process.once("exit", killAtExit);
  }

  function killAtExit(): void {
    child?.kill("SIGKILL");
  }

  async function kill(): Promise<void> {
    const ending = child;
    if (!ending || !isRunning()) return;
    const ended = new Promise<void>((resolve) => void ending.once("exit", () => resolve()));
    ending.ref();
    ending.kill("SIGKILL");
    await ended;
    process.off("exit", killAtExit);
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    start,
    kill,
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
