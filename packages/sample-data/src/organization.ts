import { coverageCodes, lineCodes } from "@service/engine-kit";
import type { JsonObject } from "@service/json";
import { Random } from "./random.ts";
import { trades } from "./trades.ts";
import { addressIn, mailOf, phoneIn, states, type NameMaker } from "./words.ts";

export const organizationName = "Harborline Insurance Group (demo)";

export type Seat = {
  readonly seat_key: string;
  readonly office_key: string;
  readonly team_key: string;
  readonly role: string;
};

/** The agency: three offices, six teams, 24 seats (4 Own, 12 Team, 5 Office, 3 All), and the reference rows of its system. */
export type Organization = {
  readonly offices: readonly JsonObject[];
  readonly teams: readonly JsonObject[];
  readonly staff: readonly JsonObject[];
  readonly producers: readonly Seat[];
  readonly servicers: readonly Seat[];
  readonly lines: readonly JsonObject[];
  readonly coverageTerms: readonly JsonObject[];
  readonly naics: readonly JsonObject[];
};

const officeNames = ["Harborline North Pier", "Harborline Millgate", "Harborline Lakeward"];
const scopes: readonly (readonly [scope: string, role: string, count: number])[] = [
  ["Own", "producer", 4],
  ["Team", "producer", 4],
  ["Team", "account manager", 8],
  ["Office", "office lead", 3],
  ["Office", "account manager", 2],
  ["All", "principal", 3],
];
/** Coverages that our code list does not have and the sample's policies do (DATA-22 leaves the list open). */
const extraCoverages: readonly (readonly [coverage: string, line: string, label: string])[] = [
  ["garagekeepers", "garage", "Garagekeepers"],
  ["employee_theft", "crime", "Employee theft"],
  ["forgery", "crime", "Forgery or alteration"],
  ["directors_officers_aggregate", "directors_officers", "Directors and officers aggregate"],
  ["pollution_each_condition", "pollution", "Each pollution condition"],
  ["scheduled_equipment", "inland_marine", "Scheduled equipment"],
  ["builders_risk_project", "builders_risk", "Project value"],
  ["cargo_each_vehicle", "motor_truck_cargo", "Cargo, each vehicle"],
  ["recall_expense", "product_recall", "Recall expense"],
  ["flood_building", "flood", "Building, flood"],
  ["earthquake_building", "earthquake", "Building, earthquake"],
  ["tenant_improvements", "commercial_property", "Tenant improvements and betterments"],
  ["hull", "watercraft", "Hull"],
  ["debris_removal", "commercial_property", "Debris removal"],
  ["valuable_papers", "commercial_property", "Valuable papers and records"],
  ["accounts_receivable", "commercial_property", "Accounts receivable"],
  ["outdoor_signs", "commercial_property", "Outdoor signs"],
  ["money_securities", "commercial_property", "Money and securities"],
  ["employee_benefits", "general_liability", "Employee benefits liability"],
  ["contractual_liability", "general_liability", "Contractual liability"],
  ["auto_medical_payments", "commercial_auto", "Automobile medical payments"],
  ["towing", "commercial_auto", "Towing and labor"],
  ["rental_reimbursement", "commercial_auto", "Rental reimbursement"],
  ["water_backup", "homeowners", "Water backup"],
  ["identity_recovery", "homeowners", "Identity recovery"],
];

export function makeOrganization(seed: number, names: NameMaker): Organization {
  const random = new Random(seed, "organization");
  const offices = officeNames.map((name, index) => ({
    office_key: `office-${index + 1}`,
    name,
    address: addressIn(random, states[index]?.code ?? "OH"),
    phone: phoneIn(random, "OH"),
  }));
  const teams = Array.from({ length: 6 }, (_, index) => ({
    team_key: `team-${index + 1}`,
    name: `${index % 2 === 0 ? "Business" : "Family"} team ${index + 1}`,
    office_key: `office-${1 + Math.floor(index / 2)}`,
  }));
  const seats: (Seat & { readonly row: JsonObject })[] = [];
  for (const [scope, role, count] of scopes) {
    for (let at = 0; at < count; at += 1) {
      const index = seats.length;
      const team = teams[index % teams.length];
      const person = names.person(random);
      const seat = {
        seat_key: `seat-${String(index + 1).padStart(2, "0")}`,
        office_key: String(team?.office_key),
        team_key: String(team?.team_key),
        role,
      };
      seats.push({
        ...seat,
        row: {
          seat_key: seat.seat_key,
          name: person.full,
          emails: [mailOf(random, person)],
          role,
          scope,
          office_key: seat.office_key,
          team_keys: [seat.team_key],
          active: true,
        },
      });
    }
  }
  return {
    offices,
    teams,
    staff: seats.map(({ row }) => row),
    producers: seats.filter(({ role }) => role === "producer" || role === "principal"),
    servicers: seats.filter(({ role }) => role === "account manager"),
    lines: lineCodes.map((line) => ({ line, label: sentence(line) })),
    coverageTerms: [
      ...coverageCodes.map((coverage) => ({ key: coverage, coverage, label: sentence(coverage) })),
      ...extraCoverages.map(([coverage, line, label]) => ({ key: coverage, coverage, line, label })),
    ],
    naics: trades.map(({ naics, title }) => ({ key: naics, title, edition: "2022" })),
  };
}

export function sentence(code: string): string {
  const words = code.replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
