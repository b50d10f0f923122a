import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePort } from "@service/embedded-postgres/free-port";

import { track } from "./open-handles.ts";
import { type RedisServer, startRedisServer } from "./redis-server.ts";

const masterName = "service-master";
const sentinelCount = 3;
const startTimeoutMs = 120_000;
/** How long the master is silent before the sentinels choose another one. */
const downAfterMs = 1_000;

/** A master and its replica, and the sentinels that promote the replica when the master is gone. */
export interface RedisSentinels {
  /** `redis+sentinel://…` */
  readonly url: string;
  /** Ports of the sentinels. */
  readonly ports: readonly number[];
  readonly masterName: string;
  readonly master: RedisServer;
  readonly replica: RedisServer;
  /** Ends all of them and removes their files. */
  close(): Promise<void>;
}

/** @throws on a machine without `redis-server`. */
export async function redisSentinels(): Promise<RedisSentinels> {
  const folder = await mkdtemp(join(tmpdir(), "service-sentinels-"));
  const children: ChildProcess[] = [];
  const servers: RedisServer[] = [];
  const killAtExit = (): void => {
    for (const child of children) child.kill("SIGKILL");
  };
  process.once("exit", killAtExit);

  async function close(): Promise<void> {
    await Promise.all(children.map(kill));
    await Promise.all(servers.map((server) => server.close()));
    process.off("exit", killAtExit);
    await rm(folder, { recursive: true, force: true });
  }

  async function startSentinel(port: number, masterPort: number): Promise<void> {
    const file = join(folder, `${port}.conf`);
    // A sentinel writes what it learns into its file.
    await writeFile(
      file,
      [
        `port ${port}`,
        "bind 127.0.0.1",
        `dir ${folder}`,
        `sentinel monitor ${masterName} 127.0.0.1 ${masterPort} 2`,
        `sentinel down-after-milliseconds ${masterName} ${downAfterMs}`,
        `sentinel failover-timeout ${masterName} 5000`,
        "",
      ].join("\n"),
    );
    const child = spawn("redis-server", [file, "--sentinel"], { stdio: ["ignore", "pipe", "pipe"], detached: true });
    children.push(child);
    await untilSays(child, "+monitor master");
  }

  try {
    const master = await startRedisServer();
    servers.push(master);
    const replica = await startRedisServer({ replicaOf: master.port });
    servers.push(replica);
    const ports: number[] = [];
    for (let count = 0; count < sentinelCount; count += 1) ports.push(await freePort());
    await Promise.all(ports.map((port) => startSentinel(port, master.port)));
    const closed = track(`redis sentinels on ports ${ports.join(", ")}`);
    return {
      url: `redis+sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(",")}/${masterName}`,
      ports,
      masterName,
      master,
      replica,
      async close() {
        await close();
        closed();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
  child.kill("SIGKILL");
  await ended;
}

async function untilSays(child: ChildProcess, text: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = "";
  const timer = setTimeout(() => reject(new Error(`a sentinel did not start: ${output}`)), startTimeoutMs);
  child.stdout?.on("data", (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
    if (output.includes(text)) resolve();
  });
  child.once("error", reject);
  child.once("exit", () => reject(new Error(`a sentinel ended: ${output}`)));
  try {
    await promise;
  } finally {
    clearTimeout(timer);
  }
}
