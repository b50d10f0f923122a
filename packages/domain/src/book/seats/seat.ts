/** From the narrowest to the widest (SEAT-10); Platform is for staff of the service. */
export const seatScopes = ["Own", "Team", "Office", "All", "Platform"] as const;
export type SeatScope = (typeof seatScopes)[number];

/** A person's place in the agency (SEAT-1). */
export interface Seat {
  readonly seatKey: string;
  /** Lower case. */
  readonly emails: readonly string[];
  readonly principalIds: readonly string[];
  readonly name: string | null;
  readonly role: string | null;
  readonly officeKey: string | null;
  readonly teamKeys: readonly string[];
  readonly scope: SeatScope;
  /** Null: the organization's default. */
  readonly fieldPolicyKey: string | null;
  readonly active: boolean;
}

/** The entries of `book.grants` that a row's owners have (SEAT-11). */
export function seatGrant(seatKey: string): string {
  return `seat:${seatKey}`;
}

export function officeGrant(officeKey: string): string {
  return `office:${officeKey}`;
}

/** A seat as operators see it: in answers of `svc seat` and in the audit log. */
export function presentSeat(seat: Seat) {
  return {
    seat_key: seat.seatKey,
    emails: seat.emails,
    principal_ids: seat.principalIds,
    name: seat.name,
    role: seat.role,
    office_key: seat.officeKey,
    team_keys: seat.teamKeys,
    scope: seat.scope,
    field_policy_key: seat.fieldPolicyKey,
    active: seat.active,
  };
}
