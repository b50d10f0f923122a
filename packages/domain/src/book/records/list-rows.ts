import { fail } from "@service/contract";
import { familyOf, type FamilyName } from "@service/record-families";
import * as z from "zod";
import type { BookView } from "../seats/index.ts";
import { type ChangePlace, readChanges, type RemovedRow, snapshotAt } from "./changed-rows.ts";
import type { ServedBook } from "./connection.ts";
import { hiddenFields } from "./field-standing.ts";
import { pageByWords } from "./find-clients.ts";
import { type SealedList, openCursor, sealCursor } from "./list-cursor.ts";
import { defaultOrder, type ListOrder, type Position } from "./page-order.ts";
import { type ReadDeps, readBook, todayOf } from "./read-book.ts";
import { type BookRead, countRows, type PageQuery, type PageRow, readPage } from "./read-page.ts";
import { readRow } from "./read-row.ts";
import type { FilterValues } from "./row-filters.ts";
import { readSearchWords } from "./search-words.ts";
import { withoutHiddenTexts } from "./written-texts.ts";

/** A list as a caller asks for it; values have the types of their filters. */
export interface ListRequest {
  /** Of the route, for the cursor. */
  readonly route: string;
  readonly family: FamilyName;
  readonly connectionId: string | undefined;
  /** Rows of this client, which must be visible. */
  readonly clientKey?: string | undefined;
  /** Rows of this policy, which must be visible. */
  readonly policyKey?: string | undefined;
  readonly filters: FilterValues;
  /** Undefined: the family's own order. */
  readonly order: ListOrder | undefined;
  readonly q: string | undefined;
  /** Exclusive: a `change_seq`, or a time. */
  readonly updatedSince: number | Date | undefined;
  /** Sealed with the cursor. */
  readonly fields: readonly string[] | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly hasCount: boolean;
}

export interface ListedRows {
  readonly book: ServedBook;
  readonly rows: readonly (PageRow | RemovedRow)[];
  readonly nextCursor: string | null;
  readonly count: { readonly value: number; readonly isExact: boolean } | undefined;
}

const byKey: ListOrder = { field: undefined, direction: "asc" };

const RowPlace = z.strictObject({
  isPastValues: z.boolean(),
  sort: z.string().nullable(),
  key: z.string(),
  isIncluded: z.boolean(),
});
const ChangedPlace = z.strictObject({ seq: z.int(), key: z.string() });

/**
 * A page of a list (REC-32, REC-33, REC-34).
 * @throws `invalid_request` for a filter, a sort or words that the viewer may not use; `invalid_cursor`; what `readBook`
 *   refuses; `not_found` when the client or policy of the list is not there for the viewer.
 */
export async function listRows(
  deps: ReadDeps,
  { viewer, signal }: { readonly viewer: BookView; readonly signal: AbortSignal },
  request: ListRequest,
): Promise<ListedRows> {
  const { family, connectionId, updatedSince, limit, cursor } = request;
  assertUsable(request, viewer);
  const words = request.q === undefined ? undefined : readSearchWords(request.q, viewer);
  const isOfChanges = updatedSince !== undefined && request.order === undefined;
  if (typeof updatedSince === "number" && !isOfChanges)
    throw refused("sort", "cannot be used with updated_since=<change_seq>: changes are listed in their order");
  if (typeof updatedSince === "number" && request.hasCount)
    throw refused(
      "include_count",
      "cannot be used with updated_since=<change_seq>: rows that are gone are not counted",
    );
  const sealed = { list: sealedList(request), viewer };
  const chain =
    cursor === undefined
      ? undefined
      : openCursor<Position | ChangePlace>(deps.secrets, sealed, cursor, isOfChanges ? ChangedPlace : RowPlace);
  const today = chain?.today ?? todayOf(deps);
  const bookRequest = { viewer, connectionId, signal, pinned: chain };

  const { book, result } = await readBook(deps, bookRequest, async (read) => {
    const owner = await ownerOf(deps, read, request);
    const changedAfter =
      updatedSince instanceof Date ? await snapshotAt(deps, read.connectionId, updatedSince) : updatedSince;
    const cursorTo = (place: Position | ChangePlace | undefined): string | null =>
      place === undefined
        ? null
        : sealCursor(deps.secrets, sealed, { connectionId: read.connectionId, seq: read.seq, today, place });
    const queryBy = async (order: ListOrder): Promise<PageQuery> => {
      const { clients, policyKey } = owner;
      const pageRequest = { family, order, filters: request.filters, today, clients, policyKey, changedAfter };
      if (words === undefined || clients !== undefined) return { ...pageRequest, words };
      return pageByWords(deps, read, { ...pageRequest, words });
    };
    const shown = async (rows: readonly (PageRow | RemovedRow)[]): Promise<readonly (PageRow | RemovedRow)[]> => {
      const kept = rows.flatMap((one) => ("isRemoved" in one ? [] : [one]));
      const texts = new Map((await withoutHiddenTexts(deps, read, family, kept)).map((one) => [one.key, one]));
      return rows.map((one) => ("isRemoved" in one ? one : (texts.get(one.key) ?? one)));
    };
    if (isOfChanges) {
      const changes = {
        family,
        filters: request.filters,
        today,
        words,
        client: owner.clients?.[0],
        policyKey: owner.policyKey,
        after: changedAfter ?? 0,
        hasRemoved: typeof updatedSince === "number",
      };
      const from = chain && "seq" in chain.place ? chain.place : undefined;
      const { rows, next } = await readChanges(deps, read, changes, { limit, from });
      const count = request.hasCount ? await countRows(deps, read, await queryBy(byKey)) : undefined;
      return { rows: asUnder(await shown(rows), owner), nextCursor: cursorTo(next), count };
    }
    const query = await queryBy(request.order ?? visibleDefault(family, viewer));
    const after = chain && "sort" in chain.place ? chain.place : undefined;
    const { rows, next } = await readPage(deps, read, query, { limit, after });
    const count = request.hasCount ? await countRows(deps, read, query) : undefined;
    return { rows: asUnder(await shown(rows), owner), nextCursor: cursorTo(next), count };
  });
  return { book, ...result };
}

/** Posture lit would answer a list of a client or policy that it hides as not found: all its rows are then withheld. */
function asUnder<Row extends { readonly isSeen: boolean }>(rows: readonly Row[], owner: Owner): readonly Row[] {
  return owner.isSeen ? rows : rows.map((row) => ({ ...row, isSeen: false }));
}

/** What a list is sealed as: everything that was asked, but its place and the size of its pages. */
function sealedList({
  limit: _limit,
  cursor: _cursor,
  hasCount: _hasCount,
  updatedSince,
  ...list
}: ListRequest): SealedList {
  return {
    ...list,
    connectionId: undefined,
    updatedSince: updatedSince instanceof Date ? updatedSince.toISOString() : updatedSince,
  };
}

/** A default sort by a field that the viewer may not see would tell its order: the list is then by key (REC-35). */
function visibleDefault(family: FamilyName, { policy }: BookView): ListOrder {
  const order = defaultOrder(family);
  return order.field !== undefined && hiddenFields(policy, family).has(order.field) ? byKey : order;
}

/** Refuses what would tell of values that the viewer may not see: order and presence do (REC-35). */
function assertUsable({ family, filters, order }: ListRequest, { policy }: BookView): void {
  const hidden = hiddenFields(policy, family);
  for (const parameter of Object.keys(filters)) {
    const { fields } = familyOf(family).filters[parameter] ?? { fields: [] };
    if (fields.some((field) => hidden.has(field)))
      throw refused(parameter, "filters by a field that this reader may not see");
  }
  if (order?.field !== undefined && hidden.has(order.field))
    throw refused("sort", "names a field that this reader may not see");
}

function refused(field: string, message: string) {
  return fail("invalid_request", { message: `${field} ${message}.`, details: [{ field, message }] });
}

interface Owner {
  readonly clients: readonly string[] | undefined;
  readonly policyKey: string | undefined;
  /** False under shadow where posture lit would hide it. */
  readonly isSeen: boolean;
}

/** The client or policy that the list is under. */
async function ownerOf(deps: ReadDeps, read: BookRead, { clientKey, policyKey }: ListRequest): Promise<Owner> {
  if (clientKey !== undefined) {
    const { isSeen } = await readRow(deps, read, "accounts", clientKey);
    return { clients: [clientKey], policyKey, isSeen };
  }
  if (policyKey === undefined) return { clients: undefined, policyKey, isSeen: true };
  const { clientKey: client, isSeen } = await readRow(deps, read, "policies", policyKey);
  return { clients: client === null ? undefined : [client], policyKey, isSeen };
}
