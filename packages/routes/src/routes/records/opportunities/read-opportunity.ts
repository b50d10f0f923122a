import { Opportunity } from "@service/contract";
import { findOpportunityEngine, presentOpportunities, readOpportunity as read } from "@service/domain/opportunities";
import { route } from "../../../http/route.ts";
import { BookQuery } from "../list-query.ts";
import { answerOf, OneOpportunity, OpportunityParams } from "./opportunity-answer.ts";

const id = "opportunities.read";

export const readOpportunity = route({
  id,
  method: "GET",
  path: "/api/v1/engines/{engine_id}/opportunities/{opportunity_id}",
  summary: "Read an opportunity",
  description: "As it stands now, with its annotation. Ids are the same in every run of the engine.",
  hasServerTiming: true,
  endsWithCaller: true,
  params: OpportunityParams,
  query: BookQuery,
  responses: { 200: OneOpportunity },
  errors: ["engine_not_found", "engine_binding_forbidden", "opportunity_not_found", "load_run_failed"],
  async handle({ deps, caller, viewer, params, query, time, startedAtMs, reply }) {
    const engine = await findOpportunityEngine(deps, caller, params.engine_id);
    const { organizationId, environmentId } = caller;
    const { row, ...found } = await read(
      deps,
      { viewer, signal: time.signal },
      {
        scope: { organizationId, environmentId, engineIds: [engine.id] },
        opportunityId: params.opportunity_id,
        connectionId: query.connection_id,
      },
    );
    const [shown] = await presentOpportunities(deps, viewer.policy, [row]);
    const answer = { ...found, data: Opportunity.parse(shown), rows: [row] };
    const { body, headers } = answerOf({ deps, viewer, route: id, startedAtMs }, answer);
    return reply(200, body, headers);
  },
});
