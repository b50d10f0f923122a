import { type ChildProcess, spawn } from "node:child_process";
import { rm, writeFile, mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

import { applyMigrations } from "@service/db";
import { startEmbeddedPostgres } from "@service/db/embedded";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const stopWithParent = pathToFileURL(join(root, "scripts/stop-with-parent.mjs")).href;

export const stackProcessNames = ["api", "worker", "webhooks"] as const;
export type StackProcessName = (typeof stackProcessNames)[number];

export type StackOptions = {
  /** Where the embedded database, the secrets key and stored files live (`DATA_DIR`). */
  dataDir: string;
  /** Whether an embedded database is kept, and flushed to disk. Ignored with `databaseUrl`. */
  persistent: boolean;
  /** `postgres://…`; left out, a PostgreSQL of its own is started under `dataDir`. */
  databaseUrl?: string;
  /** `redis://…`, `rediss://…` or `postgres://…`; left out, the database queues. */
  queueUrl?: string;
  /** Where the API listens; 127.0.0.1 by default. */
  apiHost?: string;
  /** Port of the API; 0 (default) picks a free one. */
  apiPort?: number;
  /** First of three ports for metrics, in the order api, worker, webhooks; left out, metrics are off. */
  metricsPort?: number;
  /** Further variables for the processes; they win over the environment of this one. */
  environment?: Readonly<Record<string, string>>;
  /** Receives every line that a process writes, and those of the stack itself. */
  onLine?: (from: StackProcessName | "stack", line: string) => void;
  /** Aborted while starting: what has been started is stopped again, and `startStack` throws. */
  signal?: AbortSignal;
  /** Files to run instead of the apps (the test of this file). */
  programs?: Readonly<Record<StackProcessName, string>>;
};

/** The first process that ended without being asked to. */
export type UnexpectedEnd = { process: StackProcessName | "database"; reason: string };

export type Stack = {
  /** `http://host:port`, without a slash at the end. */
  apiUrl: string;
  databaseUrl: string;
  /** Process ids, for measuring memory and for killing one in a test. */
  pids: Readonly<Record<StackProcessName, number>>;
  /** Settles when a process ends by itself; the rest still runs until `stop`. */
  unexpectedEnd: Promise<UnexpectedEnd>;
  /** Stops the processes, then the embedded database; safe to call twice. */
  stop(): Promise<void>;
};

/** Beyond the grace that each process gives itself (20 s for a worker by default) a process is killed. */
const stopMarginMs = 10_000;
const startTimeoutMs = 60_000;

/**
 * Starts the whole stack on this machine: database (unless one is given), migrations, then api, worker and webhooks as
 * processes of their own, exactly as `npm run start:…` starts them; answers when the API answers.
 *
 * While it runs, `<dataDir>/database-url` holds the address of the database (mode 0600), so that the operator's command
 * finds an embedded one. A process that dies is not started again: on one machine a loop of restarts hides the reason
 * (deployments restart through their orchestrator).
 *
 * @throws when the database does not start, a migration fails, or the API does not answer within 60 s.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { signal, onLine = () => {}, apiHost = "127.0.0.1" } = options;
  const dataDir = resolve(options.dataDir);
  const databaseUrlFile = join(dataDir, "database-url");
  const ended = Promise.withResolvers<UnexpectedEnd>();
  const children = new Map<StackProcessName, Child>();
  let stopDatabase = async (): Promise<void> => {};
  let stopping: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    await Promise.all([...children.values()].map((child) => child.stop()));
    await rm(databaseUrlFile, { force: true });
    await stopDatabase();
  }
  function stop(): Promise<void> {
    stopping ??= stopAll();
    return stopping;
  }

  try {
    signal?.throwIfAborted();
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
      void server.ended.then(() => ended.resolve({ process: "database", reason: "the embedded PostgreSQL ended" }));
    }
    signal?.throwIfAborted();
    const { applied } = await applyMigrations(databaseUrl);
    onLine("stack", applied.length === 0 ? "database is up to date" : `applied migrations: ${applied.join(", ")}`);
    await writeFile(databaseUrlFile, `${databaseUrl}\n`, { mode: 0o600 });
    signal?.throwIfAborted();

    const apiPort = options.apiPort === undefined || options.apiPort === 0 ? await freePort(apiHost) : options.apiPort;
    for (const [index, name] of stackProcessNames.entries()) {
      const child = startChild({
        name,
        program: options.programs?.[name] ?? join(root, "apps", name, "src/main.ts"),
        environment: {
          ...process.env,
          QUEUE_URL: options.queueUrl ?? "",
          METRICS_PORT: options.metricsPort === undefined ? "" : String(options.metricsPort + index),
          ...options.environment,
          DATABASE_URL: databaseUrl,
          DATA_DIR: dataDir,
          API_HOST: apiHost,
          API_PORT: String(apiPort),
        },
        onLine: (line) => onLine(name, line),
      });
      children.set(name, child);
      void child.ended.then((reason) => ended.resolve({ process: name, reason }));
    }

    const apiUrl = `http://${apiHost.includes(":") ? `[${apiHost}]` : apiHost}:${apiPort}`;
    await untilHealthy(apiUrl, ended.promise, signal);
    return { apiUrl, databaseUrl, pids: pidsOf(children), unexpectedEnd: ended.promise, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function pidsOf(children: ReadonlyMap<StackProcessName, Child>): Record<StackProcessName, number> {
  const pid = (name: StackProcessName): number => children.get(name)?.pid ?? 0;
  return { api: pid("api"), worker: pid("worker"), webhooks: pid("webhooks") };
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
}): Child {
  const child = spawn(process.execPath, ["--import", stopWithParent, given.program], {
    cwd: root,
    env: given.environment,
    // A group of its own: Ctrl-C in the terminal reaches us alone, and the processes see one signal, not two (a second
    // one means "at once" to them). The channel tells them when we are gone.
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const ended = reasonOfEnd(child);
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

async function untilHealthy(
  apiUrl: string,
  unexpectedEnd: Promise<UnexpectedEnd>,
  signal: AbortSignal | undefined,
): Promise<void> {
  let end: UnexpectedEnd | undefined;
  void unexpectedEnd.then((first) => (end = first));
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    if (end !== undefined) throw new Error(`${end.process} ${end.reason}`);
    if (Date.now() > deadline)
      throw new Error(`the API does not answer at ${apiUrl} within ${startTimeoutMs / 1000} s`);
    const isUp = await fetch(`${apiUrl}/health`, { signal: AbortSignal.timeout(5_000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    await wait(50);
  }
}

/** A port that was free a moment ago. */
export async function freePort(host = "127.0.0.1"): Promise<number> {
  const server = createServer();
  const { promise, resolve: settle, reject } = Promise.withResolvers<number>();
  server.once("error", reject);
  server.listen(0, host, () => {
    const address = server.address();
    if (address !== null && typeof address === "object") settle(address.port);
  });
  const port = await promise;
  await new Promise<void>((done) => void server.close(() => done()));
  return port;
}
