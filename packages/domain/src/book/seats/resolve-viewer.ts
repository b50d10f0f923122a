import { ServiceError } from "@service/contract";
import type { Deps } from "../../deps.ts";
import type { Caller, OrganizationSettings } from "../../identity/access/index.ts";
import type { SeatDeps } from "./read-seats.ts";
import {
  type ActingHeaders,
  policyOf,
  resolveBookView,
  resolveRunView,
  runViewOf,
  seesAll,
  seesNone,
  wholeBook,
} from "./resolve-views.ts";
import { type BookView, type Viewer, viewerOf } from "./viewer.ts";

/** What an automation or a program without a person sends. */
export const withoutPerson: ActingHeaders = { principal: undefined, email: undefined, assertions: [], lens: undefined };

/**
 * The viewer of conversations (GROUND-3). Whoever maps to no active seat converses without the book; a wrong assertion or
 * lens is refused all the same. Without any acting header a verified organization's book stays closed, as on Records.
 * @throws `assertion_invalid`, `assertion_stale`, `lens_target_unknown`.
 */
export async function resolveViewer(
  deps: SeatDeps & Pick<Deps, "clock" | "secrets">,
  caller: Caller,
  headers: ActingHeaders,
): Promise<Viewer> {
  const runs = await resolveRunView(deps, caller, headers);
  const principal = headers.principal?.trim() || headers.email?.trim().toLowerCase() || null;
  const isNamed = principal !== null || headers.assertions.length > 0;
  const isClosed = !isNamed && caller.organization.assertionSecret !== null;
  const book = isClosed ? null : await bookUnlessUnmapped(resolveBookView(deps, caller, headers));
  return viewerOf(caller, { principal, book, runs });
}

/** Null for a person who maps to no active seat. */
export async function bookUnlessUnmapped(book: Promise<BookView>): Promise<BookView | null> {
  try {
    return await book;
  } catch (refusal) {
    if (refusal instanceof ServiceError && refusal.code === "identity_unmapped") return null;
    throw refusal;
  }
}

/**
 * What a stored person sees now (GROUND-4): with the seats, scopes and policies of this moment. A seat that was switched
 * off since, of the person or of the lens, reads nothing of the book.
 */
export async function resolveStoredView(
  deps: SeatDeps,
  {
    organizationId,
    organization,
  }: {
    readonly organizationId: string;
    readonly organization: Pick<OrganizationSettings, "recordsPosture" | "defaultFieldPolicy">;
  },
  person: {
    /** The person's own seat; null where posture off asked for none. */
    readonly actor: string | null;
    /** The seat of the lens, and the lens as it was sent. */
    readonly target: { readonly seatKey: string; readonly lens: string } | null;
    readonly principal: string | null;
    readonly isAsserted: boolean;
  },
): Promise<Pick<Viewer, "principal" | "book" | "runs">> {
  const { isAsserted, principal } = person;
  const posture = organization.recordsPosture;
  const directory = await deps.seats.directoryOf(organizationId);
  const byDefault = directory.policy(organization.defaultFieldPolicy);
  const base = { organizationId, posture, isAsserted, principal };
  const unseated = { policy: byDefault, overBook: seesAll, person: principal };
  if (posture === "off") return { principal, runs: unseated, book: { ...base, ...wholeBook, policy: byDefault } };
  const own =
    person.actor === null
      ? directory.seatOf({ principal: principal ?? undefined, email: undefined })
      : directory.activeSeat(person.actor);
  const target = person.target === null ? undefined : directory.activeSeat(person.target.seatKey);
  const isNamed = person.actor !== null || principal !== null;
  if (own === undefined) {
    const overBook = posture === "lit" && isNamed ? seesNone : seesAll;
    return { principal, runs: { policy: byDefault, overBook, person: principal }, book: null };
  }
  const policyThrough = (lens: typeof target) =>
    posture === "lit" ? policyOf(directory, { own, target: lens, byDefault, isAsserted }) : byDefault;
  const runs =
    posture === "lit" ? { ...runViewOf(directory, own, policyThrough(undefined)), person: principal } : unseated;
  // The right to look through a lens ends with the scope that gave it (SEAT-30).
  const mayLook = own.scope === "All" || own.scope === "Platform";
  if (person.target !== null && (target === undefined || !mayLook)) return { principal, runs, book: null };
  const seat = target ?? own;
  return {
    principal,
    runs,
    book: {
      ...base,
      actor: own.seatKey,
      enforced: posture === "lit",
      seatKey: seat.seatKey,
      scope: seat.scope,
      grants: directory.grantsOf(seat),
      policy: policyThrough(target),
      lens: person.target?.lens ?? null,
    },
  };
}
