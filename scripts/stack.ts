import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";

import { applyMigrations } from "@service/db";
import { freePort, startEmbeddedPostgres } from "@service/embedded-postgres";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const stopWithParent = pathToFileURL(join(root, "scripts/stop-with-parent.mjs")).href;

/**
 * How Node runs each process, in the scripts `start:…` of package.json too. Objects of a request die young: with 16 MiB
 * for them, Node's own default, a process kept 40 to 110 MiB of the garbage of its start; a run costs the same processor
 * time with 8 (measured, docs/benchmarks.md).
 */
export const nodeArguments = ["--max-semi-space-size=8"] as const;

export const stackProcessNames = ["api", "worker", "webhooks"] as const;
/** The console is optional: the others work without it. */
export type StackProcessName = (typeof stackProcessNames)[number] | "console";

export type StackOptions = {
  /** Where the embedded database, the secrets key and stored files live (`DATA_DIR`). */
  dataDir: string;
  /** Whether an embedded database is kept, and flushed to disk. Ignored with `databaseUrl`. */
  persistent: boolean;
  /** `postgres://…`; left out, a private PostgreSQL is started under `dataDir`. */
  databaseUrl?: string;
  /** Past the pooler that `databaseUrl` leads to. */
  databaseDirectUrl?: string;
  /** `redis://…`, `rediss://…` or `postgres://…`; left out, the database queues. */
  queueUrl?: string;
  /** Where the API listens; 127.0.0.1 by default. */
  apiHost?: string;
  /** Port of the API; 0 (default) picks a free one. */
  apiPort?: number;
  /** Port of the console; 0 picks a free one, left out there is none. */
  consolePort?: number;
  /** First of three ports for metrics, in the order api, worker, webhooks; left out, metrics are off. */
  metricsPort?: number;
  /** Further variables for the processes; they win over the environment of this one. */
  environment?: Readonly<Record<string, string>>;
  /** Receives every line that a process writes, and those of the stack itself. */
  onLine?: (from: StackProcessName | "stack", line: string) => void;
  /** Aborted while starting: what has been started is stopped again, and `startStack` throws. */
  signal?: AbortSignal;
  /** Files to run instead of the apps (the test of this file). */
  programs?: Readonly<Partial<Record<StackProcessName, string>>>;
};

/** The first process that ended without being asked to. */
export type UnexpectedEnd = { process: StackProcessName | "database"; reason: string };

export type Stack = {
  /** `http://host:port`, without a slash at the end. */
  apiUrl: string;
  /** Address of the console, where one was started. */
  consoleUrl: string | undefined;
  databaseUrl: string;
  /** Process ids, for measuring memory and for killing one in a test. */
  pids: Readonly<Record<(typeof stackProcessNames)[number], number> & { console?: number }>;
  /** Settles when a process ends by itself; the rest still runs until `stop`. */
  unexpectedEnd: Promise<UnexpectedEnd>;
  /** Stops the processes, then the embedded database; safe to call twice. */
  stop(): Promise<void>;
};

/** Beyond the grace that each process gives itself (20 s for a worker by default) a process is killed. */
const stopMarginMs = 10_000;
/** How often a start that takes long says what it waits for. */
const patienceLineMs = 10_000;

/**
 * Starts the whole stack on this machine: database (unless one is given), migrations, then api, worker and webhooks as
 * processes of their own, exactly as `npm run start:…` starts them; answers when its own API listens.
 *
 * While it runs, `<dataDir>/database-url` holds the address of the database (mode 0600), so that the operator's command
 * finds an embedded one. A process that dies is not started again: on one machine a loop of restarts hides the reason
 * (deployments restart through their orchestrator).
 *
 * A start that is refused, because another stack has the data folder or the port, changes nothing.
 *
 * @throws when the port is taken, the database does not start, a migration fails, or a process ends. A process that lives is
 *   waited for, however slow the machine is.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { signal, onLine = () => {}, apiHost = "127.0.0.1" } = options;
  const dataDir = resolve(options.dataDir);
  const databaseUrlFile = join(dataDir, "database-url");
  const ended = Promise.withResolvers<UnexpectedEnd>();
  const children = new Map<StackProcessName, Child>();
  let stopDatabase = async (): Promise<void> => {};
  let hasWrittenUrl = false;
  let stopping: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    await Promise.all([...children.values()].map((child) => child.stop()));
    // The file of a stack that already runs on this folder stays.
    if (hasWrittenUrl) await rm(databaseUrlFile, { force: true });
    await stopDatabase();
  }
  async function announceDatabase(databaseUrl: string): Promise<void> {
    const line = `${databaseUrl}\n`;
    if ((await readFile(databaseUrlFile, "utf8").catch(() => undefined)) === line) return;
    await writeFile(databaseUrlFile, line, { mode: 0o600 });
    hasWrittenUrl = true;
  }
  function stop(): Promise<void> {
    stopping ??= stopAll();
    return stopping;
  }

  try {
    signal?.throwIfAborted();
    if (options.apiPort !== undefined && options.apiPort !== 0) await refuseTakenPort(apiHost, options.apiPort);
    await mkdir(dataDir, { recursive: true });
    let { databaseUrl } = options;
    if (databaseUrl === undefined) {
      onLine("stack", "starting the embedded PostgreSQL");
      const server = await startEmbeddedPostgres({
        dataDir: join(dataDir, "postgres"),
        persistent: options.persistent,
      });
      databaseUrl = server.url;
      stopDatabase = () => server.stop();
      // The folder is ours from here on.
      await announceDatabase(databaseUrl);
      void server.ended.then(() => ended.resolve({ process: "database", reason: "the embedded PostgreSQL ended" }));
    }
    signal?.throwIfAborted();
    const { applied } = await applyMigrations(options.databaseDirectUrl ?? databaseUrl);
    onLine("stack", applied.length === 0 ? "database is up to date" : `applied migrations: ${applied.join(", ")}`);
    signal?.throwIfAborted();

    const listening = Promise.withResolvers<string>();
    const consoleListening = Promise.withResolvers<string>();
    const consoleUrl = await consoleUrlOf(options.consolePort);
    const names = [...stackProcessNames, ...(consoleUrl === undefined ? [] : (["console"] as const))];
    for (const [index, name] of names.entries()) {
      const child = startChild({
        name,
        program: options.programs?.[name] ?? join(root, "apps", appOf(name), "src/main.ts"),
        environment: {
          ...process.env,
          QUEUE_URL: options.queueUrl ?? "",
          METRICS_PORT: options.metricsPort === undefined ? "" : String(options.metricsPort + index),
          ...options.environment,
          DATABASE_URL: databaseUrl,
          DATABASE_DIRECT_URL: options.databaseDirectUrl ?? "",
          DATA_DIR: dataDir,
          API_HOST: apiHost,
          API_PORT: String(options.apiPort ?? 0),
          ...(consoleUrl !== undefined && {
            CONSOLE_PORT: new URL(consoleUrl).port,
            CONSOLE_PUBLIC_URL: process.env["CONSOLE_PUBLIC_URL"] ?? consoleUrl,
          }),
        },
        onLine: (line) => onLine(name, line),
        onListening:
          name === "api" ? listening.resolve : name === "console" ? consoleListening.resolve : () => undefined,
      });
      children.set(name, child);
      void child.ended.then((reason) => ended.resolve({ process: name, reason }));
    }

    const { port } = new URL(
      await untilListening(listening.promise, ended.promise, { signal, onLine: (line) => onLine("stack", line) }),
    );
    const apiUrl = `http://${apiHost.includes(":") ? `[${apiHost}]` : apiHost}:${port}`;
    if (consoleUrl !== undefined)
      await untilListening(consoleListening.promise, ended.promise, {
        signal,
        onLine: (line) => onLine("stack", line),
      });
    await announceDatabase(databaseUrl);
    return { apiUrl, consoleUrl, databaseUrl, pids: pidsOf(children), unexpectedEnd: ended.promise, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function appOf(name: StackProcessName): string {
  return name === "console" ? "console-server" : name;
}

/** The console answers under one address only, so a free port is chosen before it starts. */
async function consoleUrlOf(port: number | undefined): Promise<string | undefined> {
  if (port === undefined) return undefined;
  return `http://127.0.0.1:${port === 0 ? await freePort() : port}`;
}

function pidsOf(children: ReadonlyMap<StackProcessName, Child>): Stack["pids"] {
  const pid = (name: StackProcessName): number => children.get(name)?.pid ?? 0;
  const always = { api: pid("api"), worker: pid("worker"), webhooks: pid("webhooks") };
  return children.has("console") ? { ...always, console: pid("console") } : always;
}

type Child = {
  pid: number | undefined;
  /** Settles with the reason when the process has ended, asked or not. */
  ended: Promise<string>;
  stop(): Promise<void>;
};

function startChild(given: {
  name: StackProcessName;
  program: string;
  environment: NodeJS.ProcessEnv;
  onLine: (line: string) => void;
  /** Receives the address that the process says it listens on. */
  onListening: (url: string) => void;
}): Child {
  const child = spawn(process.execPath, [...nodeArguments, "--import", stopWithParent, given.program], {
    cwd: root,
    env: given.environment,
    // A separate process group: Ctrl-C in the terminal reaches us alone, and the processes see one signal, not two (on a
    // second one they stop without waiting). They notice our end by the closed channel.
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const ended = reasonOfEnd(child);
  child.on("message", (message) => {
    if (typeof message === "object" && "listening" in message) given.onListening(String(message.listening));
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream, crlfDelay: Infinity }).on("line", given.onLine);
  }
  const graceSeconds = Number(given.environment[graceVariables[given.name]] ?? "") || 20;
  return {
    pid: child.pid,
    ended,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      child.kill("SIGTERM");
      const timer = setTimeout(
        () => {
          given.onLine(`does not stop within ${graceSeconds + stopMarginMs / 1000} s and is killed`);
          child.kill("SIGKILL");
        },
        graceSeconds * 1000 + stopMarginMs,
      );
      await ended;
      clearTimeout(timer);
    },
  };
}

const graceVariables = {
  api: "API_SHUTDOWN_GRACE_SECONDS",
  worker: "WORKER_SHUTDOWN_GRACE_SECONDS",
  webhooks: "WEBHOOK_SHUTDOWN_GRACE_SECONDS",
  console: "CONSOLE_SHUTDOWN_GRACE_SECONDS",
} as const satisfies Record<StackProcessName, string>;

function reasonOfEnd(child: ChildProcess): Promise<string> {
  const { promise, resolve: settle } = Promise.withResolvers<string>();
  child.once("error", (error) => settle(`could not be started: ${error.message}`));
  // "close" comes after the last line of output, so that the reason is never printed before what explains it.
  child.once("close", (code, signal) =>
    settle(signal === null ? `ended with status ${code ?? 1}` : `was ended by ${signal}`),
  );
  return promise;
}

/** The address the API itself reports: another program that answers on that port is not mistaken for it. */
async function untilListening(
  listening: Promise<string>,
  unexpectedEnd: Promise<UnexpectedEnd>,
  { signal, onLine }: { readonly signal: AbortSignal | undefined; readonly onLine: (line: string) => void },
): Promise<string> {
  const { promise, reject } = Promise.withResolvers<never>();
  const startedAtMs = performance.now();
  const timer = setInterval(() => {
    const waitedSeconds = Math.round((performance.now() - startedAtMs) / 1_000);
    onLine(`waiting for the API to listen: its process is loading, ${waitedSeconds} s so far`);
  }, patienceLineMs);
  const giveUp = (): void => reject(signal?.reason);
  signal?.addEventListener("abort", giveUp);
  if (signal?.aborted === true) giveUp();
  void unexpectedEnd.then((end) => reject(new Error(`${end.process} ${end.reason}`)));
  try {
    return await Promise.race([listening, promise]);
  } finally {
    clearInterval(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}

/** Listens for a moment. @throws naming the port when somebody else does. */
async function refuseTakenPort(host: string, port: number): Promise<void> {
  const server = createServer();
  const { promise, resolve: settle, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, host, settle);
  try {
    await promise;
  } catch (error) {
    if (!(Error.isError(error) && "code" in error && error.code === "EADDRINUSE")) throw error;
    throw new Error(`another process listens on ${host}:${port}; stop it, or set API_PORT`, { cause: error });
  }
  await new Promise<void>((done) => void server.close(() => done()));
}
