import { type EvalScenario, type EvalScenarioStatus, fail } from "@service/contract";
import { type Querying, statement } from "@service/db";
import type * as z from "zod";
import { answerShownTo, readEvidence } from "../grounding/index.ts";
import type { Viewer } from "../../book/seats/index.ts";
import { readScenarioBody, type ScenarioBody } from "../release-gates/index.ts";

/** A scenario at one revision, as stored. */
export interface ScenarioRow {
  readonly id: string;
  readonly instanceId: string;
  readonly key: string;
  readonly status: EvalScenarioStatus;
  /** The revision that is shown, and the current one. */
  readonly revision: number;
  readonly currentRevision: number;
  readonly retiredReason: string | null;
  /** JSON text. */
  readonly body: string;
  readonly contentHash: string;
  readonly createdAt: Date;
  /** When this revision was written. */
  readonly writtenAt: Date;
}

/** Of `s` (the scenario) and `r` (one of its revisions). */
export const scenarioColumns = `s.id, s.instance_id as "instanceId", s.key, s.status, r.revision,
  s.revision as "currentRevision", s.retired_reason as "retiredReason", r.body, r.content_hash as "contentHash",
  s.created_at as "createdAt", r.created_at as "writtenAt"`;

const readOne = statement(
  "eval_scenarios_read",
  `select ${scenarioColumns} from eval_scenarios s
   join eval_scenario_revisions r on r.scenario_id = s.id and r.revision = coalesce($4::int, s.revision)
   where s.organization_id = $1 and s.instance_id = $2 and s.key = $3`,
);

/**
 * A scenario of an instance, retired ones too, at its current revision or an earlier one.
 * @throws `eval_scenario_not_found`
 */
export async function requireScenario(
  db: Querying,
  instance: { readonly id: string; readonly organizationId: string },
  key: string,
  revision?: number,
): Promise<ScenarioRow> {
  const { rows } = await db.query(
    readOne([instance.organizationId, instance.id, key.replaceAll("\u0000", "\ufffd"), revision ?? null]),
  );
  const [found] = rows;
  if (!found) throw fail("eval_scenario_not_found");
  return found;
}

/** Whether a viewer may see what a scenario was promoted from (EVAL-57). */
export function isScenarioShown(viewer: Viewer, { evidence }: Pick<ScenarioBody, "evidence">): boolean {
  return answerShownTo(viewer, readEvidence(evidence));
}

/** A scenario as a viewer is shown it: without the words of an answer that they may not read (EVAL-57). */
export function presentScenario(row: ScenarioRow, viewer: Viewer): z.output<typeof EvalScenario> {
  const body = readScenarioBody(row.body);
  const { content, source } = body;
  const withheld = !isScenarioShown(viewer, body);
  return {
    id: row.id,
    key: row.key,
    title: content.title,
    revision: row.revision,
    status: row.status,
    tags: content.tags,
    required: content.required,
    history: withheld ? [] : content.history,
    turns: withheld ? [] : content.turns,
    fixtures: withheld ? [] : content.fixtures,
    pass_threshold: content.pass_threshold,
    source,
    withheld,
    retired_reason: row.retiredReason,
    content_hash: row.contentHash,
    created_at: row.createdAt.toISOString(),
    updated_at: row.writtenAt.toISOString(),
  };
}
