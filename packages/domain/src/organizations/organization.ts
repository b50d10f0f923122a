import { fail, type ServiceError } from "@service/contract";

export const deliverySetups = ["per_run", "per_correction"] as const;
export type DeliverySetup = (typeof deliverySetups)[number];
export const recordsPostures = ["off", "shadow", "lit"] as const;
export type RecordsPosture = (typeof recordsPostures)[number];

/** An organization as the operator sees it. The assertion secret itself is never shown again. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly requestsPerMinute: number;
  /** Runs of `live` per calendar month (UTC); null = no cap. */
  readonly monthlyRunCap: number | null;
  /** Runs in `processing` at one time; null = no cap. */
  readonly maxRunning: number | null;
  readonly deliverySetup: DeliverySetup;
  readonly recordsPosture: RecordsPosture;
  readonly verifiesAssertions: boolean;
  readonly analysesEnabled: boolean;
  readonly defaultFieldPolicy: string;
  readonly createdAt: Date;
}

interface OrganizationRow extends Omit<Organization, "verifiesAssertions"> {
  /** Sealed. */
  readonly assertionSecret: string | null;
}

export function organizationOf(row: OrganizationRow): Organization {
  const { assertionSecret, ...settings } = row;
  return { ...settings, verifiesAssertions: assertionSecret !== null };
}

export function organizationNotFound(): ServiceError {
  return fail("not_found", { message: "No organization with this id exists." });
}

/** Ids of organizations are given by people on a command line: what is no UUID names none. */
export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
