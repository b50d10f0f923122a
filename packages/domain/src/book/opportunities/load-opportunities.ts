import { statement } from "@service/db";
import type { SharedDataset } from "@service/engine-kit";
import { datasetLimits, datasetOfLines } from "../../engines/datasets/index.ts";
import type { Deps } from "../../deps.ts";
import { isInPart } from "../records/index.ts";
import { opportunityTransitions } from "./opportunity-states.ts";
import { projectGroup } from "./project-runs.ts";

/** What a run is compared with, or why it cannot be computed. */
export type LoadedOpportunities =
  | { readonly kind: "loaded"; readonly datasets: readonly SharedDataset[] }
  /** The run does not feed the opportunities: it is compared with the run before it. */
  | { readonly kind: "not_followed" }
  | { readonly kind: "too_large" };

const findProjection = statement(
  "opportunity_projections_find",
  `select organization_id as "organizationId", environment_id as "environmentId", engine_id as "engineId"
   from opportunity_projections where run_id = $1`,
);

const readHead = statement(
  "opportunity_heads_read_for_run",
  `select h.run_id as "runId", h.completed_at as "completedAt"
   from opportunity_projections p join opportunity_heads h on h.organization_id = p.organization_id
     and h.environment_id = p.environment_id and h.engine_id = p.engine_id
   where p.run_id = $1 and h.run_id is not null`,
  // Both are written together.
).narrowed<{ readonly runId: string; readonly completedAt: Date }>();

/** The rows that a run covers, joined to its own row `p`. */
const coveredRows = `opportunity_projections p join opportunities o on o.organization_id = p.organization_id
     and o.environment_id = p.environment_id and o.engine_id = p.engine_id and o.connection_id = p.connection_id
     and (jsonb_typeof(p.scope::jsonb -> 'client_keys') = 'null' or p.scope::jsonb -> 'client_keys' ? o.client_key)
     and (p.part_of = 1 or ${isInPart("o.client_key", "p.part_index", "p.part_of")})`;

const gone = opportunityTransitions.reopen.from.map((status) => `'${status}'`).join(", ");

/** Without what the engine does not compare with. */
const readPrevious = statement(
  "opportunities_read_previous",
  `select o.opportunity_id as id,
     (o.body::jsonb - 'because' - 'evidence' - 'suggested_commands' || '{"change": "unchanged"}'::jsonb)::text as line
   from ${coveredRows}
   where p.run_id = $1 and o.status not in (${gone}) and o.opportunity_id > $2
   order by o.opportunity_id limit $3`,
).narrowed<{ readonly line: string }>();

const readAnnotations = statement(
  "opportunities_read_annotations",
  `select a.opportunity_id as id, jsonb_strip_nulls(jsonb_build_object('opportunity_id', a.opportunity_id,
       'status', a.status, 'follow_up_on', a.follow_up_on, 'updated_at',
       to_char(a.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text as line
   from ${coveredRows} join opportunity_annotations a on a.organization_id = o.organization_id
     and a.environment_id = o.environment_id and a.engine_id = o.engine_id and a.opportunity_id = o.opportunity_id
   where p.run_id = $1 and o.is_annotated and o.opportunity_id > $2
   order by o.opportunity_id limit $3`,
).narrowed<{ readonly line: string }>();

const pageRows = 2_000;
const beforeAll = "00000000-0000-0000-0000-000000000000";

/**
 * The datasets `opportunities:previous` and `opportunities:annotations` of a run that feeds the opportunities (OPPS-30):
 * what stands now, after every run that has finished, so that a run compares with the state that it will change.
 * `records:tasks`, which the engine type takes as well, is the ledger's (`loadOpenTasks`).
 *
 * @throws the signal's reason when it aborts; the driver's errors.
 */
export async function loadOpportunities(
  deps: Pick<Deps, "db" | "log">,
  runId: string,
  signal: AbortSignal,
): Promise<LoadedOpportunities> {
  const { rows: projections } = await deps.db.pool.query(findProjection([runId]));
  const [group] = projections;
  if (group === undefined) return { kind: "not_followed" };
  await projectGroup(deps, group, { isPatient: true, signal });
  signal.throwIfAborted();
  const { rows } = await deps.db.pool.query(readHead([runId]));
  const [head] = rows;
  if (head === undefined) return { kind: "loaded", datasets: [] };
  const previous = await linesOf(deps, readPrevious, runId, signal);
  const annotations = await linesOf(deps, readAnnotations, runId, signal);
  if (previous === undefined || annotations === undefined) return { kind: "too_large" };
  const at = { version: head.runId, asOf: head.completedAt.toISOString() };
  return {
    kind: "loaded",
    datasets: [
      datasetOfLines("opportunities:previous", previous, at),
      datasetOfLines("opportunities:annotations", annotations, at),
    ],
  };
}

/** @returns undefined when they are more than fits in a thread. */
async function linesOf(
  { db }: Pick<Deps, "db">,
  read: typeof readPrevious | typeof readAnnotations,
  runId: string,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const lines: string[] = [];
  let bytes = 0;
  for (let last = beforeAll; ;) {
    signal.throwIfAborted();
    const { rows } = await db.pool.query(read([runId, last, pageRows]));
    for (const { line } of rows) {
      bytes += Buffer.byteLength(line) + 1;
      lines.push(line);
    }
    if (bytes > datasetLimits.bytes / 2) return undefined;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < pageRows) return lines;
  }
}
