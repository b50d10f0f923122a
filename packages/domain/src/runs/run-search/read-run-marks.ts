import type { RunStatus } from "@service/contract";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";

/** What changes while a run goes on. */
export interface RunMark {
  readonly status: RunStatus;
  readonly attempt: number;
  readonly stage: string | null;
  readonly cancelRequestedAt: Date | null;
}

const readMarks = statement(
  "runs_read_marks",
  `select id, status, attempt, stage, cancel_requested_at as "cancelRequestedAt" from runs where id = any($1::uuid[])`,
);

/** Marks of runs by id. Not scoped to a tenant: the caller has shown that each id may be seen. */
export async function readRunMarks(
  { db }: Pick<Deps, "db">,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, RunMark>> {
  const { rows } = await db.pool.query(readMarks([runIds]));
  return new Map(rows.map(({ id, ...mark }) => [id, mark]));
}
