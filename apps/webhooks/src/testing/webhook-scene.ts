import { createHash, randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";

import { runEventId, type RunEventType } from "@service/contract";
import type { Deps } from "@service/domain";
import type { Actor, EnvironmentScope } from "@service/domain/access";
import { announceRunEvents } from "@service/domain/events";
import { openTestDeps } from "@service/domain/testing";
import { createEndpoint, type Endpoint, type EndpointRequest } from "@service/domain/webhook-endpoints";
import { type AddressGuard, createAddressGuard } from "@service/outgoing";
import { type Logger, readConfig, silentLogger } from "@service/runtime";
import { type Program, startProgram, seedOwner, testDatabase } from "@service/testing";

import { webhooksConfig } from "../config.ts";
import { type RunningWebhooks, startWebhooks } from "../start-webhooks.ts";

const mainFile = fileURLToPath(new URL("../main.ts", import.meta.url));

export interface FinishedRun {
  readonly runId: string;
  readonly eventId: string;
}

interface RunEnding {
  readonly type?: RunEventType;
  readonly output?: object;
  readonly error?: string;
  readonly traceParent?: string;
  readonly correctionId?: string;
}

export interface WebhookScene {
  readonly deps: Deps;
  readonly databaseUrl: string;
  readonly queueUrl: string;
  readonly prefix: string;
  readonly owner: Actor & EnvironmentScope;
  readonly guard: AddressGuard;
  /** A webhook endpoint at a local receiver. */
  endpoint(request: Partial<EndpointRequest> & { url: string }): Promise<{ endpoint: Endpoint; secret: string }>;
  /** Inserts finished runs with their events in one statement, as settling does, and wakes the process. */
  finishRuns(count: number, ending?: RunEnding): Promise<FinishedRun[]>;
  /** Another environment of the same organization. */
  environment(slug: string): Promise<string>;
  /** Starts the webhooks process inside this one. Stopped with the scene. */
  webhooks(env?: Readonly<Record<string, string>>, given?: { log?: Logger }): Promise<RunningWebhooks>;
  /** Starts a separate webhooks process, as in a container, for tests of `kill -9`. */
  startProcess(): Program;
  /** Environment variables for a webhooks process of this scene. */
  variables(env?: Readonly<Record<string, string>>): Record<string, string>;
  /** Rows of a statement. */
  rows<T extends object>(statement: string, values?: readonly unknown[]): Promise<T[]>;
  stop(): Promise<void>;
}

/** A real database (and queue) with an organization, its live environment and nothing else. */
export async function webhookScene(
  options: { queueUrl?: string; prefix?: string; database?: { url: string; drop(): Promise<void> } } = {},
): Promise<WebhookScene> {
  const database = options.database ?? (await testDatabase());
  const queueUrl = options.queueUrl ?? database.url;
  const prefix = options.prefix ?? "service";
  const deps = await openTestDeps({ databaseUrl: database.url, queue: { url: queueUrl, prefix } });
  const { db, queue } = deps;
  const guard = createAddressGuard({ allowedCidrs: ["127.0.0.0/8", "::1/128"] });
  const owner = await seedOwner(db);
  const running: RunningWebhooks[] = [];

  function variables(env: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      DATABASE_URL: database.url,
      QUEUE_URL: queueUrl,
      QUEUE_PREFIX: prefix,
      SECRETS_KEY: deps.secretsKey,
      WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8,::1/128",
      LOG_LEVEL: "warn",
      ...env,
    };
  }

  return {
    deps,
    databaseUrl: database.url,
    queueUrl,
    prefix,
    owner,
    guard,
    variables,
    startProcess: () => startProgram(mainFile, { env: variables() }),
    endpoint: (request) =>
      createEndpoint(deps, {
        owner,
        guard,
        request: { events: ["run.completed", "run.failed", "run.cancelled"], ...request },
      }),
    async finishRuns(count, ending = {}) {
      const type = ending.type ?? "run.completed";
      const runs = Array.from({ length: count }, () => randomUUID()).map((runId) => ({
        runId,
        eventId: runEventId(type, runId),
      }));
      const status = type === "run.failed" ? "failed" : type === "run.cancelled" ? "cancelled" : "completed";
      await db.pool.query(
        `with run as (
           insert into runs (id, organization_id, environment_id, environment_slug, engine_id, engine_slug, engine_type,
             submitter, key_id, request_hash, status, attempt, error, error_details, fair_rank, trace_parent, completed_at,
             engine_version, config_hash, trace_id)
           select t.run_id, $3, $4, 'live', $3, 'blue-harbor', 'comparison', 'key', 'key', '\\x00', $5::run_status, 1, $6,
             case when $6::text is null then null else '{"type":"pipeline_error","code":"stage_failed"}' end, 0, $7, now(),
             '1.0', $9, null
             from unnest($1::uuid[]) as t(run_id)
         ), payload as (
           insert into run_payloads (run_id, input, output) select t.run_id, '{}', $8 from unnest($1::uuid[]) as t(run_id)
         ), ${announceRunEvents(
           `select t.event_id, $10::webhook_event_type, $3::uuid, $4::uuid, t.run_id, $11::uuid
              from unnest($1::uuid[], $2::uuid[]) as t(run_id, event_id)`,
           "id, type, organization_id, environment_id, run_id, correction_id",
         )}
         select`,
        [
          runs.map(({ runId }) => runId),
          runs.map(({ eventId }) => eventId),
          owner.organizationId,
          owner.environmentId,
          status,
          status === "failed" ? (ending.error ?? "The engine failed.") : null,
          ending.traceParent ?? null,
          status === "completed" ? JSON.stringify(ending.output ?? { summary: "done" }) : null,
          createHash("sha256").update("config").digest("hex"),
          type,
          ending.correctionId ?? null,
        ],
      );
      await queue.wake("webhooks");
      return runs;
    },
    async environment(slug) {
      const id = randomUUID();
      await db.pool.query("insert into environments (id, organization_id, slug, name) values ($1, $2, $3, $3)", [
        id,
        owner.organizationId,
        slug,
      ]);
      return id;
    },
    async webhooks(env, given) {
      const started = await startWebhooks(readConfig(webhooksConfig, variables(env)), { log: silentLogger, ...given });
      running.push(started);
      return started;
    },
    async rows<T extends object>(statement: string, values: readonly unknown[] = []) {
      return (await db.pool.query<T>(statement, [...values])).rows;
    },
    async stop() {
      for (const webhooks of running) await webhooks.stop.stop("end of the test");
      await deps.close();
      await database.drop();
    },
  };
}
