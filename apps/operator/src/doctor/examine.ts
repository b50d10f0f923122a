import { join } from "node:path";
import type { MigrationStatus } from "@service/db";
import type { Deps } from "@service/domain";
import { ConfigError, createLogger, openExistingSecretBox, SecretBoxError } from "@service/runtime";
import { readMetricsPort, type OperatorConfig } from "../config.ts";
import type { FoundDatabase } from "../find-database.ts";
import { checkAddress } from "./check-address.ts";
import { type Finding, found, ok, problem, skipped, type Verdict, warning } from "./finding.ts";

const contactMs = 3_000;
/** Beyond this what people read in logs no longer agrees; the service itself follows PostgreSQL's clock. */
const aheadMsMax = 2_000;
const needed = ["api", "worker", "webhooks"] as const;

/** What is asked inside the database, or needs its clock. */
const insideChecks = ["migrations", "clocks", "queue", "secrets key", "processes", "models"] as const;

/** Checks an installation from where `svc` runs (OPS-60); addresses are checked beside those of the configuration. */
export async function examine(
  config: OperatorConfig,
  findDatabase: () => Promise<FoundDatabase>,
  addresses: readonly string[],
): Promise<Finding[]> {
  const beside = ofThisMachine(config, addresses);
  const database = await findDatabase().catch((error: unknown) => error);
  if (!isFound(database)) {
    const reason = database instanceof Error ? database : new Error("there is no database");
    const todo = reason instanceof ConfigError ? "correct that variable" : "set DATABASE_URL, or start PostgreSQL";
    return withoutDatabase(await found("database", todo, () => Promise.reject(reason)), await beside);
  }
  try {
    const { answers } = await import("@service/db/probe");
    if (!(await answers(database.url, contactMs))) {
      const away = problem("the database cannot be reached", "start PostgreSQL, or correct DATABASE_URL");
      return withoutDatabase({ check: "database", ...away }, await beside);
    }
    const { migrationStatus } = await import("@service/db");
    const migrations = await found("migrations", "run svc database migrate", async () =>
      judgeMigrations(await migrationStatus(database.directUrl ?? database.url)),
    );
    const inside = await insideOf(config, database, migrations.state === "problem");
    return [...inside.slice(0, 1), migrations, ...inside.slice(1), ...(await beside)];
  } finally {
    await database.release();
  }
}

/** What a database that is away hides is named, so that nobody takes a short list for a sound installation. */
function withoutDatabase(database: Finding, beside: readonly Finding[]): Finding[] {
  const hidden = insideChecks.map((check) => ({ check, ...skipped("the database does not answer") }));
  return [database, ...hidden, ...beside];
}

function isFound(value: unknown): value is FoundDatabase {
  return typeof value === "object" && value !== null && "release" in value;
}

function judgeMigrations({ applied, pending, failed, changed, unknown }: MigrationStatus): Verdict {
  if (failed.length > 0) return problem(`failed: ${failed.join(", ")}`, "repair the cause, then svc database migrate");
  if (pending.length > 0) return problem(`pending: ${pending.join(", ")}`, "run svc database migrate");
  if (changed.length > 0)
    return problem(`changed since they were applied: ${changed.join(", ")}`, "run the release that applied them");
  if (unknown.length > 0)
    return warning(`the database is ahead by ${unknown.join(", ")}`, "run the newer release everywhere");
  return ok(`${applied.length} applied`);
}

/** What is asked of the database, and of the queue beside it. */
async function insideOf(
  config: OperatorConfig,
  { url, directUrl }: FoundDatabase,
  isBehind: boolean,
): Promise<Finding[]> {
  const { followDatabaseClock, openDatabase } = await import("@service/db/open");
  const log = createLogger({ process: "operator", level: "error", destination: "stderr" });
  const db = openDatabase({ url, directUrl, applicationName: "svc", poolMax: 4, hotPoolMax: 1 });
  const clock = await followDatabaseClock(db, { log });
  try {
    const checks = [
      ["database", "run svc database migrate", () => judgeServer({ db }, config)],
      ["clocks", "synchronize the clock of this machine (NTP)", async () => judgeClock(clock.aheadMs())],
      ["queue", "start the queue, or correct QUEUE_URL", () => judgeQueue(config, directUrl ?? url, { clock, log })],
      ["secrets key", "set SECRETS_KEY to the key of the running processes", () => judgeKey({ db }, config)],
      ["processes", "start what is missing", () => judgeProcesses({ db })],
      ["models", "run svc model list", () => judgeModels({ db }, clock, config)],
    ] as const;
    return await Promise.all(
      checks.map(async ([name, todo, judge]) =>
        isBehind && name !== "clocks" && name !== "queue"
          ? { check: name, ...skipped("the migrations are not applied") }
          : found(name, todo, judge),
      ),
    );
  } finally {
    clock.close();
    await db.close();
  }
}

type Db = Pick<Deps, "db">;

async function judgeServer(deps: Db, { databaseUrl }: OperatorConfig): Promise<Verdict> {
  const { inspectDatabase } = await import("@service/domain/installation");
  const { serverVersion, isEncrypted } = await inspectDatabase(deps);
  const says = `PostgreSQL ${serverVersion} answers`;
  const isRemote =
    databaseUrl !== undefined && !/^(?:localhost|127[.].*|\[::1\]|)$/.test(new URL(databaseUrl).hostname);
  if (isRemote && !isEncrypted)
    return warning(`${says}, without TLS`, "add sslmode=verify-full to DATABASE_URL unless the network is private");
  return ok(`${says}${isEncrypted ? ", over TLS" : ""}`);
}

function judgeClock(aheadMs: number): Verdict {
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1);
  const says = `this machine's clock is ${seconds} s ${aheadMs < 0 ? "behind" : "ahead of"} PostgreSQL's`;
  return Math.abs(aheadMs) > aheadMsMax ? warning(says, "synchronize the clocks of both machines (NTP)") : ok(says);
}

async function judgeQueue(
  { queueUrl, queuePrefix }: OperatorConfig,
  databaseUrl: string,
  { clock, log }: Pick<Deps, "clock" | "log">,
): Promise<Verdict> {
  const { openQueue } = await import("@service/queue");
  const queue = await openQueue({ url: queueUrl ?? databaseUrl, clock, log, prefix: queuePrefix });
  try {
    const where = queueUrl?.startsWith("redis") === true ? "Redis" : "the database";
    if (await queue.health(contactMs)) return ok(`${where} wakes`);
    return problem(`${where} does not answer as a queue`, "start it, or correct QUEUE_URL");
  } finally {
    await queue.close();
  }
}

async function judgeKey(deps: Db, { secretsKey, dataDir }: OperatorConfig): Promise<Verdict> {
  const { inspectDatabase } = await import("@service/domain/installation");
  const { sealingKeys } = await inspectDatabase(deps);
  try {
    const { keyId } = openExistingSecretBox({ secretsKey, dataDir });
    const others = sealingKeys.filter((id) => id !== keyId);
    if (others.length === 0) return ok(`key ${keyId} opens what is stored`);
    return problem(
      `stored secrets are sealed with key ${others.join(", ")}, and this one is ${keyId}`,
      "set SECRETS_KEY to the key that they were sealed with, in every process",
    );
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error;
    if (sealingKeys.length > 0) return problem(error.message, "set SECRETS_KEY to the key of the running processes");
    return warning(
      `there is no key in ${join(dataDir, "secrets.key")} yet`,
      "the first start makes one; production needs SECRETS_KEY",
    );
  }
}

async function judgeProcesses(deps: Db): Promise<Verdict> {
  const { listProcesses } = await import("@service/domain/processes");
  const names = (await listProcesses(deps)).map(({ name }) => name);
  const missing = needed.filter((name) => !names.includes(name));
  const says = names.length === 0 ? "none runs" : `${names.toSorted().join(", ")} run`;
  return missing.length === 0 ? ok(says) : warning(says, `start ${missing.join(", ")}`);
}

async function judgeModels(deps: Db, clock: Deps["clock"], config: OperatorConfig): Promise<Verdict> {
  const [{ listModels, openModelDesk }, { environmentModelOf }] = await Promise.all([
    import("@service/domain/models"),
    import("@service/model-providers"),
  ]);
  const models = openModelDesk({ clock, own: environmentModelOf(config) });
  const lines = await listModels({ ...deps, models });
  const others = lines.flatMap((line) =>
    line.baseUrl === null || line.isDisabled ? [] : [{ alias: line.alias, baseUrl: line.baseUrl }],
  );
  if (others.length === 0) return ok("the embedded model alone: nothing leaves");
  for (const { alias, baseUrl } of others) {
    const verdict = await checkAddress(baseUrl);
    if (verdict.state === "problem")
      return { ...verdict, says: `${alias}: ${verdict.says}`, todo: `run svc model test ${alias}` };
  }
  return ok(`${others.map(({ alias }) => alias).join(", ")}: their addresses answer`);
}

/** What is checked without the database. */
async function ofThisMachine(config: OperatorConfig, addresses: readonly string[]): Promise<Finding[]> {
  const { filesPublicUrl, consolePublicUrl, isConsolePublic } = publicAddresses(config);
  const given = [
    ...addresses,
    ...(filesPublicUrl === undefined ? [] : [filesPublicUrl]),
    ...(isConsolePublic ? [consolePublicUrl] : []),
  ];
  const files = found("files", "correct FILES_STORE and its settings, or free the disk", () => judgeFiles(config));
  const reached = given.map((address) => found("address", "correct the address", () => checkAddress(address)));
  const none: Finding = {
    check: "address",
    ...skipped("none is given: svc doctor --address https://api.example.com/health"),
  };
  const metrics = found("metrics", "correct METRICS_PORT", () => Promise.resolve(judgeMetricsPort()));
  return Promise.all([files, metrics, ...(given.length === 0 ? [none] : reached)]);
}

/** A process of another machine listens there: whether it answers is not seen from here. */
function judgeMetricsPort(): Verdict {
  const metricsPort = readMetricsPort();
  return metricsPort === undefined ? skipped("METRICS_PORT is not set here") : ok(`METRICS_PORT is ${metricsPort}`);
}

function publicAddresses({ filesPublicUrl, consolePublicUrl }: OperatorConfig) {
  // The default is an address of this machine where a console may or may not run.
  return { filesPublicUrl, consolePublicUrl, isConsolePublic: !consolePublicUrl.startsWith("http://127.0.0.1") };
}

async function judgeFiles(config: OperatorConfig): Promise<Verdict> {
  const { openFileStore } = await import("@service/files");
  const store = await openFileStore(config);
  if (store === undefined) return skipped("FILES_STORE=none: documents have no content here");
  if (await store.ready()) return ok(`${config.filesStore} takes files`);
  return problem(
    `${config.filesStore} takes no file`,
    "make its folder writable, free the disk, or correct the bucket",
  );
}
