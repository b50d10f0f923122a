import { OpportunitySummary } from "@service/contract";
import {
  findOpportunityEngine,
  type OpportunityTotals,
  summarizeOpportunities as summarize,
} from "@service/domain/opportunities";
import type * as z from "zod";
import { route } from "../../../http/route.ts";
import { answerOf, EngineIdParams, opportunityEnvelope } from "./opportunity-answer.ts";
import { filtersOf, SummaryQuery } from "./opportunity-query.ts";

const id = "opportunities.summary";

export const summarizeOpportunities = route({
  id,
  method: "GET",
  path: "/api/v1/engines/{engine_id}/opportunities/summary",
  summary: "Count opportunities",
  description:
    "Counts and expected value by kind, status and producer, of the opportunities that the filters select and the acting person sees. All statuses count: `status=open` shows what is to be done.",
  hasServerTiming: true,
  endsWithCaller: true,
  params: EngineIdParams,
  query: SummaryQuery,
  responses: { 200: opportunityEnvelope(OpportunitySummary) },
  errors: ["engine_not_found", "engine_binding_forbidden"],
  async handle({ deps, caller, viewer, params, query, time, startedAtMs, reply }) {
    const engine = await findOpportunityEngine(deps, caller, params.engine_id);
    const { organizationId, environmentId } = caller;
    const { summary, ...found } = await summarize(
      deps,
      { viewer, signal: time.signal },
      {
        scope: { organizationId, environmentId, engineIds: [engine.id] },
        connectionId: query.connection_id,
        filters: filtersOf(query),
      },
    );
    const data = OpportunitySummary.parse(presentSummary(summary));
    const { body, headers } = answerOf({ deps, viewer, route: id, startedAtMs }, { ...found, data });
    return reply(200, body, headers);
  },
});

function presentSummary({ byKind, byStatus, byProducer, totals }: OpportunityTotals) {
  return {
    by_kind: tallies(byKind),
    by_status: tallies(byStatus),
    by_producer: tallies(byProducer),
    totals: tally(totals),
  };
}

type Tally = z.input<typeof OpportunitySummary>["totals"];

function tallies(of: OpportunityTotals["byKind"]): Record<string, Tally> {
  return Object.fromEntries([...of].map(([name, one]) => [name, tally(one)]));
}

function tally({ count, expectedValue }: OpportunityTotals["totals"]): Tally {
  return { count, expected_value: expectedValue };
}
