import type { EvalGate } from "@service/contract";
import { type Querying, statement } from "@service/db";
import { type CandidateRun, decideGate, type GateDecision, scenarioSetHash, scorerVersion } from "@service/evaluations";
import { byText } from "@service/json";
import { readScenarioBody } from "./scenario-body.ts";
import { tryResults } from "./tried-scenarios.ts";

/** What the gate needs to know of an instance. */
export interface GatedInstance {
  readonly id: string;
  readonly organizationId: string;
  readonly evalGate: EvalGate;
  readonly latestVersion: number | null;
}

export interface ReleaseGateVerdict extends GateDecision {
  /** Keys of the scenarios that were retired since the latest release, or since the run, at most 100 (EVAL-47). */
  readonly retiredScenarios: readonly string[];
}

const readActive = statement(
  "eval_scenarios_read_active",
  `select s.key, s.revision, s.tags, r.body from eval_scenarios s
   join eval_scenario_revisions r on r.scenario_id = s.id and r.revision = s.revision
   where s.organization_id = $1 and s.instance_id = $2 and s.status = 'active'
   order by s.key`,
);

/**
 * Completed runs of a configuration, those first that may decide: of all scenarios, passed, of the scenarios of now. A run that
 * meets the rule is then looked at however many others came after it (EVAL-45).
 */
const readRuns = statement(
  "eval_runs_read_of_configuration",
  `select id, status::text as status, config_hash as "configHash", scorer_version as "scorerVersion",
     scenario_set_hash as "scenarioSetHash", trials, completed_at as "completedAt"
   from eval_runs
   where organization_id = @organization_id and instance_id = @instance_id and config_hash = @config_hash
     and status = 'completed'
   order by is_whole desc, outcome = 'passed' desc, scenario_set_hash = @set_hash::text desc, completed_at desc, id
     limit @limit`,
).narrowed<{ readonly status: string }>();

const readTrials = statement(
  "eval_results_read_of_runs",
  `select eval_run_id as "runId", scenario_key as "scenarioKey", scenario_revision as "scenarioRevision",
     status::text as status, score
   from eval_results where eval_run_id = any($1::uuid[]) order by eval_run_id, scenario_key, trial`,
).narrowed<{ readonly status: string }>();

const readReleasedHash = statement(
  "conversation_instance_versions_read_hash",
  "select config_hash as hash from conversation_instance_versions where instance_id = $1 and version = $2",
);

const readRetired = statement(
  "eval_scenarios_read_retired_since",
  `select s.key from eval_scenarios s
   where s.organization_id = $1 and s.instance_id = $2 and s.status = 'retired'
     and s.updated_at > coalesce((select v.released_at from conversation_instance_versions v
       where v.instance_id = $2 and v.version = $3::int), '-infinity')
   order by s.key limit $4`,
);

/** Runs of a configuration that are looked at: each has up to 500 results. */
const runsMax = 20;
const retiredShownMax = 100;

/**
 * Judges whether a configuration may be released now (EVAL-40 to EVAL-48).
 * @param db the transaction that holds the lock of the instance, where a release depends on the answer.
 */
export async function checkReleaseGate(
  db: Querying,
  instance: GatedInstance,
  release: {
    readonly configHash: string;
    readonly now: Date;
    /** An earlier release is released again. */
    readonly isRestored?: boolean;
  },
): Promise<ReleaseGateVerdict> {
  const { id, organizationId, evalGate: rule, latestVersion } = instance;
  const { configHash, now, isRestored = false } = release;
  const { rows: scenarios } = await db.query(readActive([organizationId, id]));
  const active = scenarios.map(({ key, revision, tags, body }) => {
    const { required } = readScenarioBody(body).content;
    return { key, revision, required, tags: tags ?? [] };
  });
  const released =
    latestVersion === null ? undefined : (await db.query(readReleasedHash([id, latestVersion]))).rows[0]?.hash;
  const setHash = scenarioSetHash(active);
  const candidates = await readCandidates(db, instance, { configHash, setHash });
  const { rows: retired } = await db.query(readRetired([organizationId, id, latestVersion, retiredShownMax]));
  const decision = decideGate({
    rule,
    configHash,
    scorerVersion,
    scenarioSetHash: setHash,
    now,
    active,
    candidates,
    baseline:
      latestVersion === null || released === undefined
        ? null
        : { version: latestVersion, runs: await readCandidates(db, instance, { configHash: released, setHash }) },
    isRestored,
  });
  const keys = new Set([...decision.report.retired.map((of) => of.scenario_key), ...retired.map(({ key }) => key)]);
  return { ...decision, retiredScenarios: [...keys].sort(byText).slice(0, retiredShownMax) };
}

async function readCandidates(
  db: Querying,
  { id, organizationId }: GatedInstance,
  { configHash, setHash }: { readonly configHash: string; readonly setHash: string },
): Promise<CandidateRun[]> {
  const { rows: runs } = await db.query(
    readRuns({ organizationId, instanceId: id, configHash, setHash, limit: runsMax }),
  );
  if (runs.length === 0) return [];
  const { rows: trials } = await db.query(readTrials([runs.map((run) => run.id)]));
  return runs.map((run) => ({
    evalRunId: run.id,
    status: run.status,
    configHash: run.configHash,
    scorerVersion: Number(run.scorerVersion),
    scenarioSetHash: run.scenarioSetHash,
    trials: run.trials,
    completedAt: run.completedAt,
    scenarios: tryResults(trials.filter(({ runId }) => runId === run.id)),
  }));
}
