import { randomUUID } from "node:crypto";
import { type EvalRunStatus, fail, limits } from "@service/contract";
import { statement, type Transaction } from "@service/db";
import { scenarioSetHash, scorerVersion } from "@service/evaluations";
import type { JsonObject } from "@service/json";
import { gateOf, type Instance, readConfiguration, readVersion, requireInstance } from "../conversations/index.ts";
import type { Deps } from "../../deps.ts";
import { replayable, type Replayable, replayOf } from "../../replays.ts";
import { keyScopeOf } from "../grounding/index.ts";
import type { Viewer } from "../../book/seats/index.ts";
import { refuseUnqueuedRun } from "./refuse-unqueued-run.ts";

/** What shall be evaluated. */
export interface EvalRunRequest {
  readonly slug: string;
  readonly target: "draft" | number;
  /** Scenarios that have any of these. */
  readonly tags: readonly string[] | undefined;
  readonly keys: readonly string[] | undefined;
  /** Undefined: as the gate of the instance asks. */
  readonly trials: number | undefined;
  readonly label: string | undefined;
  /** The body as it was sent, which a repetition must equal. */
  readonly body: JsonObject;
  readonly idempotencyKey: string | undefined;
  readonly trigger: { readonly type: "key" | "automation"; readonly id: string };
}

export interface StartedEvalRun {
  readonly id: string;
  readonly status: EvalRunStatus;
  /** The key was used before: this is that run. */
  readonly isReplay: boolean;
}

const selectScenarios = statement(
  "eval_scenarios_select",
  `select id, key, revision from eval_scenarios
   where organization_id = $1 and instance_id = $2 and status = 'active'
     and ($3::text[] is null or tags && $3::text[]) and ($4::text[] is null or key = any($4::text[]))
   order by key`,
);

const countActive = statement(
  "eval_scenarios_count_active",
  `select count(*)::int as count from eval_scenarios where organization_id = $1 and instance_id = $2 and status = 'active'`,
).narrowed<{ readonly count: number }>();

/** One row for each trial of each scenario; nothing at all when the idempotency key was used. */
const insertRun = statement(
  "eval_runs_insert",
  `with e as (
     insert into eval_runs (id, organization_id, environment_id, environment_slug, instance_id, target_version,
       config_hash, scenario_set_hash, scorer_version, model, trials, trial_rule, is_whole, label, trigger_type,
       trigger_id, rights, idem_hash, request_hash)
     values (@id, @organization_id, @environment_id, @environment_slug, @instance_id, @target_version, @config_hash,
       @scenario_set_hash, @scorer_version, @model, @trials, @trial_rule, @is_whole, @label, @trigger_type,
       @trigger_id, @rights, @idem_hash, @request_hash)
     on conflict (idem_hash) do nothing
     returning id, trials
   ), planned as (
     insert into eval_results (eval_run_id, scenario_key, trial, scenario_id, scenario_revision)
     select e.id, s.key, t.trial, s.id, s.revision
     from e, unnest(@scenario_keys::text[], @scenario_ids::uuid[], @scenario_revisions::int[]) as s (key, id, revision),
       generate_series(1, e.trials::int) as t (trial)
   )
   select id from e`,
);

const readByKey = statement(
  "eval_runs_read_by_key",
  `select id, status, request_hash as "requestHash" from eval_runs where idem_hash = $1`,
);

/** The deps of whoever starts evaluations: a route, or an automation. */
export type StartEvalRunDeps = Pick<Deps, "db" | "queue" | "log">;

/** Long, because an evaluation takes longer than a slow queue. */
const wakeTrustedMs = 1_000;

/**
 * Starts an evaluation (EVAL-60 to EVAL-63): the configuration, the scenarios with their revisions and the rights of whoever
 * asks are fixed in one commit; workers are woken. Called by the route and by automations.
 * @throws `conversation_instance_not_found`, `conversation_instance_version_not_found`, `no_eval_scenarios`,
 *   `eval_run_too_large`, `idempotency_key_reused`, `queue_unreachable`.
 */
export async function startEvalRun(
  deps: StartEvalRunDeps,
  viewer: Viewer,
  request: EvalRunRequest,
): Promise<StartedEvalRun> {
  const instance = await requireInstance(deps, viewer, request.slug);
  const scope = ["eval-run", ...keyScopeOf(viewer, instance.id)];
  const hashes = replayable({ scope, key: request.idempotencyKey, body: request.body });
  const replay = await findReplay(deps, hashes);
  if (replay) return replay;
  const configHash =
    request.target === "draft"
      ? instance.draftConfigHash
      : (await readVersion(deps, viewer, request.slug, String(request.target))).configHash;
  const { model } = await readConfiguration(deps, configHash);
  const id = await deps.db.inTransaction((tx) =>
    insert(tx, { viewer, instance, request, configHash, model: model.alias, hashes }),
  );
  if (id === undefined) {
    const winner = await findReplay(deps, hashes);
    if (winner) return winner;
    throw new Error("an evaluation was inserted neither by this request nor by another one");
  }
  const isWoken = await deps.queue.wake("evals", { trustedForMs: wakeTrustedMs });
  if (!isWoken && (await refuseUnqueuedRun(deps, id)))
    throw fail("queue_unreachable", { details: { eval_run_id: id } });
  return { id, status: "queued", isReplay: false };
}

async function insert(
  tx: Transaction,
  given: {
    readonly viewer: Viewer;
    readonly instance: Instance;
    readonly request: EvalRunRequest;
    readonly configHash: string;
    readonly model: string;
    readonly hashes: Replayable;
  },
): Promise<string | undefined> {
  const { viewer, instance, request, configHash, model, hashes } = given;
  const { trials: requestedTrials, trial_rule: trialRule } = gateOf(instance);
  const trials = request.trials ?? requestedTrials;
  const of = [instance.organizationId, instance.id] as const;
  const { rows: scenarios } = await tx.query(
    selectScenarios([...of, request.tags?.slice() ?? null, request.keys?.slice() ?? null]),
  );
  if (scenarios.length === 0) throw fail("no_eval_scenarios");
  if (scenarios.length * trials > limits.evalRunJobsMax) throw fail("eval_run_too_large");
  const { rows: counted } = await tx.query(countActive(of));
  const { rows } = await tx.query(
    insertRun({
      id: randomUUID(),
      organizationId: viewer.organizationId,
      environmentId: viewer.environmentId,
      environmentSlug: viewer.environmentSlug,
      instanceId: instance.id,
      targetVersion: request.target === "draft" ? null : request.target,
      configHash,
      scenarioSetHash: scenarioSetHash(scenarios),
      scorerVersion: String(scorerVersion),
      model,
      trials,
      trialRule,
      isWhole: counted[0]?.count === scenarios.length,
      label: request.label ?? null,
      triggerType: request.trigger.type,
      triggerId: request.trigger.id,
      rights: JSON.stringify(viewer),
      idemHash: hashes.keyHash,
      requestHash: hashes.requestHash,
      scenarioKeys: scenarios.map(({ key }) => key),
      scenarioIds: scenarios.map((scenario) => scenario.id),
      scenarioRevisions: scenarios.map(({ revision }) => revision),
    }),
  );
  return rows[0]?.id;
}

/** @throws `idempotency_key_reused` */
async function findReplay(
  { db }: Pick<Deps, "db">,
  { keyHash, requestHash }: Replayable,
): Promise<StartedEvalRun | undefined> {
  if (keyHash === null) return undefined;
  const { rows } = await db.pool.query(readByKey([keyHash]));
  const found = replayOf(rows[0], requestHash, ({ id }) =>
    fail("idempotency_key_reused", { details: { eval_run_id: id } }),
  );
  return found && { id: found.id, status: found.status, isReplay: true };
}
