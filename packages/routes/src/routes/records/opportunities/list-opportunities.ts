import { Opportunity } from "@service/contract";
import { findOpportunityEngine, listOpportunities as list, presentOpportunities } from "@service/domain/opportunities";
import * as z from "zod";
import { route } from "../../../http/route.ts";
import { limitOf, stringIn } from "../list-query.ts";
import { answerOf, EngineIdParams, opportunityEnvelope } from "./opportunity-answer.ts";
import { filtersOf, OpportunitiesQuery, sortOf } from "./opportunity-query.ts";

const id = "opportunities.list";

export const listOpportunities = route({
  id,
  method: "GET",
  path: "/api/v1/engines/{engine_id}/opportunities",
  summary: "List opportunities",
  description:
    "What the runs of an engine have found in the key's environment, as it stands now, for the clients that the acting person sees. Pages follow each other by value: when `projection.refreshed` is true a newer run has changed the list since its first page.",
  hasServerTiming: true,
  endsWithCaller: true,
  params: EngineIdParams,
  query: OpportunitiesQuery,
  responses: { 200: opportunityEnvelope(z.array(Opportunity)) },
  errors: ["engine_not_found", "engine_binding_forbidden", "invalid_cursor", "load_run_failed"],
  async handle({ deps, caller, viewer, params, query, time, startedAtMs, reply }) {
    const engine = await findOpportunityEngine(deps, caller, params.engine_id);
    const { organizationId, environmentId } = caller;
    const found = await list(
      deps,
      { viewer, signal: time.signal },
      {
        route: id,
        scope: { organizationId, environmentId, engineIds: [engine.id] },
        connectionId: query.connection_id,
        filters: filtersOf(query),
        sort: sortOf(query),
        limit: limitOf(query),
        cursor: stringIn(query, "cursor"),
      },
    );
    const data = z.array(Opportunity).parse(await presentOpportunities(deps, viewer.policy, found.rows));
    const { body, headers } = answerOf({ deps, viewer, route: id, startedAtMs }, { ...found, data });
    return reply(200, body, headers);
  },
});
