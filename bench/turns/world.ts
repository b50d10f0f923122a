import { randomBytes } from "node:crypto";

import type { Database } from "@service/db/open";
import { registerEgressManifest } from "@service/domain/engines";
import { createEnvironment } from "@service/domain/environments";
import { createOrganizationKey } from "@service/domain/keys";
import { registerModel } from "@service/domain/models";
import { createOrganization, setOrganization } from "@service/domain/organizations";
import { freePort } from "@service/embedded-postgres/free-port";

import { startStack } from "../../scripts/stack.ts";
import { openDeps, operator } from "../harness/our-deps.ts";
import { end, startServer } from "../harness/programs.ts";
import type { Servers } from "../harness/with-servers.ts";
import { until } from "../harness/measure.ts";

/** Above anything that a benchmark reaches, so that no budget refuses; they are spent all the same. */
const budgetPerMinute = 10_000_000;
/** Turns under way at one time; more than the default of a worker, of which there is one here. */
const turnSlots = 256;

/** What the short turns ask. */
export const hoursQuestion = "When is the claims desk open?";

const knowledge = {
  grounding: { sources: [{ kind: "knowledge" }] },
  knowledge: [
    { key: "hours", title: "Claims desk", text: "The claims desk is open from 8 to 18. On holidays it is closed." },
    { key: "fees", title: "Fees", text: "A certificate of insurance costs nothing for clients of the agency." },
  ],
} as const;

/** Words of the answer that the scenario `slow` says one by one. */
export const slowWords = 400;

/** One organization on our stack as it is deployed, one process each, and a model vendor beside it. */
export interface TurnBench {
  /** `http://host:port` */
  readonly url: string;
  readonly pids: { readonly api: number; readonly worker: number };
  readonly apiKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly organizationId: string;
  readonly db: Database;
  call(method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** New conversations with an instance. @returns paths of their turns. */
  conversations(slug: Slug, count: number): Promise<string[]>;
  /** Asks without waiting. @returns path of the turn. */
  submit(turnsPath: string, body: object): Promise<string>;
  /** SHA-256 of the stored answers by the id of their turn. */
  answersOf(turnIds: readonly string[]): Promise<ReadonlyMap<string, { sha256: string; createdAtMs: number }>>;
  stop(): Promise<void>;
}

/** `desk` answers from its knowledge, `slow` has a long reply, `modelled` asks the vendor. */
type Slug = "desk" | "slow" | "modelled";

export async function startTurnBench(servers: Servers): Promise<TurnBench> {
  const secretsKey = randomBytes(32);
  const stack = await startStack({
    ...servers,
    persistent: true,
    environment: {
      // As deployed: Express and others work faster (and say less) under NODE_ENV=production.
      NODE_ENV: "production",
      SECRETS_KEY: secretsKey.toString("base64"),
      LOG_LEVEL: "warn",
      FILES_STORE: "none",
      TURN_CONCURRENCY: String(turnSlots),
    },
    onLine: (from, line) => console.error(`${from}: ${line.slice(0, 500)}`),
  });
  const opened = await openDeps(servers, { secretsKey, statementTimeoutMs: 600_000 });
  const { deps } = opened;
  const { db } = deps;
  const vendorPort = await freePort();
  const vendor = await startServer("turns/model.ts", vendorPort, { PORT: String(vendorPort) });

  const { id: organizationId } = await createOrganization(deps, operator, { name: "Bench" });
  await registerModel(deps, operator, registration(vendorPort));
  await setOrganization(deps, operator, organizationId, {
    requestsPerMinute: budgetPerMinute,
    maxActiveTurns: 10_000,
    models: ["house"],
  });
  await createEnvironment(deps, { ...operator, organizationId }, { slug: "sandbox", name: "Sandbox" });
  const { apiKey } = await createOrganizationKey(deps, operator, { organizationId, environmentSlug: "sandbox" });
  const { sha256: manifest } = await registerEgressManifest(deps, operator, { name: "desk", text: openManifest });
  const authorization = { authorization: `Bearer ${apiKey}` };

  async function call(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const response = await fetch(`${stack.apiUrl}${path.startsWith("/api/") ? "" : "/api/v1"}${path}`, {
      method,
      headers: { ...authorization, ...(body && { "content-type": "application/json" }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  }
  const reply = Array.from({ length: slowWords }, (_, at) => `word-${at}`).join(" ");
  const configs: Readonly<Record<Slug, object>> = {
    desk: knowledge,
    slow: { ...knowledge, rules: [{ key: "long", when: { any: ["everything"] }, reply }] },
    modelled: {
      ...knowledge,
      egress_manifest_version: manifest,
      instructions: "Answer briefly.",
      model: { alias: "house", max_output_tokens: 8_000 },
    },
  };
  for (const [slug, config] of Object.entries(configs))
    await call("POST", "/conversation-instances", { slug, label: slug, config });

  return {
    url: stack.apiUrl,
    pids: stack.pids,
    apiKey,
    headers: authorization,
    organizationId,
    db,
    call,
    async conversations(slug, count) {
      const { rows } = await db.pool.query<{ id: string }>(
        `insert into conversations (id, organization_id, environment_id, environment_slug, instance_id, run_ids, request_hash)
         select gen_random_uuid(), i.organization_id, e.id, e.slug, i.id, '{}', ''::bytea
         from conversation_instances i join environments e on e.organization_id = i.organization_id and e.slug = 'sandbox'
         cross join generate_series(1, $3::int)
         where i.organization_id = $1 and i.slug = $2 returning id`,
        [organizationId, slug, count],
      );
      // The planner knows as much of the rows as it does of those that came one by one.
      await db.pool.query("analyze conversations");
      return rows.map(({ id }) => `/api/v1/conversation-instances/${slug}/conversations/${id}/turns`);
    },
    async submit(turnsPath, body) {
      const headers = { accept: "application/json", prefer: "respond-async" };
      const response = await call("POST", turnsPath, { version: "draft", ...body }, headers);
      await response.body?.cancel();
      return response.headers.get("location") ?? response.headers.get("content-location") ?? "";
    },
    async answersOf(turnIds) {
      const { rows } = await db.pool.query<{ id: string; sha256: string; createdAtMs: number }>(
        `select id, encode(sha256(convert_to(coalesce(output_text, ''), 'UTF8')), 'hex') as sha256,
           (extract(epoch from created_at) * 1000)::float8 as "createdAtMs"
         from turns where id = any($1::uuid[])`,
        [[...new Set(turnIds)]],
      );
      return new Map(rows.map((row) => [row.id, row]));
    },
    async stop() {
      await end(vendor);
      await opened.close();
      await stack.stop();
    },
  };
}

function registration(port: number): string {
  return JSON.stringify({
    alias: "house",
    provider: "openai_compatible",
    base_url: `http://127.0.0.1:${port}/v1`,
    model: "house-1",
    api_key: "sk-bench-1",
    context_tokens: 16_000,
    max_output_tokens: 8_000,
    surfaces: ["conversation"],
  });
}

const openManifest = JSON.stringify({
  schema_version: 1,
  destinations: ["openai_compatible"],
  rules: ["instructions", "input"].map((part) => ({ surface: "conversation", part, transform: "pass" })),
});

/** Waits until no turn waits or runs. */
export function endOfTurns({ db }: Pick<TurnBench, "db">): Promise<void> {
  return until(
    async () => {
      const { rows } = await db.pool.query<{ open: boolean }>(
        "select exists (select from turns where status in ('queued', 'running')) as open",
      );
      return rows[0]?.open === false;
    },
    { what: "turns end", everyMs: 100, timeoutMs: 110_000 },
  );
}
