import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, readFile, rm, unlink, writeFile } from "node:fs/promises";
import { Socket } from "node:net";
import { platform, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import pg from "pg";

import { takeOwnership } from "./data-ownership.ts";
import { freePort } from "./free-port.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { type Account, findPrograms, type Programs, serverAccount } from "./server-programs.ts";

const run = promisify(execFile);

export type EmbeddedPostgres = {
  /** `postgres://…` of the database `service`, whose owner may create further databases. */
  url: string;
  port: number;
  /** Process id of the postmaster. */
  pid: number;
  /** Settles when the server process has ended, for whatever reason. */
  ended: Promise<void>;
  /** Ends the server (open transactions are rolled back) and, unless `persistent`, removes its data. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** Where cluster, password and owner mark live; made on first start. */
  dataDir: string;
  /** Port on 127.0.0.1; 0 (default) picks a free one. */
  port?: number;
  /** `true`: data survives `stop`, and writes are flushed to disk. `false`: for tests and demonstrations. */
  persistent: boolean;
  /** Connections, at most. */
  connectionsMax?: number;
};

const userName = "service";
const databaseName = "service";
const startTimeoutMs = 60_000;
const stopTimeoutMs = 10_000;
const portAttempts = 5;

/**
 * Starts the PostgreSQL that ships in npm packages: UTF-8, C locale, UTC, reachable on 127.0.0.1 with a password that
 * is made once and kept beside the cluster (mode 0600).
 *
 * Works as root too (the server then runs as the system user `postgres`, made when missing). A data directory that a
 * killed process left behind is taken over; one that a live process owns is refused.
 *
 * @throws EmbeddedPostgresError
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const cluster = join(dataDir, "cluster");
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  const releaseOwnership = await takeOwnership(dataDir, cluster);
  try {
    const account = process.getuid?.() === 0 ? await serverAccount() : undefined;
    if (account) await chown(cluster, account.uid, account.gid);
    await chmod(cluster, 0o700);
    const programs = await findPrograms(account);
    const password = await readOrMakePassword(dataDir);
    if (!existsSync(join(cluster, "PG_VERSION"))) await initialise({ programs, account, cluster, password });

    for (let attempt = 1; ; attempt += 1) {
      const port = options.port ? options.port : await freePort();
      try {
        const server = await startServer({ programs, account, cluster, port, options });
        const url = `postgres://${userName}:${password}@127.0.0.1:${port}/${databaseName}`;
        // A server that is of no use must not be left running.
        await createServiceDatabase(url).catch(async (error: unknown) => {
          await server.stop();
          throw error;
        });
        return {
          url,
          port,
          pid: server.pid,
          ended: server.ended,
          async stop() {
            await server.stop();
            await releaseOwnership();
            if (!options.persistent) await rm(dataDir, { recursive: true, force: true });
          },
        };
      } catch (error) {
        // Between picking a free port and listening on it another process may take it.
        const isPortTaken = Error.isError(error) && /could not (bind|create any TCP\/IP)/.test(error.message);
        if (options.port || !isPortTaken || attempt >= portAttempts) throw error;
      }
    }
  } catch (error) {
    await releaseOwnership();
    throw error;
  }
}

async function readOrMakePassword(dataDir: string): Promise<string> {
  const path = join(dataDir, "password");
  const existing = await readFile(path, "utf8").catch(() => undefined);
  if (existing !== undefined) return existing.trim();
  const password = randomBytes(24).toString("hex");
  await writeFile(path, `${password}\n`, { mode: 0o600 });
  return password;
}

/**
 * How the server names its data directory. As root on Linux it is entered before rights are given up and named as the
 * current directory, because the path to it may lead through directories that only root may enter.
 */
function dataPath(cluster: string, account: Account | undefined): string {
  return account && platform() === "linux" ? "/proc/self/cwd" : cluster;
}

async function initialise(given: {
  programs: Programs;
  account: Account | undefined;
  cluster: string;
  password: string;
}): Promise<void> {
  const { programs, account, cluster, password } = given;
  const passwordFile = join(tmpdir(), `service-initdb-${randomBytes(8).toString("hex")}`);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    if (account) await chown(passwordFile, account.uid, account.gid);
    await run(
      programs.initdb,
      [
        `--pgdata=${dataPath(cluster, account)}`,
        `--username=${userName}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--no-locale",
        "--no-instructions",
        // The files are flushed by the server's first checkpoint; flushing them one by one here takes seconds.
        "--no-sync",
      ],
      { cwd: cluster, env: serverEnvironment(), ...account },
    );
  } catch (error) {
    await rm(cluster, { recursive: true, force: true });
    throw new EmbeddedPostgresError(`initdb failed: ${Error.isError(error) ? error.message : String(error)}`);
  } finally {
    await unlink(passwordFile);
  }
}

function serverEnvironment(): NodeJS.ProcessEnv {
  // Nothing of our own environment (DATABASE_URL, keys, PGDATA, …) belongs into the server's.
  return { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
}

type Server = { pid: number; ended: Promise<void>; stop(): Promise<void> };

async function startServer(given: {
  programs: Programs;
  account: Account | undefined;
  cluster: string;
  port: number;
  options: EmbeddedPostgresOptions;
}): Promise<Server> {
  const { programs, account, cluster, port, options } = given;
  const settings: Record<string, string> = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: String(options.connectionsMax ?? 200),
    timezone: "UTC",
    log_timezone: "UTC",
    jit: "off",
    ...(!options.persistent && {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      max_wal_size: "256MB",
      wal_level: "minimal",
      max_wal_senders: "0",
    }),
  };
  const child = spawn(
    programs.postgres,
    [
      "-D",
      dataPath(cluster, account),
      "-p",
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    {
      cwd: cluster,
      env: serverEnvironment(),
      // A separate process group: Ctrl-C in the terminal reaches only us, and we stop the database last.
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
      ...account,
    },
  );
  const ended = Promise.withResolvers<void>();
  child.once("exit", () => ended.resolve());
  const pid = await untilReady(child);
  // The server must not keep a process alive that has forgotten to stop it, nor outlive it.
  child.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
  const stopAtExit = (): void => void child.kill("SIGINT");
  process.once("exit", stopAtExit);

  return {
    pid,
    ended: ended.promise,
    async stop() {
      process.off("exit", stopAtExit);
      child.ref();
      // SIGINT is a fast shutdown with a last checkpoint; SIGQUIT ends at once and leaves recovery to the next start.
      child.kill(options.persistent ? "SIGINT" : "SIGQUIT");
      const timer = setTimeout(() => child.kill("SIGQUIT"), stopTimeoutMs);
      await ended.promise;
      clearTimeout(timer);
    },
  };
}

/** Waits for the line that says the server accepts connections, those of a standby read only; keeps the last lines for the error. */
async function untilReady(child: ChildProcess): Promise<number> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<number>();
  let log = "";
  const fail = (reason: string): void =>
    reject(new EmbeddedPostgresError(`PostgreSQL ${reason}: ${log.slice(-2_000)}`));
  const timer = setTimeout(() => {
    child.kill("SIGQUIT");
    fail(`did not start within ${startTimeoutMs} ms`);
  }, startTimeoutMs);
  child.stderr?.setEncoding("utf8");
  child.stderr?.on("data", (text: string) => {
    log = (log + text).slice(-8_000);
    if (child.pid !== undefined && /ready to accept (read-only )?connections/.test(log)) settle(child.pid);
  });
  child.once("error", (error) => fail(`could not be run (${error.message})`));
  child.once("close", () => fail("ended while starting"));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

async function createServiceDatabase(url: string): Promise<void> {
  const administration = new URL(url);
  administration.pathname = "/postgres";
  const client = new pg.Client({ connectionString: administration.href, connectionTimeoutMillis: 10_000 });
  // Without a listener the loss of the connection would end the process; the statement under way reports it.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}
