import type { BookRow, RowsFound } from "@service/embedded-answers";
import {
  listOpportunities,
  type OpportunityDeps,
  type OpportunityScope,
  presentOpportunities,
} from "../../../book/opportunities/index.ts";
import type { BookView } from "../../../book/seats/index.ts";

export type OpportunitySourceDeps = OpportunityDeps;
/** Whose runs' opportunities: `engineIds` null for every engine, else those that the key is bound to. */
export type OpportunityReach = OpportunityScope;

/** Whose opportunities are read; `opportunities` left out: none. */
interface OpportunityRowsRequest {
  readonly viewer: BookView;
  readonly signal: AbortSignal;
  readonly opportunities?: OpportunityReach | undefined;
}

const pageRows = 200;
const rowsMax = 2_000;

/** Opportunities of one client or all, as their list shows them to the viewer (OPPS-3, OPPS-6). */
export async function opportunityRows(
  deps: OpportunitySourceDeps,
  { viewer, signal, opportunities: scope }: OpportunityRowsRequest,
  { connectionId, clientKey }: { readonly connectionId: string; readonly clientKey: string | undefined },
): Promise<RowsFound> {
  if (scope === undefined) return { rows: [], isComplete: true };
  const rows: BookRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await listOpportunities(
      deps,
      { viewer, signal },
      {
        route: "conversations.opportunities",
        scope,
        connectionId,
        filters: clientKey === undefined ? {} : { clientKey },
        sort: { by: "first_seen_at", isDescending: false },
        limit: pageRows,
        cursor,
      },
    );
    const shown = await presentOpportunities(deps, viewer.policy, page.rows);
    for (const [index, row] of page.rows.entries()) {
      const fields = shown[index];
      if (fields !== undefined) rows.push({ key: row.opportunityId, fields });
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && rows.length < rowsMax);
  return { rows, isComplete: cursor === undefined };
}
