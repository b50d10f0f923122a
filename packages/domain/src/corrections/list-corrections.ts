import type { Pool, Transaction } from "@service/db";
import type { Deps } from "../deps.ts";

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

/**
 * Corrections of a run, oldest first; `attachCorrection` bounds their number. Check first that the run is the caller's.
 */
export async function listCorrections(deps: Pick<Deps, "db">, runId: string): Promise<CorrectionRow[]> {
  const { rows } = await deps.db.pool.query<CorrectionRow>(
    `select id, seq, output, solutions, reason, created_by as "createdBy", created_at as "createdAt"
     from run_corrections where run_id = $1 order by seq`,
    [runId],
  );
  return rows;
}

/** Corrected results by id of the correction. Not scoped to a tenant: never pass ids from a request. */
export async function loadCorrections(
  on: Transaction | Pool,
  correctionIds: readonly string[],
): Promise<Map<string, CorrectedResult>> {
  if (correctionIds.length === 0) return new Map();
  const { rows } = await on.query<CorrectedResult & { id: string }>(
    "select id, output, solutions from run_corrections where id = any($1::uuid[])",
    [correctionIds],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
