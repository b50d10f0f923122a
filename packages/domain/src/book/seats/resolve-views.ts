import { fail } from "@service/contract";
import { combinedPolicy, type FieldPolicy, presetPolicy } from "@service/privacy";
import type { Caller } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { openAssertionSecret } from "../../identity/organizations/index.ts";
import type { SeatDeps } from "./read-seats.ts";
import type { Seat } from "./seat.ts";
import type { Person, SeatDirectory } from "./seat-directory.ts";
import { verifyAssertion } from "./verify-assertion.ts";
import type { BookView, RunView } from "./viewer.ts";

/** The acting headers of a request, as sent. */
export interface ActingHeaders {
  readonly principal: string | undefined;
  readonly email: string | undefined;
  /** Every value of the header: more than one is refused. `signed in`: the console vouches for its own session. */
  readonly assertions: readonly string[] | "signed in";
  readonly lens: string | undefined;
  /** The principal must be named, also under posture off (LEDGER-2). */
  readonly needsPrincipal?: boolean;
}

/** Whose request it is. */
type Requester = Pick<Caller, "organizationId" | "organization">;
type ViewDeps = SeatDeps & Pick<Deps, "clock" | "secrets">;

/**
 * The one function that resolves the acting person (SEAT-20): assertion, person and lens, in this order of refusals.
 * @throws `assertion_invalid`, `assertion_stale`; `identity_unmapped` under shadow and lit when the headers name nobody,
 *   somebody without an active seat, or two people; `lens_target_unknown`.
 */
export async function resolveBookView(deps: ViewDeps, caller: Requester, headers: ActingHeaders): Promise<BookView> {
  const { organizationId, organization } = caller;
  const person = personOf(headers);
  const isAsserted = vouchedFor(deps, caller, person, headers.assertions);
  if (headers.needsPrincipal === true && person.principal === undefined) throw fail("identity_unmapped");
  const directory = await deps.seats.directoryOf(organizationId);
  const byDefault = directory.policy(organization.defaultFieldPolicy);
  const posture = organization.recordsPosture;
  const base = { organizationId, posture, isAsserted, principal: person.principal ?? null };
  if (posture === "off") return { ...base, ...wholeBook, policy: byDefault };
  const own = directory.seatOf(person);
  if (own === undefined) throw fail("identity_unmapped");
  const target = lensTarget(directory, own, headers.lens);
  const seat = target ?? own;
  return {
    ...base,
    actor: own.seatKey,
    enforced: posture === "lit",
    seatKey: seat.seatKey,
    scope: seat.scope,
    grants: directory.grantsOf(seat),
    // Under shadow nothing is masked that is not under off (SEAT-3).
    policy: posture === "lit" ? policyOf(directory, { own, target, byDefault, isAsserted }) : byDefault,
    lens: target === undefined ? null : (headers.lens?.trim() ?? null),
  };
}

/** The view of everybody under posture off. */
export const wholeBook = {
  scope: "All",
  grants: null,
  seatKey: null,
  actor: null,
  lens: null,
  enforced: false,
} as const;

/**
 * The view of an append: of the person of the headers, resolved at once; where no principal is in the headers of the
 * person of the body, once it has been read (LEDGER-1).
 * @throws what `resolveBookView` throws; `assertion_invalid` without a principal in the headers where the organization
 *   verifies assertions: a body alone is not vouched for.
 */
export async function resolveAppendView(
  deps: ViewDeps,
  caller: Requester,
  headers: Omit<ActingHeaders, "lens">,
): Promise<(actorPrincipal: string) => Promise<BookView>> {
  const withoutLens = { ...headers, lens: undefined };
  if (personOf(headers).principal !== undefined) {
    const view = await resolveBookView(deps, caller, withoutLens);
    return async () => view;
  }
  if (caller.organization.assertionSecret !== null) throw fail("assertion_invalid");
  return (principal) => resolveBookView(deps, caller, { ...withoutLens, principal });
}

export const seesAll = { kind: "all" } as const;
/** Of runs over the book. */
export const seesNone = { kind: "seat", seatKey: null, grants: [] } as const;

/**
 * What is seen of runs (SEAT-24). Without an acting header, and under the postures off and shadow, the organization's
 * default policy counts.
 * @throws `assertion_invalid`, `assertion_stale` when a person is named and the organization verifies assertions.
 */
export async function resolveRunView(
  deps: ViewDeps,
  caller: Requester,
  headers: Omit<ActingHeaders, "lens">,
): Promise<RunView> {
  const { organization } = caller;
  const person = personOf(headers);
  const named = { person: person.principal ?? person.email ?? null };
  const isNamed = named.person !== null;
  const isAsserted = (isNamed || headers.assertions.length > 0) && vouchedFor(deps, caller, person, headers.assertions);
  const isSeated = isNamed && organization.recordsPosture === "lit";
  const preset = presetPolicy(organization.defaultFieldPolicy);
  // Usual, and without a look at the seats.
  if (!isSeated && preset !== undefined) return { policy: preset, overBook: seesAll, ...named };
  const directory = await deps.seats.directoryOf(caller.organizationId);
  const byDefault = directory.policy(organization.defaultFieldPolicy);
  const own = isSeated ? directory.seatOf(person) : undefined;
  if (own === undefined) return { policy: byDefault, overBook: isSeated ? seesNone : seesAll, ...named };
  const policy = policyOf(directory, { own, target: undefined, byDefault, isAsserted });
  return { ...runViewOf(directory, own, policy), ...named };
}

/** What a seat sees of runs under posture lit. */
export function runViewOf(directory: SeatDirectory, seat: Seat, policy: FieldPolicy): Omit<RunView, "person"> {
  const grants = directory.grantsOf(seat);
  return { policy, overBook: grants === null ? seesAll : { kind: "seat", seatKey: seat.seatKey, grants } };
}

function personOf({ principal, email }: Pick<ActingHeaders, "principal" | "email">): Person {
  return { principal: principal?.trim() || undefined, email: email?.trim().toLowerCase() || undefined };
}

/**
 * Whether a valid assertion vouches for the person. Once the organization has a secret, who reads the book or names a
 * person needs one (SEAT-21, SEAT-24); before, nobody is vouched for.
 */
function vouchedFor(
  deps: Pick<Deps, "clock" | "secrets">,
  { organizationId, organization: { assertionSecret } }: Requester,
  person: Person,
  assertions: ActingHeaders["assertions"],
): boolean {
  if (assertions === "signed in") return true;
  if (assertionSecret === null) return false;
  const secret = openAssertionSecret(deps.secrets, organizationId, assertionSecret);
  verifyAssertion(assertions, person, secret, deps.clock.now());
  return true;
}

const lensForm = /^principal:(.{1,255})$/s;

/** The seat of the lens; honored for callers whose own scope is All or Platform, ignored for others (SEAT-30). */
function lensTarget(directory: SeatDirectory, own: Seat, header: string | undefined): Seat | undefined {
  const lens = header?.trim() ?? "";
  if (lens === "" || (own.scope !== "All" && own.scope !== "Platform")) return undefined;
  const principal = lensForm.exec(lens)?.[1]?.trim();
  const target = principal === undefined ? undefined : directory.seatOf({ principal, email: undefined });
  if (target === undefined) throw fail("lens_target_unknown");
  return target;
}

/**
 * An acting person can only narrow (SEAT-41): one who is vouched for sees what the seat's policy allows, anybody else
 * what the organization's default allows as well; through a lens, what the target may see besides.
 */
export function policyOf(
  directory: SeatDirectory,
  given: {
    readonly own: Seat;
    readonly target: Seat | undefined;
    readonly byDefault: FieldPolicy;
    readonly isAsserted: boolean;
  },
): FieldPolicy {
  const { own, target, byDefault, isAsserted } = given;
  const ofSeat = ({ fieldPolicyKey }: Seat): FieldPolicy =>
    fieldPolicyKey === null ? byDefault : directory.policy(fieldPolicyKey);
  const policy = isAsserted ? ofSeat(own) : combinedPolicy(byDefault, ofSeat(own));
  return target === undefined ? policy : combinedPolicy(policy, ofSeat(target));
}
