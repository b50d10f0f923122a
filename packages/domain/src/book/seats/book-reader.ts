import type { FieldPolicy } from "@service/privacy";
import type { Seat, SeatScope } from "./seat.ts";

export type Posture = "off" | "shadow" | "lit";

/**
 * Who reads the book, once the acting person is resolved (SEAT-20). Everything that decides which rows and which values
 * are shown is in here, so that no reader of rows looks at a header.
 */
export interface BookReader {
  readonly organizationId: string;
  readonly posture: Posture;
  /** Rows and values are withheld (posture lit); under shadow they are counted only, under off neither. */
  readonly enforced: boolean;
  /** Whose rows are read: the acting person's seat, or the seat of the lens. Undefined under posture off. */
  readonly seat: Seat | undefined;
  /** The scope of `seat`; All under posture off. */
  readonly scope: SeatScope;
  /** Entries of `book.grants` that show a client or a policy (SEAT-11); null: every row. */
  readonly grants: readonly string[] | null;
  /** What may be seen of a row, under every posture (SEAT-40). */
  readonly policy: FieldPolicy;
  /** `principal:<id>` when a lens is in effect. */
  readonly lens: string | undefined;
  /** A valid signed assertion vouches for the person. */
  readonly isAsserted: boolean;
  /** The acting person's own seat, also through a lens; left out under posture off. */
  readonly actor?: string;
  /** `X-Service-Acting-Principal`, trimmed. */
  readonly principal: string | undefined;
}

/**
 * Everything of a reader that decides what is shown, as one string: cursors are sealed with it, so that a chain of pages
 * ends when the reader's rights change (REC-33).
 */
export function rightsOf({ posture, enforced, seat, scope, grants, policy, lens }: BookReader): string {
  return JSON.stringify([posture, enforced, seat?.seatKey, scope, grants?.toSorted(), policy, lens]);
}
