import { fail } from "@service/contract";
import * as z from "zod";
import { type BookRead, openCursor, readBook, sealCursor, type ServedBook, todayOf } from "../records/index.ts";
import type { BookView } from "../seats/index.ts";
import type { OpportunityPlace } from "./opportunity-order.ts";
import type { OpportunityDeps, OpportunityRow } from "./opportunity.ts";
import { hiddenMembers } from "./present-opportunity.ts";
import { type Projection, readProjection } from "./read-projection.ts";
import { type OpportunityPageQuery, readOpportunityPage } from "./read-opportunity-page.ts";
import { assertFilters } from "./select-opportunities.ts";

export interface OpportunityListRequest extends OpportunityPageQuery {
  /** Of the route, for the cursor. */
  readonly route: string;
  readonly connectionId: string | undefined;
  readonly cursor: string | undefined;
}

export interface ListedOpportunities {
  readonly book: ServedBook;
  readonly rows: readonly OpportunityRow[];
  readonly nextCursor: string | null;
  /** Null before the first run. */
  readonly projection: (Projection & { readonly isRefreshed: boolean }) | null;
}

const Place = z.strictObject({ sort: z.string(), id: z.guid() });

/**
 * A page of opportunities, by keyset (OPPS-5): pages show what stands now, and `projection` names the newest run.
 * @param check called at the snapshot before the page is read.
 * @throws `invalid_request` for a filter or sort on what the viewer may not see; `invalid_cursor`; what `readBook` refuses.
 */
export async function listOpportunities(
  deps: OpportunityDeps,
  { viewer, signal }: { readonly viewer: BookView; readonly signal: AbortSignal },
  request: OpportunityListRequest,
  check?: (read: BookRead) => Promise<void>,
): Promise<ListedOpportunities> {
  const { route, scope, connectionId, filters, sort, limit, cursor } = request;
  if (hiddenMembers(viewer.policy).has(sort.by))
    throw fail("invalid_request", { message: `The field policy hides ${sort.by}: it cannot be sorted by.` });
  assertFilters(filters, { viewer });
  const { organizationId: _, ...place } = scope;
  const sealed = { list: { route, ...place, connectionId, filters, sort }, viewer };
  const chain = cursor === undefined ? undefined : openCursor<OpportunityPlace>(deps.secrets, sealed, cursor, Place);
  // Rows are read as they stand: only the connection is that of the chain's first page.
  const bookRequest = { viewer, signal, connectionId: connectionId ?? chain?.connectionId };
  const { book, result } = await readBook(deps, bookRequest, async (read) => {
    await check?.(read);
    const projection = await readProjection(deps, scope);
    const page = { scope, filters, sort, limit };
    const { rows, next } = await readOpportunityPage(deps, read, page, chain?.place);
    const seq = chain?.seq ?? projection?.seq ?? 0;
    const state = { connectionId: read.connectionId, seq, today: chain?.today ?? todayOf(deps) };
    return {
      rows,
      nextCursor: next ? sealCursor(deps.secrets, sealed, { ...state, place: next }) : null,
      projection: projection && { ...projection, isRefreshed: projection.seq > seq },
    };
  });
  return { book, ...result };
}
