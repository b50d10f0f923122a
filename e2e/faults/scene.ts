import { openDatabase, type Database } from "@service/db";
import { createOrganizationKey } from "@service/domain/keys";
import { createOrganization, setOrganization } from "@service/domain/organizations";
import { builtInManifests } from "@service/models";
import { findEngineType } from "@service/engine-types";
import { openQueue } from "@service/queue";
import { createSecretBox, silentLogger, systemClock } from "@service/runtime";

import { customer, type Customer } from "./customer.ts";
import type { Fleet } from "./fleet.ts";
import { seeded, type Seeded } from "./seeded.ts";
import type { Recorded, WebhookRecorder } from "./webhook-recorder.ts";

const operator = { kind: "operator", id: "faults" } as const;

/** One organization with its engines and its endpoint: what one test looks at, apart from all others. */
export type Scene = {
  readonly organizationId: string;
  /** Its runs finish in milliseconds. */
  readonly fastEngine: string;
  /** Its runs last until the model answers. */
  readonly heldEngine: string;
  readonly customer: Customer;
  /** The customer's. */
  readonly apiKey: string;
  /** A key of the same organization that no process has seen yet. */
  readonly unseenKey: string;
  readonly recorded: readonly Recorded[];
  readonly random: Seeded;
  /** A small comparison of two offers. */
  input(subject: string, premium: number): unknown;
  /** Rows of a statement on the database, beside the service. */
  rows<T extends object>(statement: string, values?: readonly unknown[]): Promise<T[]>;
  close(): Promise<void>;
};

const quotaPerMinute = 1_000_000;

/** Organization and keys as the operator makes them, engines and endpoint over HTTP. */
export async function createScene(given: {
  fleet: Fleet;
  databaseUrl: string;
  recorder: WebhookRecorder;
  seed: number;
}): Promise<Scene> {
  const random = seeded(given.seed);
  const db = openDatabase({ url: given.databaseUrl, applicationName: "faults", poolMax: 2, hotPoolMax: 1 });
  try {
    const { organizationId, apiKey, unseenKey } = await createOrganizationWithKeys(db, given.databaseUrl);
    const caller = customer({ apiUrls: given.fleet.apiUrls, apiKey, name: `seed-${given.seed}`, random });
    const engines = { fastEngine: "fast-quotes", heldEngine: "held-quotes" } as const;
    await publishEngine(caller, engines.fastEngine, { mode: "off" });
    await publishEngine(caller, engines.heldEngine, {
      mode: "optional",
      tasks: ["narrate"],
      timeout_ms: 60_000,
      max_calls: 1,
      allow_fact_fill: false,
    });
    const endpoint = given.recorder.open();
    const created = await expectCall(caller, "POST", "/webhooks", {
      url: endpoint.url,
      events: ["run.completed", "run.failed", "run.cancelled"],
      max_per_second: 1_000,
      max_in_flight: 20,
    });
    endpoint.useSecret(String(created["secret"]));
    return {
      organizationId,
      ...engines,
      customer: caller,
      apiKey,
      unseenKey,
      recorded: endpoint.recorded,
      random,
      input: comparisonOf,
      async rows<T extends object>(statement: string, values: readonly unknown[] = []) {
        return (await db.pool.query<T>(statement, [...values])).rows;
      },
      async close() {
        caller.giveUp();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function createOrganizationWithKeys(
  db: Database,
  databaseUrl: string,
): Promise<{ organizationId: string; apiKey: string; unseenKey: string }> {
  // The operator's verbs take a queue and wake nothing through it.
  const queue = await openQueue({ url: databaseUrl, clock: systemClock, log: silentLogger });
  try {
    const secrets = createSecretBox(Buffer.alloc(32, 7));
    const deps = { db, queue, log: silentLogger, clock: systemClock, secrets };
    const organizationId = (await createOrganization(deps, operator, { name: "Harborline" })).id;
    await setOrganization(deps, operator, organizationId, { requestsPerMinute: quotaPerMinute });
    const { apiKey } = await createOrganizationKey(deps, operator, { organizationId, environmentSlug: "live" });
    const unseen = await createOrganizationKey(deps, operator, { organizationId, environmentSlug: "live" });
    return { organizationId, apiKey, unseenKey: unseen.apiKey };
  } finally {
    await queue.close();
  }
}

async function publishEngine(caller: Customer, slug: string, enrichment: object): Promise<void> {
  await expectCall(caller, "POST", "/engines", { slug, label: slug, description: "", engine_type: "comparison" });
  await expectCall(caller, "PUT", `/engines/${slug}/config`, {
    config: {
      ...findEngineType("comparison")?.preset(),
      egress_manifest_version: builtInManifests.findings_only.sha256,
      quotas: { requests_per_minute: quotaPerMinute },
      enrichment,
    },
  });
  await expectCall(caller, "POST", `/engines/${slug}/versions`, { changelog: "First release" });
}

async function expectCall(
  caller: Customer,
  method: string,
  path: string,
  body: object,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await caller.call(0, method, `/api/v1${path}`, { body });
  if (!answer || answer.status >= 300) throw new Error(`${method} ${path} answered ${JSON.stringify(answer)}`);
  return answer.body;
}

function comparisonOf(subject: string, premium: number): object {
  const offer = (key: string, base: number): object => ({
    key,
    kind: "quote",
    label: `Offer ${key}`,
    carrier: { key, name: `Carrier ${key}` },
    effective_on: "2027-01-01",
    expires_on: "2028-01-01",
    premium: { base },
    coverages: [{ line: "general_liability", coverage: "each_occurrence", included: true, limit: 1_000_000 }],
  });
  return { subject: { key: subject, label: subject }, items: [offer("a", premium), offer("b", premium + 100)] };
}
