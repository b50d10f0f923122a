import type { AskerBook } from "../asker.ts";
import type { BookEvidence } from "../evidence.ts";
import { shownBy } from "../narrower-of.ts";

/** What a reader of rows needs that were read for this asker. */
export function bookNeeds(book: AskerBook): BookEvidence {
  return { seatKey: book.seatKey, grants: shownBy(book), policy: book.policy };
}
