import type { EvalRunStatus } from "@service/contract";
import { type Querying, statement, type Transaction } from "@service/db";
import { outcomeOf, totalsOf } from "@service/evaluations";
import { isOneOf, parseJson } from "@service/json";
import type * as z from "zod";
import { gateOf } from "../conversations/index.ts";
import { appendPlatformEvents, type NewPlatformEvent } from "../../events/events/index.ts";
import { readScenarioBody, tryResults } from "../release-gates/index.ts";
import { ResultBody } from "./eval-result.ts";
import { AutomationTrigger, RunSummary } from "./eval-run.ts";

/** Locks the run, so that of several last results one finishes it; nothing while trials are left, or when it has ended. */
const lockDone = statement(
  "eval_runs_lock_done",
  `select e.trial_rule as "trialRule", i.eval_gate as "evalGate" from eval_runs e
   join conversation_instances i on i.id = e.instance_id
   where e.id = $1 and e.status in ('queued', 'running')
   for no key update of e`,
);

const countLeft = statement(
  "eval_results_count_left",
  `select count(*)::int as left from eval_results where eval_run_id = $1 and status in ('queued', 'running')`,
).narrowed<{ readonly left: number }>();

const readResults = statement(
  "eval_results_read_of_run",
  `select e.scenario_key as "scenarioKey", e.scenario_revision as "scenarioRevision", e.status::text as status, e.score,
     e.body, r.body as scenario
   from eval_results e
   join eval_scenario_revisions r on r.scenario_id = e.scenario_id and r.revision = e.scenario_revision
   where e.eval_run_id = $1 order by e.scenario_key, e.trial`,
).narrowed<{ readonly status: string }>();

const complete = statement(
  "eval_runs_complete",
  `update eval_runs set status = 'completed', outcome = $2, summary = $3, completed_at = now()
   where id = $1 and status in ('queued', 'running')`,
);

/**
 * Completes the run once no trial is left (EVAL-65): its outcome, totals and the event commit with the last result.
 * @returns whether it is complete now.
 */
export async function finishEvalRun(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await tx.query(lockDone([id]));
  const [run] = rows;
  if (!run) return false;
  const { rows: counted } = await tx.query(countLeft([id]));
  if (counted[0]?.left !== 0) return false;
  const { rows: results } = await tx.query(readResults([id]));
  const rule = run.trialRule === "majority" ? "majority" : "all";
  const required = new Map(
    results.map(({ scenarioKey, scenario }) => [scenarioKey, readScenarioBody(scenario).content.required]),
  );
  const scenarios = tryResults(results).map(({ key, trials }) => ({ key, ...outcomeOf(trials, rule) }));
  const { totals, passRate, scoreMean } = totalsOf(scenarios);
  const gate = gateOf(run);
  const fails = scenarios.some(({ key, status }) => required.get(key) !== false && status !== "passed");
  const outcome = !fails && passRate >= gate.min_pass_rate ? "passed" : "failed";
  const summary: z.output<typeof RunSummary> = {
    totals,
    pass_rate: passRate,
    score_mean: scoreMean,
    usage: usageOf(results.map(({ body }) => body)),
  };
  const { rowCount } = await tx.query(complete([id, outcome, JSON.stringify(summary)]));
  if (rowCount !== 1) return false;
  await appendPlatformEvents(tx, [finishedEvent(await readFinished(tx, id))]);
  return true;
}

function usageOf(bodies: readonly (string | null)[]): z.output<typeof RunSummary>["usage"] {
  const usage = { input_tokens: 0, output_tokens: 0, estimated: false };
  for (const body of bodies) {
    const used = body === null ? null : ResultBody.parse(parseJson(body)).usage;
    if (used === null) continue;
    usage.input_tokens += used.input_tokens;
    usage.output_tokens += used.output_tokens;
    usage.estimated ||= used.estimated;
  }
  return usage;
}

interface FinishedRun {
  readonly id: string;
  readonly organizationId: string;
  readonly environmentSlug: string;
  readonly instanceSlug: string;
  readonly status: EvalRunStatus;
  readonly outcome: string | null;
  readonly targetVersion: number | null;
  readonly configHash: string;
  readonly summary: string | null;
  readonly triggerType: string;
  readonly triggerId: string;
}

const readFinishedRun = statement(
  "eval_runs_read_finished",
  `select e.id, e.organization_id as "organizationId", e.environment_slug as "environmentSlug",
     i.slug as "instanceSlug", e.status, e.outcome, e.target_version as "targetVersion",
     e.config_hash as "configHash", e.summary, e.trigger_type as "triggerType", e.trigger_id as "triggerId"
   from eval_runs e join conversation_instances i on i.id = e.instance_id where e.id = $1`,
);

export async function readFinished(db: Querying, id: string): Promise<FinishedRun> {
  const { rows } = await db.query(readFinishedRun([id]));
  const [run] = rows;
  if (!run) throw new Error("an evaluation that has just ended is gone");
  return run;
}

/** What follows from the end of a run: told once, by the id of the run (EVAL-67). */
export function finishedEvent(run: FinishedRun): NewPlatformEvent {
  const automation = run.triggerType === "automation" ? AutomationTrigger.parse(parseJson(run.triggerId)) : undefined;
  const summary = run.summary === null ? undefined : RunSummary.parse(parseJson(run.summary));
  return {
    organizationId: run.organizationId,
    type: "evaluation.finished",
    dedupeKey: `eval-run:${run.id}`,
    subject: { kind: "conversation_instance", key: run.instanceSlug },
    data: {
      instance_slug: run.instanceSlug,
      eval_run_id: run.id,
      environment: run.environmentSlug,
      status: run.status,
      outcome: isOneOf(["passed", "failed"], run.outcome) ? run.outcome : null,
      target: run.targetVersion ?? "draft",
      config_hash: run.configHash,
      ...(summary && { totals: summary.totals, pass_rate: summary.pass_rate, score_mean: summary.score_mean }),
      ...(automation && { automation_key: automation.automation_key, execution_id: automation.execution_id }),
    },
    ...(automation && { cause: { eventId: automation.event_id, depth: automation.depth } }),
  };
}
