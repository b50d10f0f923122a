import { spawn } from "node:child_process";
import { connect } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePort } from "@service/testing/free-port";
import { until } from "./measure.ts";

/**
 * A redis-server of this benchmark alone, with the settings of the deployment (noeviction, append-only file).
 *
 * @throws when the machine has no redis-server.
 */
export async function startPrivateRedis(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "bench-redis-"));
  const port = await freePort();
  const settings = [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--dir",
    folder,
    "--appendonly",
    "yes",
    "--save",
    "",
  ];
  const server = spawn("redis-server", [...settings, "--maxmemory-policy", "noeviction"], {
    stdio: "ignore",
    detached: true,
  });
  let problem: Error | undefined;
  server.once("error", (error) => (problem = new Error(`redis-server cannot be started: ${error.message}`)));
  const ended = new Promise<void>((resolve) => void server.once("close", () => resolve()));
  const stopAtExit = (): void => void server.kill("SIGKILL");
  process.once("exit", stopAtExit);
  const accepts = (): Promise<boolean> => {
    if (problem !== undefined) throw problem;
    return new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true));
      socket.once("connect", () => socket.destroy()).once("error", () => resolve(false));
    });
  };
  await until(async () => accepts(), { what: "redis-server", everyMs: 20, timeoutMs: 10_000 });
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      process.off("exit", stopAtExit);
      server.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
