import type { JsonObject } from "@service/json";

/** A book, its seats and its field policies, as plain values: what the matrix of readers is asked about. */

export type Posture = "off" | "shadow" | "lit";
type Scope = "Own" | "Team" | "Office" | "All" | "Platform";

export interface Person {
  readonly seat_key: string;
  readonly emails: readonly string[];
  readonly principal_ids: readonly string[];
  readonly scope: Scope;
  readonly office_key: string | null;
  readonly team_keys: readonly string[];
  readonly active: boolean;
}

const person = (seat_key: string, scope: Scope, office_key: string | null, team_keys: readonly string[]): Person => ({
  seat_key,
  emails: [`${seat_key}@example.com`],
  principal_ids: [`idp|${seat_key}`],
  scope,
  office_key,
  team_keys,
  active: true,
});

/** Two seats of each scope, one after the other, and the one of a colleague who has left. */
export const people: readonly Person[] = [
  person("ann", "Own", "o1", ["t1"]),
  person("bob", "Own", "o2", []),
  person("cat", "Team", "o1", ["t1"]),
  person("dan", "Team", null, ["t2", "t3"]),
  person("eve", "Office", "o1", ["t1"]),
  person("fay", "Office", null, ["t3"]),
  person("gus", "All", "o2", []),
  person("gia", "All", "o1", ["t3"]),
  person("hal", "Platform", null, []),
  person("hua", "Platform", "o1", ["t1"]),
  { ...person("ivy", "Own", "o2", ["t1", "t2"]), active: false },
];

export interface Policy {
  readonly policy_key: string;
  readonly denied: readonly string[];
  readonly masks: { readonly [field: string]: "last4" | "year" | "initials" | "domain" | "null" };
}

/** As the specification has the four that every organization has, and two of the organization's own. */
export const policies = {
  full: { policy_key: "full", denied: [], masks: {} },
  producer: { policy_key: "producer", denied: [], masks: { fein: "last4", birth_date: "year" } },
  service: { policy_key: "service", denied: ["commission"], masks: {} },
  external_agent: {
    policy_key: "external_agent",
    denied: ["pii_identity", "commission", "internal", "screening"],
    masks: {},
  },
  narrow: {
    policy_key: "narrow",
    denied: ["pii_contact", "financial"],
    masks: {
      fein: "null",
      birth_date: "year",
      email: "domain",
      premium: "null",
      status: "last4",
      naics: "last4",
      policy_number: "last4",
      occurred_at: "year",
    },
  },
  veiled: {
    policy_key: "veiled",
    denied: ["internal"],
    masks: { name: "initials", expires_on: "year", email: "domain", phone: "last4", due_on: "null" },
  },
} as const satisfies { readonly [key: string]: Policy };
export type PolicyKey = keyof typeof policies;

export const ownPolicies = [policies.narrow, policies.veiled];

/** A row as its source delivers it: references are the source's ids. */
export interface SourceRow {
  readonly family: Family;
  readonly id: string;
  readonly fields: JsonObject;
}

/** Families of the sample, each with the name of its key and what begins its keys. */
export const keyNames = {
  accounts: ["client_key", "c_"],
  contacts: ["contact_key", "ct_"],
  policies: ["policy_key", "p_"],
  coverages: ["coverage_key", "cv_"],
  contracts: ["contract_key", "cn_"],
  locations: ["location_key", "lo_"],
  vehicles: ["vehicle_key", "ve_"],
  drivers: ["driver_key", "dr_"],
  claims: ["claim_key", "cl_"],
  activities: ["activity_key", "ac_"],
  documents: ["document_key", "d_"],
  submissions: ["submission_key", "su_"],
  quotes: ["quote_key", "q_"],
  renewals: ["renewal_key", "r_"],
  invoices: ["invoice_key", "i_"],
  carriers: ["carrier_key", "ca_"],
} as const;
export type Family = keyof typeof keyNames;
export const sampleFamilies: readonly Family[] = [
  "accounts",
  "contacts",
  "policies",
  "coverages",
  "contracts",
  "locations",
  "vehicles",
  "drivers",
  "claims",
  "activities",
  "documents",
  "submissions",
  "quotes",
  "renewals",
  "invoices",
  "carriers",
];

const clients = 40;
const names = [
  "Ärzte Haus",
  "Blue Harbor Cafe",
  "blue harbor",
  "Cedar Works",
  "Delta Freight",
  "Élan Studio",
  "Foundry",
];
const owners = ["ann", "bob", "cat", "dan", "eve", "fay", "ivy", "nobody-here"];
const statuses = ["active", "active", "expired", "future"];

const pick = <T>(values: readonly T[], at: number): T | null => values[at % values.length] ?? null;
const day = (year: number, at: number): string =>
  `${year}-${String((at % 12) + 1).padStart(2, "0")}-${String((at % 27) + 1).padStart(2, "0")}`;

/**
 * The rows of a delivery. `second` is the one of the day after: clients and rows are gone, new ones are there, owners and
 * amounts have changed.
 */
export function bookRows(second: boolean): readonly SourceRow[] {
  const carriers = ["Meridian Mutual", "Áurea Seguros", "Northgate"].map((name, at) =>
    row("carriers", `K${at}`, { name, rating: "A", appointed: at > 0 }),
  );
  // The last two clients come and go.
  const kept = Array.from({ length: clients }, (_, at) => at).filter(
    (at) => at !== (second ? clients - 1 : clients - 2),
  );
  return [...carriers, ...kept.flatMap((at) => rowsOfClient(at, second))].filter(
    ({ id }) => !(second && goneRows.has(id)),
  );
}

/** Rows that the second delivery lacks although their clients stay. */
const goneRows = new Set(["L2", "X5", "P7-0", "V7-0", "C3", "I4", "Y6", "D7"]);

function row(family: Family, id: string, fields: JsonObject): SourceRow {
  return { family, id, fields };
}

function rowsOfClient(at: number, second: boolean): readonly SourceRow[] {
  const isChanged = second && at % 9 === 4;
  const client_key = `A${at}`;
  const account = row("accounts", client_key, {
    name: `${pick(names, at)}${at < names.length ? "" : ` ${at}`}`,
    ...(at % 4 === 0 ? { dba: `Trading ${pick(names, at + 3)}` } : {}),
    segment: pick(["commercial", "personal", "benefits"], at),
    kind: "insured",
    status: pick(["open", "on hold", "new"], at),
    fein: `98-76500${String(at).padStart(2, "0")}`,
    naics: pick(["722511", "238160", "722410"], at),
    phone: `614 555 ${String(1000 + at)}`,
    email: `office${at}@client${at}.example`,
    states: at % 2 === 0 ? ["OH"] : ["PA", "OH"],
    mailing_address: { line1: `${at} Main St`, city: "Akron", state: pick(["OH", "WV"], at), zip: "44301" },
    revenue: 1_000_000 + at,
    payroll: 200_000 + at,
    employees: 10 + at,
    ...(at % 5 === 0 ? {} : { office_key: pick(["o1", "o2"], at) }),
    ...(at % 7 === 6 ? {} : { producer_seat: pick(owners, isChanged ? at + 1 : at) }),
    ...(at % 6 === 5 ? { servicer_seats: [pick(owners, at + 2), pick(owners, at + 4)] } : {}),
    // The sums of every client with policies: what an import makes of those that are missing has tests of its own.
    total_premium: 1000 * (at % 5) + (isChanged ? 1 : 0),
    policy_count: at % 4,
    ...(at % 3 === 1 ? { next_expiration: day(2026, at) } : at % 4 === 0 ? {} : { next_expiration: day(2027, at) }),
    attributes: at % 2 === 0 ? { note: `planted ${at}` } : {},
  });
  return [account, ...rowsOfPolicies(at, isChanged), ...otherRows(at, client_key, second)];
}

function rowsOfPolicies(at: number, isChanged: boolean): readonly SourceRow[] {
  const client_key = `A${at}`;
  return Array.from({ length: at % 4 }, (_, of) => of).flatMap((of) => {
    const policy_key = `P${at}-${of}`;
    const line = pick(["general_liability", "commercial_auto", "cyber"], at + of);
    return [
      row("policies", policy_key, {
        client_key,
        policy_number: `BHC-${2000 + at * 10 + of}`,
        ...(at % 11 === 7 ? { lines: [line, "umbrella"] } : { line }),
        carrier_key: `K${at % 3}`,
        ...(at % 13 === 6 ? {} : { status: pick(statuses, at + of) }),
        kind: "new",
        effective_on: day(of === 2 ? 2024 : 2026, of),
        ...(at % 10 === 9 ? {} : { expires_on: day(of === 2 ? 2025 : 2027, at) }),
        ...(of === 1 && at % 3 === 2 ? {} : { premium: 500 + at * 10 + of + (isChanged ? 0.5 : 0) }),
        commission_rate: 0.12,
        commission_amount: 60 + at,
        // Some policies have owners of their own, who see no more of the client than that.
        ...(of === 1 ? { producer_seat: pick(owners, at + 3) } : {}),
        ...(of === 2 ? { servicer_seat: pick(owners, at + 5) } : {}),
        ...(of > 0 ? { prior_policy_key: `P${at}-${of - 1}` } : {}),
      }),
      row("coverages", `V${at}-${of}`, {
        client_key,
        policy_key,
        line: "general_liability",
        coverage: "each_occurrence",
        included: true,
        limit: 1_000_000,
      }),
    ];
  });
}

/** Rows of one client; those of a policy belong to its second or first one, some to none. */
function otherRows(at: number, client_key: string, second: boolean): readonly SourceRow[] {
  const count = at % 4;
  const policy = count === 0 || at % 5 === 2 ? {} : { policy_key: `P${at}-${count > 1 ? 1 : 0}` };
  const several =
    count === 0 ? {} : { policy_keys: Array.from({ length: count }, (_, of) => `P${at}-${of}`).slice(-2) };
  const ofClient = { client_key };
  return [
    row("contacts", `C${at}`, {
      ...ofClient,
      name: `Pat ${pick(names, at + 1)}`,
      email: `pat${at}@example.com`,
      phone: `1 614 556 ${String(1000 + at)}`,
      birth_date: day(1961, at),
    }),
    row("claims", `L${at}`, {
      ...ofClient,
      ...policy,
      claim_number: `CL ${at}`,
      line: pick(["general_liability", "cyber"], at),
      ...(at % 6 === 0 ? {} : { occurred_on: day(2025, at) }),
      status: pick(["open", "closed"], at),
      paid: 100.25 + at,
      reserved: at,
      ...(at % 3 === 0 ? {} : { incurred: 100 + at }),
    }),
    row("activities", `X${at}`, {
      ...ofClient,
      ...policy,
      code: pick(["CALL", "MAIL"], at),
      subject: `Renewal call ${at}`,
      body: `planted body ${at}`,
      ...(at % 8 === 7 ? {} : { occurred_at: `${day(2026, at % 5)}T10:00:00.000Z` }),
      ...(at % 2 === 0 ? { closed_at: "2026-05-30T09:00:00.000Z" } : {}),
      seat_key: pick(owners, at),
    }),
    row("documents", `D${at}`, {
      ...ofClient,
      ...policy,
      claim_key: `L${at}`,
      title: `Certificate ${at}`,
      dated_on: day(2026, 1),
    }),
    row("invoices", `I${at}`, {
      ...ofClient,
      ...policy,
      number: String(700 + at),
      amount: 10 + at,
      ...(at % 3 === 0 ? { balance: 0 } : {}),
      due_on: day(at % 2 === 0 ? 2025 : 2027, at),
      ...(at % 5 === 0 ? { paid_on: "2026-01-02" } : {}),
      status: pick(["open", "paid"], at),
    }),
    row("locations", `O${at}`, { ...ofClient, ...several, name: "Office", address: { city: "Akron", state: "OH" } }),
    row("vehicles", `W${at}`, {
      ...ofClient,
      ...several,
      vin: `VIN00000000000${String(at).padStart(3, "0")}`,
      make: "Ford",
    }),
    row("drivers", `Q${at}`, { ...ofClient, name: `Driver ${at}`, birth_date: day(1970, at), license_state: "WY" }),
    row("contracts", `N${at}`, { ...ofClient, party: "Landlord", kind: "lease", notice_days: 30 }),
    row("renewals", `R${at}`, {
      ...ofClient,
      ...policy,
      stage: pick(["identified", "quoted"], at),
      ...(at % 4 === 1 ? {} : { expires_on: day(2027, at) }),
      premium: 900 + at + (second && at === 12 ? 1 : 0),
    }),
    row("submissions", `S${at}`, { ...ofClient, ...policy, stage: "sent", premium: 800 + at }),
    row("quotes", `Y${at}`, {
      ...ofClient,
      ...policy,
      stage: "received",
      premium: 810 + at,
      carrier_key: `K${at % 3}`,
    }),
  ];
}
