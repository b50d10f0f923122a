import type { SecretBox } from "@service/runtime";
import * as z from "zod";
import { type CursorList, openPlace, sealPlace } from "../../paging.ts";
import { type BookView, rightsOf } from "../seats/index.ts";

/** What a chain of pages keeps from its first page on, and where the last one ended (REC-33). */
export interface ChainState<Place> {
  readonly connectionId: string;
  readonly seq: number;
  /** `YYYY-MM-DD`: filters compare with the day on which the chain began. */
  readonly today: string;
  readonly place: Place;
}

/** The list that a cursor belongs to: its route and all that was asked, but not the size of its pages. */
export interface SealedList {
  readonly route: string;
  readonly [part: string]: unknown;
}

/** A cursor belongs to the rights of its viewer as well. */
function listOf(list: SealedList, viewer: BookView): CursorList {
  return { ...list, list: "records", organizationId: viewer.organizationId, rights: rightsOf(viewer) };
}

/** A place in a list, as an opaque string that cannot be forged, changed or used elsewhere. */
export function sealCursor<Place>(
  box: SecretBox,
  { list, viewer }: { readonly list: SealedList; readonly viewer: BookView },
  { connectionId, seq, today, place }: ChainState<Place>,
): string {
  return sealPlace(box, listOf(list, viewer), [connectionId, seq, today, place]);
}

/** @throws `invalid_cursor` when it was altered, or made for another list or for other rights. */
export function openCursor<Place>(
  box: SecretBox,
  { list, viewer }: { readonly list: SealedList; readonly viewer: BookView },
  cursor: string,
  placeSchema: z.ZodType<Place>,
): ChainState<Place> {
  const chain = z.tuple([z.guid(), z.int(), z.iso.date(), placeSchema]);
  const [connectionId, seq, today, place] = openPlace(box, listOf(list, viewer), cursor, chain);
  return { connectionId, seq, today, place };
}
