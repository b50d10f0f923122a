import { coverageCodes, lineCodes } from "@service/engine-kit";
import type { JsonObject } from "@service/json";
import { personalLines } from "@service/record-families";
import { Random } from "./random.ts";
import { trades } from "./trades.ts";
import { mailOf, states, type NameMaker } from "./words.ts";

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
  /** Who may see what, as an operator's file says it (SEAT-1): scope and field policy are not the agency system's. */
  readonly seats: readonly JsonObject[];
  readonly producers: readonly Seat[];
  readonly servicers: readonly Seat[];
  readonly lines: readonly JsonObject[];
  readonly coverageTerms: readonly JsonObject[];
  readonly naics: readonly JsonObject[];
};

const officeNames = ["Harborline North Pier", "Harborline Millgate", "Harborline Lakeward"];
const scopes: readonly (readonly [scope: string, role: string, fieldPolicy: string, count: number])[] = [
  ["Own", "producer", "producer", 4],
  ["Team", "producer", "producer", 4],
  ["Team", "account manager", "service", 8],
  ["Office", "office lead", "full", 3],
  ["Office", "account manager", "service", 2],
  ["All", "principal", "full", 3],
];
/** As an agency files its lines: life beside what households hold. */
const filedAsPersonal: ReadonlySet<string> = new Set([...personalLines, "life"]);
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
    state: states[index]?.code ?? "OH",
  }));
  const teams = Array.from({ length: 6 }, (_, index) => ({
    team_key: `team-${index + 1}`,
    name: `${index % 2 === 0 ? "Business" : "Family"} team ${index + 1}`,
    office_key: `office-${1 + Math.floor(index / 2)}`,
  }));
  const seats: (Seat & { readonly row: JsonObject; readonly rights: JsonObject })[] = [];
  for (const [scope, role, fieldPolicy, count] of scopes) {
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
      const seatOfPerson = { name: person.full, role, office_key: seat.office_key, team_keys: [seat.team_key] };
      const email = mailOf(random, person);
      seats.push({
        ...seat,
        row: { seat_key: seat.seat_key, ...seatOfPerson, email },
        rights: {
          seat_key: seat.seat_key,
          emails: [email],
          principal_ids: [`person-${String(index + 1).padStart(2, "0")}`],
          ...seatOfPerson,
          scope,
          field_policy_key: fieldPolicy,
          active: true,
        },
      });
    }
  }
  return {
    offices,
    teams,
    staff: seats.map(({ row }) => row),
    seats: seats.map(({ rights }) => rights),
    producers: seats.filter(({ role }) => role === "producer" || role === "principal"),
    servicers: seats.filter(({ role }) => role === "account manager"),
    lines: lineCodes.map((line) => ({
      line_key: line,
      name: sentence(line),
      segment: filedAsPersonal.has(line) ? "personal" : "commercial",
    })),
    coverageTerms: [
      ...coverageCodes.map((coverage) => ({ key: coverage, coverage, label: sentence(coverage) })),
      ...extraCoverages.map(([coverage, line, label]) => ({ key: coverage, coverage, line, label })),
    ],
    naics: trades.map(({ naics, title }) => ({ key: naics, title, edition: "2022" })),
  };
}

/**
 * Who sells to a client and who serves it. Without shares everybody has about as many clients as everybody else; with shares (by the
 * producer's seat) clients are unevenly spread, and somebody of the producer's team serves them (SAMPLE-24).
 */
export function keepersOf(
  random: Random,
  { producers, servicers }: Organization,
  shares?: readonly (readonly [seatKey: string, share: number])[],
): { readonly producer: Seat; readonly servicer: Seat } {
  if (shares === undefined) return { producer: random.pick(producers), servicer: random.pick(servicers) };
  const chosen = random.weighted(shares);
  const producer = producers.find(({ seat_key }) => seat_key === chosen) ?? random.pick(producers);
  return { producer, servicer: random.pick(servicers.filter(({ team_key }) => team_key === producer.team_key)) };
}

export function sentence(code: string): string {
  const words = code.replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
