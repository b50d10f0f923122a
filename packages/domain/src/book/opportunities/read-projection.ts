import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import type { OpportunityScope } from "./opportunity-filters.ts";

/** The newest run whose result the opportunities show. */
export interface Projection {
  readonly runId: string;
  readonly completedAt: Date;
  /** Grows with every projected run. */
  readonly seq: number;
}

const readHeads = statement(
  "opportunity_heads_read",
  `select h.run_id as "runId", h.completed_at as "completedAt", (sum(h.seq) over ())::int as seq
   from opportunity_heads h
   where h.organization_id = $1 and h.environment_id = $2 and ($3::uuid[] is null or h.engine_id = any($3))
     and h.run_id is not null
   order by h.completed_at desc, h.run_id limit 1`,
  // Both are written together.
).narrowed<{ readonly runId: string; readonly completedAt: Date; readonly seq: number }>();

/** Undefined before the first run of the engines. */
export async function readProjection(
  { db }: Pick<Deps, "db">,
  { organizationId, environmentId, engineIds }: OpportunityScope,
): Promise<Projection | null> {
  const { rows } = await db.pool.query(readHeads([organizationId, environmentId, engineIds]));
  return rows[0] ?? null;
}
