import { randomUUID } from "node:crypto";
import { findEngineType } from "@service/engine-types";
import type { JsonObject } from "@service/json";
import type { EngineTypeName, RunStatus } from "@service/contract";
import type { Deps } from "../../deps.ts";
import { createEngine, findEngine, publish, type EngineForCall } from "../../engines/engines/index.ts";
import { createEnvironment } from "../../identity/environments/index.ts";
import type { Principal } from "../../identity/access/index.ts";
import { authenticate, createOrganizationKey } from "../../identity/keys/index.ts";
import { createOrganization } from "../../identity/organizations/index.ts";
import { withGates } from "../../testing/with-gates.ts";
import { claimRuns, type ClaimedRun } from "./claim-runs.ts";
import type { Submission } from "./read-submission.ts";
import type { WholeDeps } from "../../open-deps.ts";
import { submitRun, type SubmittedRun } from "./submit-run.ts";

const operator = { kind: "operator", id: "test" } as const;

/** An organization with a published engine, for the tests of this module. */
export type World = {
  readonly deps: WholeDeps;
  readonly organizationId: string;
  readonly live: Principal<"organization_key">;
  readonly sandbox: Principal<"organization_key">;
  /** As a request would read it now. */
  engine(): Promise<EngineForCall>;
  readonly slug: string;
  readonly input: JsonObject;
  submit(changes?: Partial<Submission>): Promise<SubmittedRun>;
};

export async function createWorld(deps: WholeDeps, engineType: EngineTypeName = "comparison"): Promise<World> {
  const organizationId = (await createOrganization(deps, operator, { name: "Harborline" })).id;
  await createEnvironment(deps, { ...operator, organizationId }, { slug: "sandbox" });
  const live = await callerOf(deps, organizationId, "live");
  const sandbox = await callerOf(deps, organizationId, "sandbox");
  const slug = "engine-under-test";
  await createEngine(deps, live, { slug, label: "Engine", description: "", engineType });
  await withGates(deps, () => publish(deps, live, slug, {}));
  const input = findEngineType(engineType).builtInCases()[0]?.input ?? {};
  const engine = async (): Promise<EngineForCall> => {
    const found = await findEngine(deps, { organizationId }, slug);
    if (!found) throw new Error("the engine of the test is gone");
    return found;
  };
  return {
    deps,
    organizationId,
    live,
    sandbox,
    engine,
    slug,
    input,
    async submit(changes = {}) {
      return submitRun(deps, submissionOf(changes.caller ?? live, changes.engine ?? (await engine()), input, changes));
    },
  };
}

export function submissionOf(
  caller: Submission["caller"],
  engine: EngineForCall,
  input: JsonObject,
  changes: Partial<Submission> = {},
): Submission {
  return {
    caller,
    engine,
    input,
    offerings: undefined,
    pinText: undefined,
    testScenario: undefined,
    submittedBy: undefined,
    idempotencyKey: undefined,
    principal: undefined,
    traceId: undefined,
    traceParent: undefined,
    ...changes,
  };
}

async function callerOf(
  deps: WholeDeps,
  organizationId: string,
  environmentSlug: string,
): Promise<Principal<"organization_key">> {
  const { apiKey } = await createOrganizationKey(deps, operator, { organizationId, environmentSlug });
  const caller = await authenticate(deps, apiKey);
  if (caller.kind !== "organization_key") throw new Error("an organization key became something else");
  return caller;
}

export type RunState = {
  readonly status: RunStatus;
  readonly attempt: number;
  readonly interruptions: number;
  readonly reclaims: number;
  readonly isHeld: boolean;
  readonly leaseSeconds: number | null;
  readonly error: string | null;
  readonly errorDetails: string | null;
  readonly cancelReason: string | null;
  readonly output: string | null;
  readonly events: readonly string[];
  readonly attempts: readonly string[];
};

/** The row with its events and attempts, for assertions. */
export async function stateOf(deps: Pick<Deps, "db">, runId: string): Promise<RunState> {
  const { rows } = await deps.db.pool.query<RunState>(
    `select r.status, r.attempt, r.interruptions, r.reclaims, r.lease_token is not null as "isHeld",
       extract(epoch from r.lease_expires_at - now())::float8 as "leaseSeconds", r.error, r.error_details as "errorDetails",
       r.cancel_reason as "cancelReason", p.output,
       array(select type::text from webhook_events e where e.run_id = r.id order by 1) as events,
       array(select outcome from run_attempts a where a.run_id = r.id order by attempt) as attempts
     from runs r join run_payloads p on p.run_id = r.id where r.id = $1`,
    [runId],
  );
  const row = rows[0];
  if (!row) throw new Error(`no run ${runId}`);
  return row;
}

/** Claims until this run is held (runs of other tests may be ahead of it). */
export async function hold(world: World, runId: string, owner = "test"): Promise<ClaimedRun> {
  for (let round = 0; round < 50; round += 1) {
    const claimed = await claimRuns(world.deps.db, {
      owner,
      engineTypes: ["comparison", "matching", "entity_analysis", "diligence", "triage", "opportunity"],
      runsMax: 100,
      firstSilenceSeconds: 900,
    });
    const wanted = claimed.find((run) => run.id === runId);
    if (wanted) return wanted;
    if (claimed.length === 0) break;
  }
  throw new Error(`run ${runId} could not be claimed`);
}

/** Moves a lease into the past, as if the worker had stopped reporting. */
export async function expireLease(deps: Pick<Deps, "db">, runId: string): Promise<void> {
  await deps.db.pool.query("update runs set lease_expires_at = now() - interval '1 second' where id = $1", [runId]);
}

/** A queued run with a dummy engine and payload, for tests of transitions only. */
export async function insertQueuedRun(
  deps: Pick<Deps, "db">,
  world: Pick<World, "organizationId"> & { readonly live: Pick<World["live"], "environmentId"> },
  engineType: EngineTypeName = "comparison",
): Promise<string> {
  const id = randomUUID();
  await deps.db.pool.query(
    `with run as (
       insert into runs (id, organization_id, environment_id, environment_slug, engine_id, engine_slug, engine_type,
         submitter, key_id, request_hash, status, fair_rank)
       values ($1, $2, $3, 'live', $4, 'none', $5, 'test', 'test', '', 'queued', 0) returning id)
     insert into run_payloads (run_id, input) select id, '{}' from run`,
    [id, world.organizationId, world.live.environmentId, randomUUID(), engineType],
  );
  return id;
}
