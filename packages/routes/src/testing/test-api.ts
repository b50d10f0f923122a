import type { Capability } from "@service/contract";
import { newOrganization, openTestDeps, type TestDeps } from "@service/domain/testing";
import { startGates } from "@service/domain/engines";
import { createOrganizationKey, createScopedKey } from "@service/domain/keys";
import { openComputingThreads } from "@service/domain/computing";
import { openKeyUses } from "@service/domain/key-uses";
import { openModelDesk } from "@service/domain/models";
import { serveRequests } from "@service/http";
import type { ProviderOptions } from "@service/model-providers";
import { createDownloadTokens, openFolderStore, serveDownloads } from "@service/files";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startTracing, type Clock, type Logger } from "@service/runtime";
import { type Program, startProgram, testOperator, waitFor } from "@service/testing";
import { createApp } from "../app.ts";
import { openDescription } from "../description-file.ts";
import { openHealthCheck } from "../health-check.ts";
import type { ApiDeps } from "../open-deps.ts";
import type { RouteSettings } from "../http/route.ts";
import { routes } from "../routes/index.ts";
import { openTurnStreams, type TurnTimes } from "../turns/turn-streams.ts";
import { actor, type Actor } from "./checked-client.ts";

export interface TestApiOptions {
  /** `redis://…`; left out = the test's own database. */
  readonly queueUrl?: string;
  readonly queuePrefix?: string;
  readonly databaseUrl?: string;
  readonly clock?: Clock;
  readonly log?: Logger;
  readonly settings?: Partial<RouteSettings>;
  /** Also runs a worker that evaluates gates, which publishing needs; default true. */
  readonly hasGates?: boolean;
  /** Default true; without a store the content of documents is `files_not_configured`. */
  readonly hasFiles?: boolean;
  /** Streams of turns at one time; default 2,000. */
  readonly streamsMax?: number;
  /** Times of the streams of turns; left out = the usual ones. */
  readonly turnTimes?: Partial<TurnTimes>;
  /** False: nothing that processes announce to each other arrives, as behind a pooler that forbids LISTEN. */
  readonly hasAnnouncements?: boolean;
  /** How long models may be silent. */
  readonly modelOptions?: Pick<ProviderOptions, "silence">;
}

/** An organization with its actors. */
export interface TestOrganization {
  readonly organizationId: string;
  /** Organization key of `live`. */
  readonly organization: Actor;
  /** Organization key of the sandbox environment `sandbox`. */
  readonly sandbox: Actor;
  /** A fresh scoped key, of `live` unless said otherwise. */
  scoped(capabilities: readonly Capability[], engineSlugs?: readonly string[], environment?: string): Promise<Actor>;
  keyFor(environment: string): Promise<Actor>;
}

export interface TestApi {
  readonly url: string;
  readonly deps: ApiDeps;
  readonly databaseUrl: string;
  readonly anonymous: Actor;
  /** Of its store; empty where it has none. */
  readonly filesFolder: string;
  /** A new organization with `live` and `sandbox`; its budgets are practically unlimited unless given. */
  organization(options?: { requestsPerMinute?: number; monthlyRunCap?: number }): Promise<TestOrganization>;
  /** Starts the worker, a process of its own, unless it runs, and waits until every submitted run is finished. */
  workOffRuns(): Promise<void>;
  /** From now on runs stay queued. */
  stopWorker(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Reached only by what never comes, also on a machine that is busy with other things, and before Jest ends the test: a
 * test about the budget sets its own.
 */
const requestBudgetMs = 240_000;

/** The real application with a database of its own, listening on a free port. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { clock, log, databaseUrl, queueUrl, queuePrefix } = options;
  const made = await openTestDeps({
    ...(clock && { clock }),
    ...(log && { log }),
    databaseUrl,
    queue:
      queueUrl === undefined ? undefined : { url: queueUrl, ...(queuePrefix !== undefined && { prefix: queuePrefix }) },
  });
  const opened =
    options.hasAnnouncements === false ? { ...made, queue: { ...made.queue, announce: () => undefined } } : made;
  const stored = options.hasFiles === false ? undefined : await startFiles(opened);
  const computing = openComputingThreads({ threads: 1 });
  const deps: ApiDeps = {
    ...opened,
    computing,
    ...openDescription(),
    isHealthy: openHealthCheck({ ...opened, files: stored?.files }),
    files: stored?.files,
    keyUses: openKeyUses(opened),
    turnStreams: openTurnStreams(opened, {
      streamsMax: options.streamsMax ?? 2_000,
      ...(options.turnTimes && { times: options.turnTimes }),
    }),
    models: openModelDesk({ clock: opened.clock, providerOptions: { pausesMs: [1, 1], ...options.modelOptions } }),
  };
  const tracing = await startTracing({ endpoint: undefined, process: "test-api", log: deps.log });
  const stopping = new AbortController();
  const app = createApp({
    deps,
    tracing,
    routes,
    metrics: undefined,
    stopping: stopping.signal,
    settings: {
      buildCommit: undefined,
      version: "1.2.3",
      healthCheckMs: requestBudgetMs,
      requestBudgetMs,
      hasScanner: false,
      webhookAllowedCidrs: [],
      webhookAddressesOpenedBy: undefined,
      webhookDeniedHosts: [],
      trustedProxies: () => false,
      ingestPerAddressPerMinute: 1_000_000,
      ingestPerSourcePerMinute: 1_000_000,
      count: () => undefined,
      ...options.settings,
    },
  });
  await deps.queue.health(requestBudgetMs);
  const gates = options.hasGates === false ? undefined : startGates(deps, { slots: 2 });
  const server = serveRequests(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("the test API listens on a path instead of a port");
  const url = `http://127.0.0.1:${address.port}`;
  let worker: Program | undefined;
  const stopWorker = async (): Promise<void> => {
    await worker?.stop();
    worker = undefined;
  };
  return {
    url,
    databaseUrl: opened.databaseUrl,
    deps,
    anonymous: actor("anonymous", url, undefined),
    filesFolder: stored?.folder ?? "",
    organization: (given = {}) => organizationWithActors(deps, url, given),
    async workOffRuns() {
      worker ??= startWorker(opened, options);
      await workedOff(opened, worker);
    },
    stopWorker,
    async stop() {
      stopping.abort();
      await stopWorker();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await gates?.stop(0);
      deps.turnStreams.close();
      await computing.close();
      await stored?.stop();
      await opened.close();
    },
  };
}

/** A file store in a folder of its own, with the listener of its downloads. */
async function startFiles({ secrets, clock, log }: TestDeps) {
  const folder = await mkdtemp(join(tmpdir(), "test-files-"));
  const tokens = createDownloadTokens(secrets, () => clock.now());
  let url = "";
  const files = openFolderStore({ folder, downloads: { tokens, publicUrl: () => url } });
  const downloads = await serveDownloads({ store: files, tokens, host: "127.0.0.1", port: 0, isPortGiven: true, log });
  ({ url } = downloads);
  return {
    files,
    folder,
    async stop() {
      await downloads.close(0);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Started by its file: an app imports no other app. */
const workerFile = fileURLToPath(new URL("../../../../apps/worker/src/main.ts", import.meta.url));

function startWorker(deps: TestDeps, { queueUrl = "", queuePrefix = "" }: TestApiOptions): Program {
  return startProgram(workerFile, {
    env: {
      DATABASE_URL: deps.databaseUrl,
      SECRETS_KEY: deps.secretsKey,
      QUEUE_URL: queueUrl,
      QUEUE_PREFIX: queuePrefix,
      WORKER_THREADS: "1",
      LOG_LEVEL: "warn",
    },
  });
}

async function workedOff(deps: TestDeps, worker: Program): Promise<void> {
  await waitFor(
    async () => {
      const { rowCount } = await deps.db.pool.query(
        "select from runs where status in ('queued', 'processing') limit 1",
      );
      // A worker that ended leaves its reason; the deadline of the wait then shows it.
      if (rowCount !== 0 && !worker.isRunning()) throw new Error(`the worker ended:\n${worker.lines.join("\n")}`);
      return rowCount === 0;
    },
    { what: "the end of all runs" },
  );
}

async function organizationWithActors(
  deps: ApiDeps,
  url: string,
  given: { requestsPerMinute?: number; monthlyRunCap?: number },
): Promise<TestOrganization> {
  const organizationId = await newOrganization(deps, {
    requestsPerMinute: 1_000_000,
    ...given,
    sandboxes: ["sandbox"],
  });
  const keyFor = async (environmentSlug: string) =>
    actor(
      environmentSlug,
      url,
      (await createOrganizationKey(deps, testOperator, { organizationId, environmentSlug })).apiKey,
    );
  return {
    organizationId,
    organization: await keyFor("live"),
    sandbox: await keyFor("sandbox"),
    keyFor,
    async scoped(capabilities, engineSlugs = [], environmentSlug = "live") {
      const issued = await createScopedKey(deps, testOperator, {
        organizationId,
        environmentSlug,
        capabilities,
        engineSlugs,
      });
      return actor(`scoped(${capabilities.join(",")})`, url, issued.apiKey);
    },
  };
}
