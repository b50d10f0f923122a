import type { SharedDataset } from "@service/engine-kit";
import { byText } from "@service/json";
import { datasetLimits, datasetOfLines } from "../../engines/datasets/index.ts";
import { type BookDeps, SqlText } from "../records/index.ts";
import { isSeenInLedger, type LedgerView } from "./ledger-visibility.ts";

/** What a run over the book has read, and for whom. */
export interface TasksOfRun extends LedgerView {
  readonly runId: string;
  readonly organizationId: string;
  readonly clientKeys: readonly string[];
}

/** The open tasks of a run's clients, or why it cannot be computed. */
export type LoadedTasks =
  | { readonly kind: "loaded"; readonly datasets: readonly SharedDataset[] }
  /** More than fits in a thread. */
  | { readonly kind: "too_large" };

const clientsOfStatement = 500;

/**
 * The open tasks of the clients that a run reads, in the run's environment, as far as its person sees them (LEDGER-70):
 * one dataset of this key, without what people wrote; none without a task. A task about an opportunity names it as its
 * source.
 * @throws the signal's reason when it aborts; the driver's errors.
 */
export async function loadOpenTasks(
  deps: BookDeps,
  datasetKey: string,
  run: TasksOfRun,
  signal: AbortSignal,
): Promise<LoadedTasks> {
  const tasks: TaskLine[] = [];
  let bytes = 0;
  for (let start = 0; start < run.clientKeys.length; start += clientsOfStatement) {
    const page = await tasksOf(deps, run, run.clientKeys.slice(start, start + clientsOfStatement), signal);
    for (const task of page) bytes += Buffer.byteLength(task.line) + 1;
    if (bytes > datasetLimits.bytes / 2) return { kind: "too_large" };
    tasks.push(...page);
  }
  if (tasks.length === 0) return { kind: "loaded", datasets: [] };
  tasks.sort((a, b) => byText(a.key, b.key));
  const last = tasks.reduce((newest, task) => (task.seq > newest.seq ? task : newest));
  const at = { version: String(last.seq), asOf: last.changedAt.toISOString() };
  const lines = tasks.map(({ line }) => line);
  return { kind: "loaded", datasets: [datasetOfLines(datasetKey, lines, at)] };
}

interface TaskLine {
  readonly key: string;
  /** The last command about it, and when that was recorded. */
  readonly seq: number;
  readonly changedAt: Date;
  readonly line: string;
}

async function tasksOf(
  { book }: BookDeps,
  run: TasksOfRun,
  clients: readonly string[],
  signal: AbortSignal,
): Promise<readonly TaskLine[]> {
  const values = new SqlText();
  const text = `
    select t.task_key as key, t.last_seq::int as seq, c.recorded_at as "changedAt", jsonb_strip_nulls(jsonb_build_object(
        'task_key', t.task_key, 'client_key', t.client_key, 'policy_key', t.policy_key, 'status', t.status,
        'category', t.category, 'priority', t.priority, 'due_on', t.due_on, 'created_at',
        to_char(t.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'source', case when t.entity_kind = 'opportunity' then jsonb_build_object('opportunity_id', t.entity_key)
          else t.source::jsonb end))::text as line
    from runs r
    join ledger_tasks t on t.organization_id = r.organization_id and t.environment_id = r.environment_id
    join ledger_commands c on c.organization_id = t.organization_id and c.seq = t.last_seq
    where r.id = ${values.value(run.runId, "uuid")} and r.organization_id = ${values.value(run.organizationId, "uuid")}
      and t.client_key = any(${values.value(clients, "text[]")}) and t.status = 'open'
      and t.connection_id = ${values.value(run.connectionId, "uuid")}
      and ${isSeenInLedger(values, run, { by: "created_by", assignee: "assignee_seat" })}`;
  return book.query<TaskLine>({ text, values }, signal);
}
