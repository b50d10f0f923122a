import { findEngineType } from "@service/engine-types";
import type { JsonObject } from "@service/json";
import type { EngineTypeName, RunStatus } from "@service/contract";
import type { Deps } from "../../deps.ts";
import type { EngineForCall } from "../../engines/engines/index.ts";
import type { Principal } from "../../identity/access/index.ts";
import { engineNow, insertRun, newCaller, newOrganization, publishEngine, submissionOf } from "../../testing/index.ts";
import { claimRuns, type ClaimedRun } from "./claim-runs.ts";
import type { Submission } from "./read-submission.ts";
import type { WholeDeps } from "../../open-deps.ts";
import { submitRun, type SubmittedRun } from "./submit-run.ts";

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
  const organizationId = await newOrganization(deps, { sandboxes: ["sandbox"] });
  const live = await newCaller(deps, { organizationId });
  const sandbox = await newCaller(deps, { organizationId, environmentSlug: "sandbox" });
  const slug = "engine-under-test";
  await publishEngine(deps, live, { slug, engineType });
  const input = findEngineType(engineType).builtInCases()[0]?.input ?? {};
  const engine = (): Promise<EngineForCall> => engineNow(deps, { organizationId }, slug);
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
export function insertQueuedRun(
  deps: Pick<Deps, "db">,
  { organizationId }: Pick<World, "organizationId">,
  engineType: EngineTypeName = "comparison",
): Promise<string> {
  return insertRun(deps.db, { organizationId, engine: { engineType }, status: "queued" });
}
