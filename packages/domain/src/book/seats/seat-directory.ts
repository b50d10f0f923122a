import { type FieldPolicy, fieldPolicyPresets } from "@service/privacy";
import { officeGrant, type Seat, seatGrant } from "./seat.ts";

/** What a person is known by in a request. */
export interface Person {
  /** Trimmed; undefined when absent or empty. */
  readonly principal: string | undefined;
  /** Trimmed and in lower case; undefined when absent or empty. */
  readonly email: string | undefined;
}

/** The seats and field policies of an organization, as they were at one moment. */
export class SeatDirectory {
  readonly #seats: readonly Seat[];
  readonly #byEmail: ReadonlyMap<string, Seat | "ambiguous">;
  readonly #byPrincipal: ReadonlyMap<string, Seat | "ambiguous">;
  readonly #policies: ReadonlyMap<string, FieldPolicy>;

  constructor(seats: readonly Seat[], policies: readonly FieldPolicy[]) {
    this.#seats = seats;
    const active = seats.filter((seat) => seat.active);
    this.#byEmail = unambiguous(active, ({ emails }) => emails);
    this.#byPrincipal = unambiguous(active, ({ principalIds }) => principalIds);
    this.#policies = new Map(
      [...policies, ...Object.values<FieldPolicy>(fieldPolicyPresets)].map((policy) => [policy.policy_key, policy]),
    );
  }

  /**
   * The active seat of a person (SEAT-22): by the address when there is one, else by the id. Undefined when nobody or
   * several are meant: an address or id in two active seats maps to nobody, and so do an address and an id of two.
   */
  seatOf({ principal, email }: Person): Seat | undefined {
    const byPrincipal = principal === undefined ? undefined : this.#byPrincipal.get(principal);
    if (email === undefined) return byPrincipal === "ambiguous" ? undefined : byPrincipal;
    const byEmail = this.#byEmail.get(email);
    if (byEmail === undefined || byEmail === "ambiguous" || byPrincipal === "ambiguous") return undefined;
    return byPrincipal === undefined || byPrincipal === byEmail ? byEmail : undefined;
  }

  /** A seat by its key, unless it is switched off. */
  activeSeat(seatKey: string): Seat | undefined {
    return this.#seats.find((seat) => seat.seatKey === seatKey && seat.active);
  }

  /** The entries that a seat holds by its scope (SEAT-11), in order; null: every row. */
  grantsOf(seat: Seat): readonly string[] | null {
    const own = seatGrant(seat.seatKey);
    switch (seat.scope) {
      case "All":
      case "Platform":
        return null;
      case "Own":
        return [own];
      case "Office":
        return seat.officeKey === null ? [own] : [officeGrant(seat.officeKey), own].toSorted();
      case "Team": {
        // Clients of a colleague who has left are the team's still.
        const team = this.#seats.filter(({ teamKeys }) => teamKeys.some((key) => seat.teamKeys.includes(key)));
        return [...new Set([own, ...team.map(({ seatKey }) => seatGrant(seatKey))])].toSorted();
      }
    }
  }

  /** A field policy by its name; one that does not exist is the restrictive one for outside agents (PRIV-7). */
  policy(policyKey: string): FieldPolicy {
    return this.#policies.get(policyKey) ?? fieldPolicyPresets.external_agent;
  }
}

function unambiguous(
  seats: readonly Seat[],
  namesOf: (seat: Seat) => readonly string[],
): ReadonlyMap<string, Seat | "ambiguous"> {
  const byName = new Map<string, Seat | "ambiguous">();
  for (const seat of seats)
    for (const name of new Set(namesOf(seat))) byName.set(name, byName.has(name) ? "ambiguous" : seat);
  return byName;
}
