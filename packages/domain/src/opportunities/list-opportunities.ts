import { fail } from "@service/contract";
import * as z from "zod";
import {
  type BookRead,
  openCursor,
  readBook,
  sealCursor,
  type ServedBook,
  SqlText,
  todayOf,
} from "../records/index.ts";
import type { BookReader } from "../seats/index.ts";
import { type OpportunityDeps, opportunityColumns, type OpportunityRow } from "./opportunity.ts";
import { hiddenMembers } from "./present-opportunity.ts";
import { type Projection, readProjection } from "./read-projection.ts";
import {
  assertFilters,
  conditionsOf,
  isShown,
  type OpportunityFilters,
  type OpportunityScope,
} from "./select-opportunities.ts";

/**
 * Members that lists are sorted by, each with its column's type; `isNullable`: rows without the value stand last, for
 * which an index of its own exists in each direction.
 */
export const opportunitySorts = {
  score: { type: "float8", isNullable: false },
  due_on: { type: "date", isNullable: true },
  expected_value: { type: "float8", isNullable: true },
  first_seen_at: { type: "timestamptz", isNullable: false },
} as const;
export type OpportunitySort = keyof typeof opportunitySorts;

export interface OpportunityListRequest {
  /** Of the route, for the cursor. */
  readonly route: string;
  readonly scope: OpportunityScope;
  readonly connectionId: string | undefined;
  readonly filters: OpportunityFilters;
  readonly sort: { readonly by: OpportunitySort; readonly isDescending: boolean };
  readonly limit: number;
  readonly cursor: string | undefined;
}

export interface ListedOpportunities {
  readonly book: ServedBook;
  readonly rows: readonly OpportunityRow[];
  readonly nextCursor: string | null;
  /** Null before the first run. */
  readonly projection: (Projection & { readonly isRefreshed: boolean }) | null;
}

/** The sort value as the database writes it, then the id. */
const Place = z.strictObject({ sort: z.string(), id: z.guid() });
type Place = z.output<typeof Place>;

/**
 * A page of opportunities, by keyset (OPPS-5): pages show what stands now, and `projection` names the newest run.
 * @param check called at the snapshot before the page is read.
 * @throws `invalid_request` for a filter or sort on what the reader may not see; `invalid_cursor`; what `readBook` refuses.
 */
export async function listOpportunities(
  deps: OpportunityDeps,
  { reader, signal }: { readonly reader: BookReader; readonly signal: AbortSignal },
  request: OpportunityListRequest,
  check?: (read: BookRead) => Promise<void>,
): Promise<ListedOpportunities> {
  const { route, scope, connectionId, filters, sort, limit, cursor } = request;
  if (hiddenMembers(reader.policy).has(sort.by))
    throw fail("invalid_request", { message: `The field policy hides ${sort.by}: it cannot be sorted by.` });
  assertFilters(filters, { reader });
  const { organizationId: _, ...place } = scope;
  const sealed = { list: { route, ...place, connectionId, filters, sort }, reader };
  const chain = cursor === undefined ? undefined : openCursor<Place>(deps.secrets, sealed, cursor, Place);
  // Rows are read as they stand: only the connection is that of the chain's first page.
  const asked = { reader, signal, connectionId: connectionId ?? chain?.connectionId };
  const { book, result } = await readBook(deps, asked, async (read) => {
    await check?.(read);
    const projection = await readProjection(deps, scope);
    const found = await readPage(deps, read, request, chain?.place);
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1) : undefined;
    const seq = chain?.seq ?? projection?.seq ?? 0;
    const state = { connectionId: read.connectionId, seq, today: chain?.today ?? todayOf(deps) };
    return {
      rows,
      nextCursor: last
        ? sealCursor(deps.secrets, sealed, { ...state, place: { sort: last.sortValue, id: last.opportunityId } })
        : null,
      projection: projection && { ...projection, isRefreshed: projection.seq > seq },
    };
  });
  return { book, ...result };
}

interface PageRow extends OpportunityRow {
  readonly sortValue: string;
}

/** The first rows behind a place, one more than the page has. */
async function readPage(
  deps: OpportunityDeps,
  read: BookRead,
  { scope, filters, sort, limit }: OpportunityListRequest,
  after: Place | undefined,
): Promise<readonly PageRow[]> {
  const values = new SqlText();
  const { type } = opportunitySorts[sort.by];
  const { column, direction, than } = orderOf(sort);
  const conditions = [...conditionsOf(values, read, scope, filters)];
  if (after !== undefined)
    conditions.push(
      `(${column}, o.opportunity_id) ${than} (${values.value(after.sort, type)}, ${values.value(after.id, "uuid")})`,
    );
  const text = `
    select ${opportunityColumns}, ${read.reader.enforced ? "true" : isShown(values, read)} as "isSeen",
      (${column})::text as "sortValue"
    from opportunities o where ${conditions.join(" and ")}
    order by ${column} ${direction}, o.opportunity_id ${direction} limit ${limit + 1}`;
  return deps.book.query<PageRow>({ text, values }, read.signal);
}

/** As the indexes have it: what has no value counts as the last of all. */
function orderOf({ by, isDescending }: OpportunityListRequest["sort"]) {
  const { type, isNullable } = opportunitySorts[by];
  const last = `'${isDescending ? "-" : ""}infinity'::${type}`;
  return {
    column: isNullable ? `coalesce(o.${by}, ${last})` : `o.${by}`,
    direction: isDescending ? "desc" : "asc",
    than: isDescending ? "<" : ">",
  } as const;
}
