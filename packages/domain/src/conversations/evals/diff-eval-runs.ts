import { type EvalDiff, type EvalResultStatus, fail } from "@service/contract";
import { type Querying, statement } from "@service/db";
import {
  compareAnswers,
  type ComparedAnswer,
  type ComparedPair,
  type ComparedRun,
  compareRuns,
  jsonPatch,
  outcomeOf,
} from "@service/evaluations";
import { asJsonObject, parseJson } from "@service/json";
import * as z from "zod";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import { openPlace, pageOf, sealPlace } from "../../paging.ts";
import { readConfiguration, requireInstance } from "../conversations/index.ts";
import type { Deps } from "../../deps.ts";
import type { Viewer } from "../../book/seats/index.ts";
import { tryResults } from "../release-gates/index.ts";
import { resultColumns, type ResultRow, shownResult } from "./eval-result.ts";
import { evalRunColumns, type EvalRunRow, requireEvalRun } from "./eval-run.ts";

const readResults = statement(
  "eval_results_read_compared",
  `select scenario_key as "scenarioKey", scenario_revision as "scenarioRevision", status::text as status, score
   from eval_results where eval_run_id = $1 order by scenario_key, trial`,
).narrowed<{ readonly status: string }>();

const readAnswers = statement(
  "eval_results_read_first_trials",
  `select ${resultColumns} from eval_results where eval_run_id = $1 and trial = 1 and scenario_key = any($2::text[])`,
).narrowed<{ readonly status: string }>();

/** The completed run of the latest release in which most scenarios passed, in all their trials, the newest of equals. */
const readReleased = statement(
  "eval_runs_read_latest_release",
  `select ${evalRunColumns} from eval_runs e
   join conversation_instances i on i.id = e.instance_id
   join conversation_instance_versions v on v.instance_id = i.id and v.version = i.latest_version
     and v.config_hash = e.config_hash
   where e.organization_id = $1 and e.environment_id = $2 and e.instance_id = $3 and e.status = 'completed'
     and e.id <> $4
   order by (select count(*) from (select from eval_results r where r.eval_run_id = e.id
       group by r.scenario_key having bool_and(r.status = 'passed')) passed) desc,
     e.completed_at desc limit 1`,
);

/** Which two runs are compared. */
export interface DiffRequest {
  readonly slug: string;
  /** The run of the path is the head. */
  readonly id: string;
  /** The base: a run, or the best run of the latest release. */
  readonly against: string;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/**
 * Compares a run with an earlier one (EVAL-30 to EVAL-35); scenarios by key, in pages.
 * @throws `conversation_instance_not_found`, `eval_run_not_found`, `eval_run_not_finished`, `eval_runs_not_comparable`,
 *   `invalid_cursor`.
 */
export async function diffEvalRuns(
  deps: Pick<Deps, "db" | "secrets">,
  caller: EnvironmentScope,
  viewer: Viewer,
  request: DiffRequest,
): Promise<z.output<typeof EvalDiff>> {
  const { db, secrets } = deps;
  const instance = await requireInstance(deps, caller, request.slug);
  const head = await requireEvalRun(db.pool, caller, instance.id, request.id);
  const base =
    request.against === "latest_release"
      ? await requireReleasedRun(db.pool, caller, instance.id, head.id)
      : await requireEvalRun(db.pool, caller, instance.id, request.against);
  if (head.status !== "completed" || base.status !== "completed") throw fail("eval_run_not_finished");
  const comparison = compareRuns(await comparedRun(db.pool, base), await comparedRun(db.pool, head));
  if (comparison === undefined) throw fail("eval_runs_not_comparable");
  const list = { list: "eval_diff", base: base.id, head: head.id };
  const [after] = request.cursor === undefined ? [""] : openPlace(secrets, list, request.cursor, z.tuple([z.string()]));
  const rest = comparison.scenarios.filter(({ key }) => key > after);
  const { rows, nextCursor } = pageOf(rest, request.limit, (last) => sealPlace(secrets, list, [last.key]));
  const answers = {
    base: await answersOf(db.pool, base.id, rows, viewer),
    head: await answersOf(db.pool, head.id, rows, viewer),
  };
  const [from, to] = [await readConfiguration(deps, base.configHash), await readConfiguration(deps, head.configHash)];
  const { comparable, summary, significance } = comparison;
  return {
    base: base.id,
    head: head.id,
    comparable: {
      same_scenarios: comparable.sameScenarios,
      same_scorers: comparable.sameScorers,
      notes: [...comparable.notes],
    },
    summary,
    significance: { discordant: significance.discordant, p_value: significance.pValue },
    config_patch: jsonPatch(jsonOf(from), jsonOf(to)).map((operation) => ({ ...operation })),
    scenarios: rows.map((pair) => presentPair(pair, answers.base.get(pair.key), answers.head.get(pair.key))),
    next_cursor: nextCursor,
  };
}

async function requireReleasedRun(
  db: Querying,
  { organizationId, environmentId }: EnvironmentScope,
  instanceId: string,
  headId: string,
): Promise<EvalRunRow> {
  const { rows } = await db.query(readReleased([organizationId, environmentId, instanceId, headId]));
  const [found] = rows;
  if (!found) throw fail("eval_run_not_found");
  return found;
}

async function comparedRun(db: Querying, run: EvalRunRow): Promise<ComparedRun> {
  const { rows } = await db.query(readResults([run.id]));
  const rule = run.trialRule === "majority" ? "majority" : "all";
  return {
    scorerVersion: Number(run.scorerVersion),
    scenarioSetHash: run.scenarioSetHash,
    trials: run.trials,
    scenarios: tryResults(rows).map(({ key, revision, trials }) => ({ key, revision, ...outcomeOf(trials, rule) })),
  };
}

async function answersOf(
  db: Querying,
  runId: string,
  pairs: readonly ComparedPair[],
  viewer: Viewer,
): Promise<ReadonlyMap<string, ShownAnswer>> {
  const { rows } = await db.query(readAnswers([runId, pairs.map(({ key }) => key)]));
  return new Map(rows.map((row) => [row.scenarioKey, answerOf(row, viewer)]));
}

interface ShownAnswer extends ComparedAnswer {
  readonly withheld: boolean;
}

function answerOf(row: ResultRow, viewer: Viewer): ShownAnswer {
  const { output_text: text, assertions, latency_ms: latencyMs, withheld } = shownResult(row, viewer);
  return { text, latencyMs, withheld, assertions: assertions.map(({ judge: _judge, ...assertion }) => assertion) };
}

function presentPair(
  { key, change, base, head }: ComparedPair,
  before: ShownAnswer | undefined,
  after: ShownAnswer | undefined,
): z.output<typeof EvalDiff>["scenarios"][number] {
  const compared =
    before === undefined || after === undefined
      ? undefined
      : compareAnswers(before, after, change !== "changed_revision");
  const side = (
    scenario: { readonly status: EvalResultStatus; readonly score: number } | null,
    answer: ShownAnswer | undefined,
  ) => {
    if (scenario === null) return null;
    const { status, score } = scenario;
    return { status, score: answer?.withheld === true ? Number(status === "passed") : score };
  };
  // What one side withholds would show as removed or added.
  const isShown = before?.text !== null && after?.text !== null;
  const isWithheld = before?.withheld === true || after?.withheld === true;
  return {
    key,
    change,
    flaky: base?.flaky === true || head?.flaky === true,
    base: side(base, before),
    head: side(head, after),
    assertion_changes: isWithheld ? [] : (compared?.assertionChanges ?? []).map((each) => ({ ...each })),
    text_diff: isShown && compared?.textDiff ? compared.textDiff.map((each) => ({ ...each })) : null,
    latency_delta_ms: compared?.latencyDeltaMs ?? null,
  };
}

/** Members that are absent are `undefined` in a parsed configuration, which JSON does not have. */
function jsonOf(config: object) {
  return asJsonObject(parseJson(JSON.stringify(config)));
}
