import { type EvalRun, type EvalRunStatus, fail, uuidPattern } from "@service/contract";
import { type Querying, statement } from "@service/db";
import { parseJson } from "@service/json";
import * as z from "zod";
import type { EnvironmentScope } from "../../identity/access/index.ts";

/** An evaluation run as stored. */
export interface EvalRunRow {
  readonly id: string;
  readonly instanceId: string;
  readonly environmentSlug: string;
  readonly status: EvalRunStatus;
  readonly outcome: string | null;
  /** Null: the draft. */
  readonly targetVersion: number | null;
  readonly configHash: string;
  readonly scenarioSetHash: string;
  readonly scorerVersion: string;
  readonly model: string;
  readonly trials: number;
  readonly trialRule: string;
  readonly label: string | null;
  readonly triggerType: string;
  readonly triggerId: string;
  /** JSON text. */
  readonly summary: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
}

/** Of `e`. */
export const evalRunColumns = `e.id, e.instance_id as "instanceId", e.environment_slug as "environmentSlug", e.status,
  e.outcome, e.target_version as "targetVersion", e.config_hash as "configHash",
  e.scenario_set_hash as "scenarioSetHash", e.scorer_version as "scorerVersion", e.model, e.trials,
  e.trial_rule as "trialRule", e.label, e.trigger_type as "triggerType", e.trigger_id as "triggerId", e.summary,
  e.created_at as "createdAt", e.started_at as "startedAt", e.completed_at as "completedAt"`;

const Count = z.int();

/** What a completed run comes to; stored as JSON text. */
export const RunSummary = z.object({
  totals: z.object({ scenarios: Count, passed: Count, failed: Count, errored: Count, flaky: Count }),
  pass_rate: z.number(),
  score_mean: z.number(),
  usage: z.object({ input_tokens: Count, output_tokens: Count, estimated: z.boolean() }),
});

/** Who started a run by an automation, and the event that it answers: stored as JSON text in `trigger_id`. */
export const AutomationTrigger = z.object({
  automation_key: z.string(),
  execution_id: z.string(),
  event_id: z.string(),
  depth: z.int(),
});

const readOne = statement(
  "eval_runs_read",
  `select ${evalRunColumns} from eval_runs e
   where e.organization_id = $1 and e.environment_id = $2 and e.instance_id = $3 and e.id = $4`,
);

/** A run of an instance in the caller's environment. @throws `eval_run_not_found` */
export async function requireEvalRun(
  db: Querying,
  { organizationId, environmentId }: EnvironmentScope,
  instanceId: string,
  id: string,
): Promise<EvalRunRow> {
  const { rows } = uuidPattern.test(id)
    ? await db.query(readOne([organizationId, environmentId, instanceId, id]))
    : { rows: [] };
  const [found] = rows;
  if (!found) throw fail("eval_run_not_found");
  return found;
}

export function presentEvalRun(row: EvalRunRow): z.output<typeof EvalRun> {
  const summary = row.summary === null ? undefined : RunSummary.parse(parseJson(row.summary));
  return {
    eval_run_id: row.id,
    status: row.status,
    outcome: row.outcome === "passed" || row.outcome === "failed" ? row.outcome : null,
    target: row.targetVersion ?? "draft",
    config_hash: row.configHash,
    scenario_set_hash: row.scenarioSetHash,
    scorer_version: row.scorerVersion,
    model: row.model,
    trials: row.trials,
    label: row.label,
    trigger:
      row.triggerType === "automation"
        ? { type: "automation", id: AutomationTrigger.parse(parseJson(row.triggerId)).automation_key }
        : { type: "key", id: row.triggerId },
    totals: summary?.totals ?? null,
    pass_rate: summary?.pass_rate ?? null,
    score_mean: summary?.score_mean ?? null,
    usage: summary?.usage ?? null,
    started_at: row.startedAt?.toISOString() ?? null,
    completed_at: row.completedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    environment: row.environmentSlug,
  };
}
