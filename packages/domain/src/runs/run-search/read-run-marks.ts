import type { RunStatus } from "@service/contract";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import type { EnvironmentScope } from "../../identity/access/index.ts";

/** What changes while a run goes on, and where the run is. */
export interface RunMark extends EnvironmentScope {
  readonly status: RunStatus;
  readonly attempt: number;
  readonly stage: string | null;
  readonly cancelRequestedAt: Date | null;
}

const readMarks = statement(
  "runs_read_marks",
  `select id, organization_id as "organizationId", environment_id as "environmentId", status, attempt, stage,
     cancel_requested_at as "cancelRequestedAt"
   from runs where id = any($1::uuid[])`,
);

/** Marks of runs by id. Of any organization: the caller compares the place of each. */
export async function readRunMarks(
  { db }: Pick<Deps, "db">,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, RunMark>> {
  const { rows } = await db.pool.query(readMarks([runIds]));
  return new Map(rows.map(({ id, ...mark }) => [id, mark]));
}
