import type { EngineStatus, EngineTypeName, PinPolicy } from "@service/contract";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";

/** An engine as `svc engine list` shows it. */
export interface OperatorEngine {
  readonly slug: string;
  readonly label: string;
  readonly engineType: EngineTypeName;
  readonly status: EngineStatus;
  readonly pinPolicy: PinPolicy;
  /** Such as `2.1`; null while nothing is released. */
  readonly newestRelease: string | null;
  readonly draftUpdatedAt: Date;
}

const listForOperator = statement(
  "engines_list_for_operator",
  `select e.slug, e.label, e.engine_type as "engineType", e.status, e.pin_policy as "pinPolicy",
     (select r.major || '.' || r.minor from engine_releases r where r.engine_id = e.id
       order by r.major desc, r.minor desc limit 1) as "newestRelease",
     e.draft_updated_at as "draftUpdatedAt"
   from engines e where e.organization_id = $1 order by e.created_at, e.slug`,
);

/** The engines of an organization, the oldest first; at most `limits.enginesPerOrganization` (OPS-45). */
export async function listEnginesForOperator(
  deps: Pick<Deps, "db">,
  organizationId: string,
): Promise<OperatorEngine[]> {
  const { rows } = await deps.db.pool.query(listForOperator([organizationId]));
  return rows;
}
