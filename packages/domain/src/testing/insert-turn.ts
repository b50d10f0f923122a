import { randomUUID } from "node:crypto";
import { EvalScenarioContent } from "@service/contract";
import type { Database } from "@service/db";
import { contentHash, scenarioSetHash, scorerVersion } from "@service/evaluations";
import * as z from "zod";

/** A turn as a test wants it; what is left out is that of a completed one. */
export interface TestTurn {
  readonly status?: "queued" | "running" | "completed" | "failed" | "incomplete";
  readonly input?: string;
  readonly output?: string | null;
  /** JSON text. */
  readonly evidence?: string | null;
  /** JSON text. */
  readonly citations?: string;
  readonly parentTurnId?: string | null;
  readonly createdAt?: Date;
}

/**
 * Writes the row of a turn as the runner leaves it, with the counts of its conversation, for tests that are about what others
 * do with turns. @returns its id.
 */
export async function insertTestTurn(db: Database, conversationId: string, turn: TestTurn = {}): Promise<string> {
  const { status = "completed", input = "When does it expire?", output = "On 2027-03-01.", evidence = null } = turn;
  const isActive = status === "queued" || status === "running";
  const id = randomUUID();
  await db.pool.query({
    text: `insert into turns (id, conversation_id, organization_id, environment_id, instance_id, index, parent_turn_id,
        status, input_text, instance_version, config_hash, rights, key_id, request_hash, attempt, lease_token, evidence,
        output_text, citations, method, incomplete_reason, created_at, started_at, completed_at, attachment_ids)
      select $1, c.id, c.organization_id, c.environment_id, c.instance_id, c.turn_count + 1,
        coalesce($9::uuid, c.head_turn_id), $3::turn_status, $4, null, i.draft_config_hash, '{}', 'key', '\\x00',
        case when $3 = 'queued' then 0 else 1 end, case when $3 = 'running' then gen_random_uuid() end, $5,
        case when $3 = 'queued' then null else $6 end, $7, case when $8 then null else 'extractive' end,
        case when $3 = 'incomplete' then 'max_output_tokens' end, coalesce($10::timestamptz, now()),
        case when $3 = 'queued' then null else coalesce($10::timestamptz, now()) end,
        case when $8 then null else coalesce($10::timestamptz, now()) end, '{}'
      from conversations c join conversation_instances i on i.id = c.instance_id where c.id = $2`,
    values: [
      id,
      conversationId,
      status,
      input,
      evidence,
      output,
      turn.citations ?? "[]",
      isActive,
      turn.parentTurnId ?? null,
      turn.createdAt ?? null,
    ],
  });
  await db.pool.query({
    text: `update conversations c set turn_count = t.index, head_turn_id = t.id, last_turn_at = t.created_at, updated_at = now(),
        title = case when c.title = '' then left(t.input_text, 80) else c.title end
      from turns t where t.id = $1 and c.id = t.conversation_id`,
    values: [id],
  });
  if (status === "completed" || status === "failed" || status === "incomplete")
    await db.pool.query({
      text: `insert into turn_attempts (turn_id, attempt, worker, mode, started_at, ended_at, end_reason)
        select id, 1, 'test', 'restart', created_at, completed_at, $2 from turns where id = $1`,
      values: [id, status],
    });
  return id;
}

const Scenarios = z.array(z.object({ key: z.string(), revision: z.int() }));

/**
 * Writes a run of the draft in which every active scenario passed, so that the gate lets it be released: for tests that are
 * about releases and what comes after. An instance without a scenario gets one.
 */
export async function passTestGate(
  db: Database,
  { organizationId, slug }: { readonly organizationId: string; readonly slug: string },
): Promise<void> {
  const query = async (text: string, values: unknown[]) => (await db.pool.query({ text, values })).rows;
  const instance = [organizationId, slug];
  const content = EvalScenarioContent.parse({
    title: "Every answer",
    turns: [{ user: "Hello", assertions: [{ type: "status", value: "completed" }] }],
  });
  await query(
    `with s as (
       insert into eval_scenarios (id, organization_id, instance_id, key, tags)
       select gen_random_uuid(), i.organization_id, i.id, 'every-answer', '{}' from conversation_instances i
       where i.organization_id = $1 and i.slug = $2
         and not exists (select from eval_scenarios a where a.instance_id = i.id and a.status = 'active')
       returning id
     )
     insert into eval_scenario_revisions (scenario_id, revision, body, content_hash, created_by)
     select id, 1, $3, $4, 'key' from s`,
    [...instance, JSON.stringify({ content, source: null, evidence: null }), contentHash(content)],
  );
  const active = await query(
    `select s.key, s.revision from eval_scenarios s join conversation_instances i on i.id = s.instance_id
     where i.organization_id = $1 and i.slug = $2 and s.status = 'active'`,
    instance,
  );
  await query(
    `with e as (
       insert into eval_runs (id, organization_id, environment_id, environment_slug, instance_id, config_hash, trials,
         scenario_set_hash, scorer_version, model, trial_rule, is_whole, trigger_type, trigger_id, rights, request_hash,
         status, outcome, completed_at)
       select gen_random_uuid(), i.organization_id, n.id, n.slug, i.id, i.draft_config_hash,
         coalesce((i.eval_gate::jsonb ->> 'trials')::smallint, 1), $3, $4, 'embedded', 'all', true, 'key', 'key', '{}',
         ''::bytea, 'completed', 'passed', now()
       from conversation_instances i join environments n on n.organization_id = i.organization_id and n.slug = 'live'
       where i.organization_id = $1 and i.slug = $2
       returning id, instance_id, trials
     )
     insert into eval_results (eval_run_id, scenario_key, trial, scenario_id, scenario_revision, status, score)
     select e.id, s.key, n.trial, s.id, s.revision, 'passed', 1
     from e join eval_scenarios s on s.instance_id = e.instance_id and s.status = 'active',
       generate_series(1, e.trials::int) n (trial)`,
    [...instance, scenarioSetHash(Scenarios.parse(active)), String(scorerVersion)],
  );
}
