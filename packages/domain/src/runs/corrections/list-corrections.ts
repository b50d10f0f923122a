import { type Pool, type Transaction, statement } from "@service/db";
import { inScope, organizationIdOf, type OrganizationScope, type ScopeOrEvery } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";

/** A corrected result, as JSON strings. */
export interface CorrectedResult {
  readonly output: string;
  readonly solutions: string | null;
}

export interface CorrectionRow extends CorrectedResult {
  readonly id: string;
  readonly seq: number;
  readonly reason: string;
  readonly createdBy: string;
  readonly createdAt: Date;
}

const listOfRun = statement(
  "run_corrections_list",
  `select c.id, c.seq, c.output, c.solutions, c.reason, c.created_by as "createdBy", c.created_at as "createdAt"
   from run_corrections c join runs r on r.id = c.run_id
   where c.run_id = @run_id and ${inScope("r.organization_id")} order by c.seq`,
);

/** Corrections of a run, oldest first; `attachCorrection` bounds their number. */
export async function listCorrections(
  deps: Pick<Deps, "db">,
  scope: ScopeOrEvery,
  runId: string,
): Promise<CorrectionRow[]> {
  const { rows } = await deps.db.pool.query(listOfRun({ runId, organizationId: organizationIdOf(scope) }));
  return rows;
}

const listHeads = statement(
  "run_corrections_list_heads",
  `select c.id, c.seq, c.reason, c.created_by as "createdBy", c.created_at as "createdAt"
   from run_corrections c join runs r on r.id = c.run_id
   where c.run_id = @run_id and r.organization_id = @organization_id order by c.seq`,
);

/** The same without the results, each of which may have 8 MiB. */
export async function listCorrectionHeads(
  deps: Pick<Deps, "db">,
  { organizationId }: OrganizationScope,
  runId: string,
): Promise<Omit<CorrectionRow, keyof CorrectedResult>[]> {
  const { rows } = await deps.db.pool.query(listHeads({ runId, organizationId }));
  return rows;
}

const readResults = statement(
  "run_corrections_read_results",
  "select id, output, solutions from run_corrections where id = any($1::uuid[])",
);

/** Corrected results by id of the correction. Not scoped to a tenant: never pass ids from a request. */
export async function loadCorrections(
  on: Transaction | Pool,
  correctionIds: readonly string[],
): Promise<Map<string, CorrectedResult>> {
  if (correctionIds.length === 0) return new Map();
  const { rows } = await on.query(readResults([correctionIds]));
  return new Map(rows.map((row) => [row.id, row]));
}
