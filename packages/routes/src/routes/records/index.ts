/**
 * Records: reads of a broker's book at one snapshot, under the rights of whoever reads. Nearly all routes are rows of one
 * table (house rule: read families with one shape are one table of rows).
 */
import { type FamilyName, familyOf } from "@service/record-families";
import { accountSummary, accountTimeline, coverageRecord } from "./account-routes.ts";
import { accountOpportunities } from "./opportunities/account-opportunities.ts";
import { askOne, listOwn, readOne } from "./analyses.ts";
import { listEditIntents, listPlanes, readEditIntent, searchBook } from "./book-routes.ts";
import { bookRoute, type BookRouteRow } from "./book-route.ts";
import { submitProgramRun, submitRiskRun } from "./client-runs.ts";
import { listRoute, rowRoute } from "./list-route.ts";
import { cancelEditIntent, saveCoverageRecord } from "./overlay-routes.ts";
import { readStatus } from "./read-status.ts";

/** Families listed over the whole book; those whose rows can also be read by their key. */
const listed = [
  "accounts",
  "policies",
  "contacts",
  "claims",
  "activities",
  "documents",
  "invoices",
  "renewals",
  "submissions",
  "quotes",
  "carriers",
] as const satisfies readonly FamilyName[];
const singles = {
  accounts: "account",
  policies: "policy",
  claims: "claim",
  documents: "document",
  carriers: "carrier",
} as const;

/** Families listed under a client, and under a policy. */
const ofClients = [
  "contacts",
  "policies",
  "claims",
  "activities",
  "documents",
  "invoices",
  "locations",
  "vehicles",
  "drivers",
  "contracts",
  "renewals",
  "submissions",
  "quotes",
] as const satisfies readonly FamilyName[];
const ofPolicies = [
  "coverages",
  "claims",
  "invoices",
  "documents",
  "vehicles",
  "activities",
] as const satisfies readonly FamilyName[];

const rows: readonly BookRouteRow[] = [
  listPlanes,
  searchBook,
  ...listed.map((family) =>
    listRoute({ id: `records.${family}.list`, path: `/${family}`, family, summary: `List ${family}` }),
  ),
  ...(["accounts", "policies", "claims", "documents", "carriers"] as const).map((family) =>
    rowRoute({
      id: `records.${family}.read`,
      path: `/${family}/{${familyOf(family).keyName}}`,
      family,
      summary: `Read one ${singles[family]}`,
    }),
  ),
  ...ofClients.map((family) =>
    listRoute({
      id: `records.accounts.${family}`,
      path: `/accounts/{client_key}/${family}`,
      family,
      summary: `List the ${family} of an account`,
    }),
  ),
  accountSummary,
  accountTimeline,
  accountOpportunities,
  rowRoute({
    id: "records.accounts.policy",
    path: "/accounts/{client_key}/policies/{policy_key}",
    family: "policies",
    summary: "Read one policy of an account",
  }),
  coverageRecord,
  ...ofPolicies.map((family) =>
    listRoute({
      id: `records.policies.${family}`,
      path: `/policies/{policy_key}/${family}`,
      family,
      summary: `List the ${family} of a policy`,
    }),
  ),
  listEditIntents,
  readEditIntent,
];

export const recordsRoutes = [
  readStatus,
  ...rows.map(bookRoute),
  askOne,
  listOwn,
  readOne,
  submitRiskRun,
  submitProgramRun,
  saveCoverageRecord,
  cancelEditIntent,
];
