import { Opportunity } from "@service/contract";
import { boundEngines } from "@service/domain/access";
import { listOpportunities, presentOpportunities } from "@service/domain/opportunities";
import { readRow } from "@service/domain/records";
import * as z from "zod";
import type { BookRouteRow } from "../book-route.ts";
import { limitOf, stringIn } from "../list-query.ts";
import { maskedMembers } from "./opportunity-answer.ts";
import { ClientOpportunitiesQuery, filtersOf, sortOf } from "./opportunity-query.ts";

/** The opportunities of one client over all engines of the key's environment to which the key is bound (REC-125). */
export const accountOpportunities: BookRouteRow = {
  id: "records.accounts.opportunities",
  path: "/accounts/{client_key}/opportunities",
  summary: "List the opportunities of an account",
  description:
    "Of all opportunity engines in the key's environment; a scoped key sees those of the engines that it is bound to.",
  query: ClientOpportunitiesQuery,
  data: z.array(Opportunity),
  errors: ["invalid_cursor", "load_run_failed"],
  async find({ deps, viewer, caller, query, signal, key }) {
    const clientKey = key("client_key");
    const { organizationId, environmentId } = caller;
    const { book, rows, nextCursor } = await listOpportunities(
      deps,
      { viewer, signal },
      {
        route: "records.accounts.opportunities",
        scope: { organizationId, environmentId, engineIds: boundEngines(caller) },
        connectionId: stringIn(query, "connection_id"),
        filters: { ...filtersOf(query), clientKey },
        sort: sortOf(query),
        limit: limitOf(query),
        cursor: stringIn(query, "cursor"),
      },
      async (read) => void (await readRow(deps, read, "accounts", clientKey)),
    );
    const data = await presentOpportunities(deps, viewer.policy, rows);
    return {
      book,
      families: [],
      masked: maskedMembers(viewer),
      rows: rows.map(({ isSeen }) => ({ family: "accounts", isSeen })),
      nextCursor,
      present: () => data,
    };
  },
};
