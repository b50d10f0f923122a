import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe } from "@jest/globals";
import { freePort } from "@service/embedded-postgres/free-port";

import { track } from "./open-handles.ts";

const startTimeoutMs = 120_000;
/** Debian has it beside the programs of administrators. */
const programs = ["pgbouncer", "/usr/sbin/pgbouncer"];
/** PgBouncer refuses to run as root: `nobody`, whose number is the same everywhere. */
const nobody = { uid: 65_534, gid: 65_534 };

export type Pgbouncer = {
  /** Leads to the database through the pooler. */
  readonly url: string;
  /** Ends it and removes its files. */
  close(): Promise<void>;
};

function findProgram(): string | undefined {
  return programs.find((program) => spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0);
}

/**
 * `describe` for suites that need PgBouncer: skipped with a warning where it is not installed.
 * @throws instead with `REQUIRE_PGBOUNCER=1`.
 */
export function describeWithPgbouncer(): typeof describe | typeof describe.skip {
  if (findProgram() !== undefined) return describe;
  const message = "pgbouncer is not installed: THE SUITES OF POOLERS ARE SKIPPED (apt-get install pgbouncer)";
  if (process.env["REQUIRE_PGBOUNCER"] === "1") throw new Error(message);
  process.stderr.write(`${message}\n`);
  return describe.skip;
}

/**
 * Starts PgBouncer in transaction mode before a database, with its defaults: startup parameters that it does not know are
 * refused, and it has none of the prepared statements of newer releases.
 * @param given.poolSize sessions of the server that all its clients share.
 */
export async function startPgbouncer(given: {
  readonly databaseUrl: string;
  readonly poolSize: number;
}): Promise<Pgbouncer> {
  const program = findProgram();
  if (program === undefined) throw new Error("no pgbouncer on this machine: use describeWithPgbouncer");
  const folder = await mkdtemp(join(tmpdir(), "service-pgbouncer-"));
  const port = await freePort();
  const { hostname, port: serverPort, username, password, pathname } = new URL(given.databaseUrl);
  const server = {
    host: hostname,
    port: serverPort,
    dbname: pathname.slice(1),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
  const settings = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "any",
    pool_mode: "transaction",
    default_pool_size: given.poolSize,
    max_client_conn: 500,
    server_tls_sslmode: "disable",
  };
  const line = Object.entries(server).map(([name, value]) => `${name}='${value.replaceAll("'", "''")}'`);
  const file = join(folder, "pgbouncer.ini");
  await writeFile(
    file,
    [
      "[databases]",
      `service = ${line.join(" ")}`,
      "[pgbouncer]",
      ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
    ].join("\n"),
  );
  await chmod(folder, 0o755);
  const child = spawn(program, [file], {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    ...(process.getuid?.() === 0 && nobody),
  });
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  const ended = new Promise<void>((resolve) => void child.once("close", () => resolve()));
  try {
    await untilListening(child);
  } catch (error) {
    child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  const closed = track(`pgbouncer on port ${port}`);
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}/service`,
    async close() {
      child.kill("SIGKILL");
      await ended;
      process.off("exit", killAtExit);
      await rm(folder, { recursive: true, force: true });
      closed();
    },
  };
}

async function untilListening(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = "";
  const timer = setTimeout(() => reject(new Error(`pgbouncer did not start: ${output}`)), startTimeoutMs);
  const read = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4_000);
    if (output.includes("process up")) resolve();
  };
  child.stdout?.on("data", read);
  child.stderr?.on("data", read);
  child.once("error", reject);
  child.once("exit", () => reject(new Error(`pgbouncer ended: ${output}`)));
  try {
    await promise;
  } finally {
    clearTimeout(timer);
  }
}
