import { ServiceError } from "@service/contract";
import type { Deps } from "../../deps.ts";
import type { OrganizationSettings } from "../../identity/access/index.ts";
import type { BookReader } from "./book-reader.ts";
import type { SeatDeps } from "./read-seats.ts";
import { type ActingHeaders, policyOf, resolveReader, resolveRunReader, type RunReader } from "./resolve-reader.ts";

/** Who holds a conversation: a person need not be named, and then has no book where the posture asks for a person. */
export interface ConversationReader extends RunReader {
  /** Undefined: nothing of the book and no document of a client is read (GROUND-3). */
  readonly book: BookReader | undefined;
  /** `X-Service-Acting-Principal`, trimmed; without it the address that was sent, in lower case (CONV-20). */
  readonly principal: string | undefined;
}

/** What an automation or a program without a person sends. */
export const withoutPerson: ActingHeaders = { principal: undefined, email: undefined, assertions: [], lens: undefined };

/**
 * The reader of conversations (GROUND-3). Whoever maps to no active seat converses without the book; a wrong assertion or
 * lens is refused all the same. Without any acting header a verified organization's book stays closed, as on Records.
 * @throws `assertion_invalid`, `assertion_stale`, `lens_target_unknown`.
 */
export async function resolveConversationReader(
  deps: SeatDeps & Pick<Deps, "clock" | "secrets">,
  asking: { readonly organizationId: string; readonly organization: OrganizationSettings },
  headers: ActingHeaders,
): Promise<ConversationReader> {
  const runs = await resolveRunReader(deps, asking, headers);
  const principal = headers.principal?.trim() || headers.email?.trim().toLowerCase() || undefined;
  const isNamed = principal !== undefined || headers.assertions.length > 0;
  if (!isNamed && asking.organization.assertionSecret !== null) return { ...runs, book: undefined, principal };
  try {
    return { ...runs, book: await resolveReader(deps, asking, headers), principal };
  } catch (refusal) {
    if (!(refusal instanceof ServiceError) || refusal.code !== "identity_unmapped") throw refusal;
    return { ...runs, book: undefined, principal };
  }
}

/** A person as rights are stored: by seats, without names and addresses. */
export interface StoredPerson {
  /** The person's own seat; null where posture off asked for none. */
  readonly actor: string | null;
  /** The seat of the lens, and the lens as it was sent. */
  readonly target: { readonly seatKey: string; readonly lens: string } | null;
  readonly principal: string | null;
  readonly isAsserted: boolean;
}

/**
 * The reader that a stored person is now (GROUND-4): with the seats, scopes and policies of this moment. A seat that was
 * switched off since, of the person or of the lens, reads nothing of the book.
 */
export async function resolveStoredReader(
  deps: SeatDeps,
  asking: {
    readonly organizationId: string;
    readonly organization: Pick<OrganizationSettings, "recordsPosture" | "defaultFieldPolicy">;
  },
  person: StoredPerson,
): Promise<ConversationReader> {
  const { organizationId, organization } = asking;
  const { isAsserted } = person;
  const posture = organization.recordsPosture;
  const principal = person.principal ?? undefined;
  const directory = await deps.seats.directoryOf(organizationId);
  const byDefault = directory.policy(organization.defaultFieldPolicy);
  const base = { organizationId, posture, isAsserted, principal };
  const unseated = { policy: byDefault, seat: undefined, overBook: { kind: "all" }, principal } as const;
  if (posture === "off")
    return {
      ...unseated,
      book: {
        ...base,
        scope: "All",
        grants: null,
        seat: undefined,
        lens: undefined,
        enforced: false,
        policy: byDefault,
      },
    };
  const own =
    person.actor === null ? directory.seatOf({ principal, email: undefined }) : directory.activeSeat(person.actor);
  const target = person.target === null ? undefined : directory.activeSeat(person.target.seatKey);
  const isNamed = person.actor !== null || principal !== undefined;
  if (own === undefined) {
    const seesNone = { kind: "seat", seatKey: null, grants: [] } as const;
    return { ...unseated, overBook: posture === "lit" && isNamed ? seesNone : { kind: "all" }, book: undefined };
  }
  const grants = directory.grantsOf(own);
  const runs: RunReader =
    posture === "lit"
      ? {
          policy: policyOf(directory, { own, target: undefined, byDefault, isAsserted }),
          seat: own,
          overBook: grants === null ? { kind: "all" } : { kind: "seat", seatKey: own.seatKey, grants },
        }
      : unseated;
  // The right to look through a lens ends with the scope that gave it (SEAT-30).
  const mayLook = own.scope === "All" || own.scope === "Platform";
  if (person.target !== null && (target === undefined || !mayLook)) return { ...runs, principal, book: undefined };
  const seat = target ?? own;
  return {
    ...runs,
    principal,
    book: {
      ...base,
      actor: own.seatKey,
      enforced: posture === "lit",
      seat,
      scope: seat.scope,
      grants: directory.grantsOf(seat),
      policy: posture === "lit" ? policyOf(directory, { own, target, byDefault, isAsserted }) : byDefault,
      lens: person.target?.lens,
    },
  };
}
