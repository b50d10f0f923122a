import { fail } from "@service/contract";
import { type SecretBox, SecretBoxError } from "@service/runtime";
import * as z from "zod";

/**
 * The list that a cursor belongs to: its name, whose it is and all that was asked, but not the size of its pages. A part that
 * is undefined counts as absent.
 */
export interface CursorList {
  readonly list: string;
  readonly [part: string]: unknown;
}

/** Sealed with the cursor: one of another list, of other filters or of another caller does not open. */
function contextOf(list: CursorList): string {
  const parts = Object.entries(list).filter(([, value]) => value !== undefined);
  return JSON.stringify(parts.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** A place in a list, as an opaque string that cannot be forged, changed or used elsewhere. */
export function sealPlace(box: SecretBox, list: CursorList, place: object): string {
  return box.seal(JSON.stringify(place), contextOf(list));
}

/** @throws `invalid_cursor` when it was altered, or made for another list. */
export function openPlace<Place>(box: SecretBox, list: CursorList, cursor: string, place: z.ZodType<Place>): Place {
  try {
    return place.parse(JSON.parse(box.open(cursor, contextOf(list))));
  } catch (error) {
    if (error instanceof SecretBoxError || error instanceof z.ZodError || error instanceof SyntaxError)
      throw fail("invalid_cursor", { cause: error });
    throw error;
  }
}

/** A moment and an id: where a list that is ordered by both ended. */
export const TimedPlace = z.tuple([z.iso.datetime().transform((text) => new Date(text)), z.guid()]);

/** A page and the cursor behind it. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

/** The page of a list of which one row more than the page has was read. */
export function pageOf<Row>(found: readonly Row[], limit: number, cursorAfter: (last: Row) => string): Page<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: found.length > limit && last !== undefined ? cursorAfter(last) : null };
}

/** The page of a list that is ordered by time, then id, with the cursor behind its last row. */
export function timedPageOf<Row extends { readonly createdAt: Date; readonly id: string }>(
  box: SecretBox,
  list: CursorList,
  found: readonly Row[],
  limit: number,
): Page<Row> {
  return pageOf(found, limit, ({ createdAt, id }) => sealPlace(box, list, [createdAt, id]));
}
