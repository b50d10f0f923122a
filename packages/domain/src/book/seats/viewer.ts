import type { Capability } from "@service/contract";
import type { FieldPolicy } from "@service/privacy";
import { boundEngines, type Caller, capabilitiesOf } from "../../identity/access/index.ts";
import type { SeatScope } from "./seat.ts";

export type Posture = "off" | "shadow" | "lit";

/**
 * What is seen of the book, once the acting person is resolved (SEAT-20). Everything that decides which rows and which
 * values are shown is in here, so that no read of rows looks at a header. A function that reads rows takes one.
 */
export interface BookView {
  readonly organizationId: string;
  readonly posture: Posture;
  /** Rows and values are withheld (posture lit); under shadow they are counted only, under off neither. */
  readonly enforced: boolean;
  /** Whose rows are read: the acting person's seat, or the seat of the lens. Null under posture off. */
  readonly seatKey: string | null;
  /** The scope of that seat; All under posture off. */
  readonly scope: SeatScope;
  /** Entries of `book.grants` that show a client or a policy (SEAT-11); null: every row. */
  readonly grants: readonly string[] | null;
  /** What may be seen of a row, under every posture (SEAT-40). */
  readonly policy: FieldPolicy;
  /** `principal:<id>` when a lens is in effect. */
  readonly lens: string | null;
  /** A valid signed assertion vouches for the person. */
  readonly isAsserted: boolean;
  /** The acting person's own seat, also through a lens; null under posture off. */
  readonly actor: string | null;
  /** `X-Service-Acting-Principal`, trimmed; null when it was not sent. */
  readonly principal: string | null;
}

/** Which runs over the book are seen (REC-78); other runs are seen by all. */
export type RunVisibility =
  | { readonly kind: "all" }
  /** Null and no entries: a person whom no seat stands for. */
  | { readonly kind: "seat"; readonly seatKey: string | null; readonly grants: readonly string[] };

/** What is seen of runs: a person need not be named, and one who maps to nobody sees what the default policy shows (SEAT-24). */
export interface RunView {
  readonly policy: FieldPolicy;
  readonly overBook: RunVisibility;
  /** Whose conversations are seen (CONV-20), and so the runs that read an attachment (DOC-44); null: every one. */
  readonly person: string | null;
}

/**
 * Who sees: the caller, the person if one is named, and what is seen of the book and of runs (GROUND-1). Stored as JSON
 * with turns and evaluations; it holds no name, address or secret.
 */
export interface Viewer {
  readonly organizationId: string;
  readonly environmentId: string;
  readonly environmentSlug: string;
  readonly isLive: boolean;
  /** Of a key, or `automation:<key>`. */
  readonly keyId: string;
  readonly isOrganizationKey: boolean;
  /** What the key opens in its environment: one of an organization outside of `live` opens no live-only family (GROUND-2). */
  readonly capabilities: readonly Capability[];
  /** Ids of engines; null: every engine. */
  readonly engines: readonly string[] | null;
  /** `X-Service-Acting-Principal`, trimmed; without it the address that was sent, in lower case (CONV-20); null: neither. */
  readonly principal: string | null;
  /** Whose rows are read; null where no seat decides. */
  readonly seatKey: string | null;
  /** Null: nothing of the book, and no document of a client (GROUND-3). */
  readonly book: BookView | null;
  readonly runs: RunView;
}

/** The viewer of a request or of an automation, from what its person sees. */
export function viewerOf(
  caller: Caller,
  { principal, book, runs }: Pick<Viewer, "principal" | "book" | "runs">,
): Viewer {
  const { organizationId, environmentId, environmentSlug, isLive, id: keyId } = caller;
  return {
    organizationId,
    environmentId,
    environmentSlug,
    isLive,
    keyId,
    isOrganizationKey: caller.kind !== "scoped_key",
    capabilities: capabilitiesOf(caller),
    engines: boundEngines(caller),
    principal,
    seatKey: book?.seatKey ?? null,
    book: book && { ...book, principal },
    runs,
  };
}

/**
 * Everything of a view that decides what is shown, as one string: cursors are sealed with it, so that a chain of pages
 * ends when the rights change (REC-33).
 */
export function rightsOf({ posture, enforced, seatKey, scope, grants, policy, lens }: BookView): string {
  return JSON.stringify([posture, enforced, seatKey, scope, grants?.toSorted(), policy, lens]);
}
