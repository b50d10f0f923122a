import { fail } from "@service/contract";
import { statement } from "@service/db";
import type { OrganizationScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";

export type ExecutionStatus = "running" | "succeeded" | "failed";

/** One time that a derivation was computed for one connection. */
export interface DerivationExecution {
  readonly id: string;
  readonly connectionId: string;
  readonly status: ExecutionStatus;
  /** Changes of the book that it took: after the first, up to and with the second. */
  readonly changeSeqFrom: number;
  readonly changeSeqTo: number;
  readonly clients: number;
  readonly rows: number;
  readonly code: string | null;
  readonly message: string | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

/** A derivation of an organization. */
export interface Derivation {
  readonly key: string;
  readonly label: string;
  readonly mode: "incremental" | "full";
  readonly inputs: readonly string[];
  readonly output: string | null;
  readonly isAfterSync: boolean;
  readonly schedule: string | null;
  readonly timezone: string;
  readonly performedBy: string | null;
  readonly enabled: boolean;
  readonly dueAt: Date | null;
  readonly state: string;
  /** Null before the first. */
  readonly lastRun: DerivationExecution | null;
}

const listAll = statement(
  "derivations_list",
  `select d.key, d.label, d.mode, d.inputs, d.output, d.is_after_sync as "isAfterSync", d.schedule, d.timezone,
     d.performed_by as "performedBy", d.enabled, d.due_at as "dueAt", d.state from graph_derivations d
   where d.organization_id = $1 and ($2::text is null or d.key = $2) order by d.key`,
).narrowed<{
  readonly key: string;
  readonly label: string;
  readonly mode: "incremental" | "full";
  readonly inputs: readonly string[];
  readonly isAfterSync: boolean;
  readonly timezone: string;
  readonly enabled: boolean;
  readonly state: string;
}>();

const executionColumns = `e.id, e.key, e.connection_id as "connectionId", e.status, e.change_seq_from as "changeSeqFrom",
  e.change_seq_to as "changeSeqTo", e.clients, e.rows, e.code, e.message, e.started_at as "startedAt",
  e.finished_at as "finishedAt"`;

const lastExecutions = statement(
  "derivation_executions_last",
  `select x.* from derivations d cross join lateral (
     select ${executionColumns} from derivation_executions e where e.organization_id = d.organization_id and e.key = d.key
     order by e.started_at desc limit 1) x
   where d.organization_id = $1 and ($2::text is null or d.key = $2)`,
);

/** The derivations of an organization, by key. */
export async function listDerivations(
  deps: Pick<Deps, "db">,
  { organizationId }: OrganizationScope,
  key?: string,
): Promise<readonly Derivation[]> {
  const values = [organizationId, key ?? null] as const;
  const [{ rows }, { rows: last }] = await Promise.all([
    deps.db.pool.query(listAll(values)),
    deps.db.pool.query(lastExecutions(values)),
  ]);
  const byKey = new Map(last.map(({ key: of, ...execution }) => [of, execution]));
  return rows.map((row) => ({ ...row, lastRun: byKey.get(row.key) ?? null }));
}

const executionsShown = 20;

const listExecutionsOf = statement(
  "derivation_executions_list",
  `select ${executionColumns} from derivation_executions e where e.organization_id = $1 and e.key = $2
   order by e.started_at desc, e.id limit ${executionsShown}`,
);

/** One derivation with its last executions. @throws `not_found` */
export async function readDerivation(
  deps: Pick<Deps, "db">,
  scope: OrganizationScope,
  key: string,
): Promise<{ readonly derivation: Derivation; readonly executions: readonly DerivationExecution[] }> {
  const [derivation] = key.includes("\u0000") ? [] : await listDerivations(deps, scope, key);
  if (derivation === undefined) throw fail("not_found");
  const { rows } = await deps.db.pool.query(listExecutionsOf([scope.organizationId, key]));
  return { derivation, executions: rows };
}
