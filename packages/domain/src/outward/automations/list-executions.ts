import { limits } from "@service/contract";
import { statement } from "@service/db";

import type { Deps } from "../../deps.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import type { Execution, ExecutionStatus } from "./execution.ts";

const readExecutions = statement(
  "automation_executions_list",
  `select x.id, a.automation_key as "automationKey", x.status, x.event_id as "eventId", x.event_type as "eventType",
     x.attempts, x.code, x.message, x.run_id as "runId", x.emitted_event_id as "emittedEventId",
     x.delivery_id as "deliveryId", v.id as "evalRunId", x.created_at as "createdAt", x.fired_at as "firedAt", x.finished_at as "finishedAt"
   from automation_executions x join automations a on a.id = x.automation_id
   -- The newest: one that the queue refused is followed by another (AUTO-36).
   left join lateral (
     select e.id from conversation_instances i join eval_runs e on e.instance_id = i.id
     where i.organization_id = x.organization_id and e.created_at >= x.created_at
       and e.created_at <= coalesce(x.finished_at, now()) + interval '1 minute' and e.trigger_type = 'automation'
       and position('"execution_id":"' || x.id || '"' in e.trigger_id) > 0
     order by e.created_at desc, e.id desc limit 1) v on true
   where x.organization_id = $1 and ($2::text is null or a.automation_key = $2)
     and ($3::automation_execution_status is null or x.status = $3)
   order by x.created_at desc, x.id desc limit $4`,
);

/** `evalRunId`: the evaluation that it started; null: none. */
export type ListedExecution = Execution & { readonly evalRunId: string | null };

/**
 * The log of an organization's automations, newest first, including skipped executions with their reasons, and removed
 * automations.
 *
 * @param filter.limit at most 200; 50 by default.
 * @throws `not_found` for an organization that does not exist.
 */
export async function listExecutions(
  deps: Pick<Deps, "db">,
  filter: {
    readonly organizationId: string;
    readonly automationKey?: string | undefined;
    readonly status?: ExecutionStatus | undefined;
    readonly limit?: number | undefined;
  },
): Promise<ListedExecution[]> {
  const { id } = await showOrganization(deps, filter.organizationId);
  const { rows } = await deps.db.pool.query(
    readExecutions([
      id,
      filter.automationKey ?? null,
      filter.status ?? null,
      Math.min(filter.limit ?? limits.pageDefault, limits.pageMax),
    ]),
  );
  return rows;
}

/** An execution as the operator's command shows it. */
export function presentExecution(execution: ListedExecution) {
  return {
    execution_id: execution.id,
    automation_key: execution.automationKey,
    status: execution.status,
    event_type: execution.eventType,
    event_id: execution.eventId,
    attempts: execution.attempts,
    code: execution.code,
    message: execution.message,
    run_id: execution.runId,
    emitted_event_id: execution.emittedEventId,
    delivery_id: execution.deliveryId,
    eval_run_id: execution.evalRunId,
    created_at: execution.createdAt,
    fired_at: execution.firedAt,
    finished_at: execution.finishedAt,
  };
}
