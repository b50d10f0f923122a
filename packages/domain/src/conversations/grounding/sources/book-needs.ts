import type { BookView } from "../../../book/seats/index.ts";
import type { BookEvidence } from "../evidence.ts";
import { shownBy } from "../narrower-of.ts";

/** What a viewer of rows needs that were read for this viewer. */
export function bookNeeds(book: BookView): BookEvidence {
  return { seatKey: book.seatKey, grants: shownBy(book), policy: book.policy };
}
