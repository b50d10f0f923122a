import { fail } from "@service/contract";
import { type SecretBox, SecretBoxError } from "@service/runtime";
import * as z from "zod";

/** Where a page of a list ended: the parts by which the list is sorted. */
export type PagePlace = readonly string[];

const placeForm = z.array(z.string()).min(1).max(2);

/** A place as a cursor that opens with the same context only. */
export function sealPlace(box: SecretBox, place: PagePlace, context: string): string {
  return box.seal(JSON.stringify(place), context);
}

/** @throws `invalid_cursor` when it was altered, or made for another list. */
export function openPlace(box: SecretBox, cursor: string, context: string): PagePlace {
  try {
    return placeForm.parse(JSON.parse(box.open(cursor, context)));
  } catch (error) {
    if (error instanceof SecretBoxError || error instanceof z.ZodError || error instanceof SyntaxError)
      throw fail("invalid_cursor", { cause: error });
    throw error;
  }
}

/** Whether a row stands behind a place, part by part. */
export function isBehind(row: PagePlace, place: PagePlace): boolean {
  for (const [index, part] of row.entries()) {
    const other = place[index] ?? "";
    if (part !== other) return part > other;
  }
  return false;
}
