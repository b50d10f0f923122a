import type { FamilyName } from "./family-names.ts";
import type { Family } from "./family.ts";
import { payments, invoices } from "./families/billing.ts";
import { accounts, contacts, contracts, coverages, drivers, locations, policies, vehicles } from "./families/book.ts";
import { claims } from "./families/claims.ts";
import { quotes, renewals, submissions } from "./families/placement.ts";
import { carriers, lines, offices, staff, teams } from "./families/reference.ts";
import { activities, documents } from "./families/servicing.ts";

/** Every family (REC-2). */
export const families = {
  accounts,
  contacts,
  policies,
  coverages,
  contracts,
  locations,
  vehicles,
  drivers,
  claims,
  activities,
  documents,
  submissions,
  quotes,
  renewals,
  invoices,
  payments,
  carriers,
  lines,
  offices,
  teams,
  staff,
} as const satisfies { readonly [Name in FamilyName]: Family };

/** A family by its name, its fields by any name. */
export function familyOf(name: FamilyName): Family {
  return families[name];
}
