import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { freePort, type Program, startProgram } from "@service/testing";

export const memberNames = ["api-1", "api-2", "worker-1", "worker-2", "webhooks"] as const;
export type MemberName = (typeof memberNames)[number];

const root = resolve(import.meta.dirname, "../..");

/** What the log of each process says when it takes work. */
const readyTexts = {
  api: "api listening",
  worker: "worker started",
  webhooks: "webhooks delivering",
} as const;

/** Runs that each worker holds at one time: few, so that a killed worker leaves few to be computed alone. */
export const slotsPerWorker = 4;
/**
 * Silences of seconds instead of minutes. Long enough that a process which merely waits for the processor is not taken
 * for dead; a third of the first is the time between two heartbeats.
 */
const silenceSeconds = { afterHeartbeat: 4, first: 8 } as const;

export const secretsKey = Buffer.alloc(32, 7).toString("base64");

/** Two APIs, two workers and one webhooks process that share one database and one queue, each of which may fail. */
export type Fleet = {
  readonly apiUrls: readonly [string, string];
  /** The one `DATA_DIR` of all. */
  readonly dataDir: string;
  pid(name: MemberName): number;
  /** SIGKILL, and waits until it is gone. */
  kill(name: MemberName): Promise<void>;
  /** SIGTERM; answers the exit status. */
  terminate(name: MemberName): Promise<number | null>;
  /** SIGSTOP: keeps its connections and does nothing. */
  freeze(name: MemberName): void;
  /** SIGCONT */
  thaw(name: MemberName): void;
  /** Starts it when it does not run, with other variables where named; ready when it takes work. */
  start(name: MemberName, changes?: Readonly<Record<string, string>>): Promise<void>;
  /** Waits for a line of its log. */
  says(name: MemberName, text: string): Promise<void>;
  /** Everything runs again, whatever a test has done. */
  restore(): Promise<void>;
  /** Ends every process by its id. */
  close(): Promise<void>;
};

export async function startFleet(given: {
  databaseUrl: string;
  /** Past the pooler that `databaseUrl` leads to. */
  databaseDirectUrl?: string;
  /** Left out, the database queues. */
  queueUrl: string | undefined;
  modelUrl: string;
  /** How long a run may wait for a worker after its first one was lost (RUN-55); longer where many wait at once. */
  firstSilenceSeconds?: number;
}): Promise<Fleet> {
  const dataDir = await mkdtemp(join(tmpdir(), "service-faults-"));
  const ports = { "api-1": await freePort(), "api-2": await freePort() } as const;
  const members = new Map<MemberName, Program>();
  let isClosed = false;

  function environmentOf(name: MemberName): Record<string, string> {
    return {
      DATABASE_URL: given.databaseUrl,
      DATABASE_DIRECT_URL: given.databaseDirectUrl ?? "",
      QUEUE_URL: given.queueUrl ?? "",
      DATA_DIR: dataDir,
      FILES_PORT: "0",
      SECRETS_KEY: secretsKey,
      LOG_LEVEL: "info",
      API_PORT: name === "api-1" || name === "api-2" ? String(ports[name]) : "",
      WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32",
      RUN_HEARTBEAT_SILENCE_SECONDS: String(silenceSeconds.afterHeartbeat),
      RUN_FIRST_HEARTBEAT_SILENCE_SECONDS: String(given.firstSilenceSeconds ?? silenceSeconds.first),
      RUN_CANCEL_POLL_SECONDS: "0.5",
      WORKER_CONCURRENCY: String(slotsPerWorker),
      WORKER_THREADS: "1",
      WORKER_SHUTDOWN_GRACE_SECONDS: "0",
      MODEL_PROVIDER: "openai_compatible",
      MODEL_BASE_URL: given.modelUrl,
      MODEL_NAME: "held",
      WEBHOOK_RETRY_TIME_SCALE: "0.02",
      WEBHOOK_DELIVERY_LEASE_SECONDS: "2",
    };
  }

  function member(name: MemberName): Program {
    const found = members.get(name);
    if (!found) throw new Error(`${name} was never started`);
    return found;
  }

  async function start(name: MemberName, changes: Readonly<Record<string, string>> = {}): Promise<void> {
    if (isClosed || members.get(name)?.isRunning()) return;
    const app = appOf(name);
    const started = startProgram(join(root, "apps", app, "src/main.ts"), {
      env: { ...environmentOf(name), ...changes },
      onLine: (line) => {
        if (process.env["FAULTS_VERBOSE"]) process.stderr.write(`${name}: ${line}\n`);
      },
    });
    members.set(name, started);
    await started.says(readyTexts[app]);
  }

  async function end(name: MemberName, signal: NodeJS.Signals): Promise<number | null> {
    const ending = member(name);
    if (ending.isRunning()) ending.signal(signal);
    return ending.ended;
  }

  async function close(): Promise<void> {
    isClosed = true;
    await Promise.all([...members.keys()].map((name) => end(name, "SIGKILL")));
    await rm(dataDir, { recursive: true, force: true });
  }

  try {
    const starts = await Promise.allSettled(memberNames.map((name) => start(name)));
    for (const one of starts) if (one.status === "rejected") throw one.reason;
  } catch (error) {
    await close();
    throw error;
  }
  return {
    apiUrls: [`http://127.0.0.1:${ports["api-1"]}`, `http://127.0.0.1:${ports["api-2"]}`],
    dataDir,
    pid: (name) => member(name).pid,
    async kill(name) {
      await end(name, "SIGKILL");
    },
    terminate: (name) => end(name, "SIGTERM"),
    freeze: (name) => member(name).signal("SIGSTOP"),
    thaw: (name) => member(name).signal("SIGCONT"),
    start,
    says: (name, text) => member(name).says(text),
    async restore() {
      for (const running of members.values()) if (running.isRunning()) running.signal("SIGCONT");
      await Promise.all(memberNames.map((name) => start(name)));
    },
    close,
  };
}

function appOf(name: MemberName): keyof typeof readyTexts {
  switch (name) {
    case "api-1":
    case "api-2":
      return "api";
    case "worker-1":
    case "worker-2":
      return "worker";
    case "webhooks":
      return "webhooks";
  }
}
