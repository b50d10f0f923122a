import { fail, type EngineTypeName, type RunStatus } from "@service/contract";
import { isUnavailable, statement } from "@service/db";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";

/** A run with all that its packet shows or hashes; payload members are JSON strings as stored. */
export interface PacketRun {
  readonly id: string;
  readonly organizationId: string;
  readonly environmentSlug: string;
  readonly engineId: string;
  readonly engineSlug: string;
  readonly engineType: EngineTypeName;
  readonly status: RunStatus;
  readonly attempt: number;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  readonly actingPrincipal: string | null;
  readonly keyId: string;
  readonly traceId: string | null;
  readonly testScenario: string | null;
  readonly engineVersion: string | null;
  readonly configHash: string | null;
  readonly input: string;
  readonly output: string | null;
  readonly solutions: string | null;
  readonly trace: string | null;
}

const readForPacket = statement(
  "runs_read_for_packet",
  `select r.id, r.organization_id as "organizationId", r.environment_slug as "environmentSlug",
     r.engine_id as "engineId", r.engine_slug as "engineSlug", r.engine_type as "engineType", r.status, r.attempt,
     r.created_at as "createdAt", r.completed_at as "completedAt", r.acting_principal as "actingPrincipal",
     r.key_id as "keyId", r.trace_id as "traceId", r.test_scenario as "testScenario",
     r.engine_version as "engineVersion", r.config_hash as "configHash", p.input,
     case when r.status in ('completed', 'degraded') then p.output end as output,
     case when r.status in ('completed', 'degraded') then p.solutions end as solutions,
     case when r.status in ('completed', 'degraded') then p.trace end as trace
   from runs r join run_payloads p on p.run_id = r.id
   where r.id = $1 and r.organization_id = $2 and r.environment_id = $3`,
);

/**
 * The run of a packet; null when the organization and environment have no such run. Only completed and degraded runs
 * have result and trace.
 * @throws `load_run_failed`.
 */
export async function readRunForPacket(
  deps: Pick<Deps, "db">,
  scope: EnvironmentScope,
  runId: string,
): Promise<PacketRun | null> {
  try {
    const { rows } = await deps.db.pool.query(readForPacket([runId, scope.organizationId, scope.environmentId]));
    return rows[0] ?? null;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    throw fail("load_run_failed", { cause: error });
  }
}
