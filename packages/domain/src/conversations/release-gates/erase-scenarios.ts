import { EvalScenarioContent } from "@service/contract";
import { statement, type Transaction } from "@service/db";
import { contentHash } from "@service/evaluations";
import { writtenBody } from "./scenario-body.ts";

/** What a promoted scenario says once its conversation is erased. */
const nothing = EvalScenarioContent.parse({ title: "Erased", turns: [{ user: "(erased)" }] });

const erase = statement(
  "eval_scenarios_erase",
  `with erased as (
     update eval_scenarios set status = 'retired', retired_reason = 'The conversation was erased.', tags = '{}',
       updated_at = case status when 'active' then now() else updated_at end
     where organization_id = $1 and conversation_id = $2
     returning id
   ), blanked as (
     update eval_scenario_revisions r set body = $3, content_hash = $4 from erased e where r.scenario_id = e.id
   ), forgotten as (
     update eval_results r set body = null, evidence = null from erased e where r.scenario_id = e.id
   )
   select count(*)::int as count from erased`,
);

/**
 * Retires the scenarios that were promoted from a conversation and removes what they and their results say (EVAL-56): part
 * of a deletion with `erase_derived`. Safe to repeat.
 * @returns how many there were.
 */
export async function eraseScenariosOf(
  tx: Transaction,
  conversation: { readonly organizationId: string; readonly conversationId: string },
): Promise<number> {
  const body = writtenBody({ content: nothing, source: null, evidence: null });
  const { rows } = await tx.query(
    erase([conversation.organizationId, conversation.conversationId, body, contentHash(nothing)]),
  );
  return rows[0]?.count ?? 0;
}
