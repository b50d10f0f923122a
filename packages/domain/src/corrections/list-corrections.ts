import type { Deps } from "../deps.ts";

/** A corrected result, JSON texts. */
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

/** Corrections of a run, oldest first; `attachCorrection` bounds their number. The run was checked to be the caller's. */
export async function listCorrections(deps: Pick<Deps, "db">, runId: string): Promise<CorrectionRow[]> {
  const { rows } = await deps.db.pool.query<CorrectionRow>(
    `select id, seq, output, solutions, reason, created_by as "createdBy", created_at as "createdAt"
     from run_corrections where run_id = $1 order by seq`,
    [runId],
  );
  return rows;
}

/** Corrected results by id of the correction. Only for the service itself: no tenant is asked for. */
export async function loadCorrections(
  deps: Pick<Deps, "db">,
  correctionIds: readonly string[],
): Promise<Map<string, CorrectedResult>> {
  if (correctionIds.length === 0) return new Map();
  const { rows } = await deps.db.pool.query<CorrectedResult & { id: string }>(
    "select id, output, solutions from run_corrections where id = any($1::uuid[])",
    [correctionIds],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
