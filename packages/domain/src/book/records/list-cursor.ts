import { fail } from "@service/contract";
import { type SecretBox, SecretBoxError } from "@service/runtime";
import * as z from "zod";
import type { BookReader } from "../seats/index.ts";
import { rightsOf } from "../seats/index.ts";

/** What a chain of pages keeps from its first page on, and where the last one ended (REC-33). */
export interface ChainState<Place> {
  readonly connectionId: string;
  readonly seq: number;
  /** `YYYY-MM-DD`: filters compare with the day on which the chain began. */
  readonly today: string;
  readonly place: Place;
}

/** The list that a cursor belongs to: its route and all that was asked, but not the size of its pages. */
export interface AskedList {
  readonly route: string;
  readonly [part: string]: unknown;
}

/** Sealed with the cursor: one of another list, of other filters or of other rights does not open. */
function contextOf(list: AskedList, reader: BookReader): string {
  const parts = Object.entries(list)
    .filter(([, value]) => value !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `records:${reader.organizationId}:${JSON.stringify(parts)}:${rightsOf(reader)}`;
}

/** A place in a list, as an opaque string that cannot be forged, changed or used elsewhere. */
export function sealCursor<Place>(
  box: SecretBox,
  { list, reader }: { readonly list: AskedList; readonly reader: BookReader },
  { connectionId, seq, today, place }: ChainState<Place>,
): string {
  return box.seal(JSON.stringify([connectionId, seq, today, place]), contextOf(list, reader));
}

/** @throws `invalid_cursor` when it was altered, or made for another list or for other rights. */
export function openCursor<Place>(
  box: SecretBox,
  { list, reader }: { readonly list: AskedList; readonly reader: BookReader },
  cursor: string,
  placeSchema: z.ZodType<Place>,
): ChainState<Place> {
  try {
    const parsed: unknown = JSON.parse(box.open(cursor, contextOf(list, reader)));
    const [connectionId, seq, today, place] = z.tuple([z.guid(), z.int(), z.iso.date(), placeSchema]).parse(parsed);
    return { connectionId, seq, today, place };
  } catch (error) {
    if (error instanceof SecretBoxError || error instanceof z.ZodError || error instanceof SyntaxError)
      throw fail("invalid_cursor", { cause: error });
    throw error;
  }
}
