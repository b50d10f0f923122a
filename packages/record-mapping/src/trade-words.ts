import { type FamilyName, lineCodes } from "@service/record-families";
import { lookupKey } from "./transforms.ts";

/** What people of the trade write for our codes, besides the codes in another spelling (IMP-302). No vendor's list. */
export const tradeWords = {
  client_kind: {
    Client: "insured",
    Customer: "insured",
    Active: "insured",
    Suspect: "prospect",
    Lead: "prospect",
    "Former Client": "former",
    Inactive: "former",
    Lost: "former",
  },
  segment: {
    "Commercial Lines": "commercial",
    CL: "commercial",
    "Personal Lines": "personal",
    PL: "personal",
    "Employee Benefits": "benefits",
    "Group Benefits": "benefits",
  },
  line: {
    GL: "general_liability",
    "Commercial General Liability": "general_liability",
    "Public Liability": "general_liability",
    CGL: "general_liability",
    Property: "commercial_property",
    "Property - Commercial": "commercial_property",
    "Property Commercial": "commercial_property",
    "Comm Property": "commercial_property",
    CP: "commercial_property",
    PROPC: "commercial_property",
    BOP: "business_owners",
    "Business Owners Policy": "business_owners",
    "Businessowners Policy": "business_owners",
    Businessowners: "business_owners",
    BAP: "commercial_auto",
    AUTOB: "commercial_auto",
    "Business Auto": "commercial_auto",
    "Commercial Automobile": "commercial_auto",
    "Auto - Commercial": "commercial_auto",
    "Comm Auto": "commercial_auto",
    "Motor Fleet": "commercial_auto",
    WC: "workers_compensation",
    "Workers Comp": "workers_compensation",
    WORK: "workers_compensation",
    "Umbrella Liability": "umbrella",
    "Commercial Umbrella": "umbrella",
    "Umbrella - Commercial": "umbrella",
    "Excess Liability": "umbrella",
    UMB: "umbrella",
    UMBRC: "umbrella",
    "Cyber Liability": "cyber",
    EPL: "employment_practices",
    EPLI: "employment_practices",
    "Employment Practices Liability": "employment_practices",
    EO: "professional_liability",
    "E&O": "professional_liability",
    "Errors & Omissions": "professional_liability",
    "Professional Indemnity": "professional_liability",
    DO: "directors_officers",
    "D&O": "directors_officers",
    "Directors & Officers Liability": "directors_officers",
    "Directors and Officers": "directors_officers",
    CRIM: "crime",
    Bond: "surety",
    "Builders' Risk": "builders_risk",
    "Pollution Liability": "pollution",
    IM: "inland_marine",
    INMRC: "inland_marine",
    "Truck Cargo": "motor_truck_cargo",
    Automobile: "personal_auto",
    "Private Passenger Auto": "personal_auto",
    "Auto - Personal": "personal_auto",
    "Personal Automobile": "personal_auto",
    PAP: "personal_auto",
    PPA: "personal_auto",
    AUTOP: "personal_auto",
    Home: "homeowners",
    Homeowner: "homeowners",
    Household: "homeowners",
    HO: "homeowners",
    ...forms("HO", [2, 3, 5], "homeowners"),
    ...forms("HO", [4], "renters"),
    ...forms("HO", [6], "condo"),
    ...forms("DP", [1, 3], "dwelling_fire"),
    Dwelling: "dwelling_fire",
    DFIRE: "dwelling_fire",
    "Umbrella - Personal": "personal_umbrella",
    PUP: "personal_umbrella",
    UMBRP: "personal_umbrella",
    Boat: "watercraft",
  },
  policy_status: {
    "In Force": "active",
    Inforce: "active",
    Current: "active",
    Issued: "active",
    Bound: "active",
    Live: "active",
    "Pending Cancel": "active",
    "Pending Cancellation": "active",
    // Of the term that ended or of the one that follows: the days of the term say whether it is in force.
    New: null,
    "New Business": null,
    Renew: null,
    Renewal: null,
    Renewed: null,
    REN: null,
    Rewrite: null,
    Rewritten: null,
    CAN: "cancelled",
    Canceled: "cancelled",
    Cancellation: "cancelled",
    "Flat Cancelled": "cancelled",
    "Flat Canceled": "cancelled",
    Terminated: "cancelled",
    Lapsed: "expired",
    Nonrenew: "non_renewed",
    Nonrenewed: "non_renewed",
    "Not Renewed": "non_renewed",
    "Non Renew": "non_renewed",
    "Non Renewal": "non_renewed",
    "Non-Renewal": "non_renewed",
    Pending: "future",
    Quote: "quoted",
  },
  transaction: {
    "New Business": "new",
    NEW: "new",
    NB: "new",
    NBS: "new",
    RNW: "renewal",
    REN: "renewal",
    Renew: "renewal",
    Renewed: "renewal",
    "Renewal Business": "renewal",
    RWL: "renewal",
    RB: "renewal",
    Rewritten: "rewrite",
    RWR: "rewrite",
  },
  term: {
    Annual: 12,
    "12 Months": 12,
    "Semi-Annual": 6,
    "6 Months": 6,
    Quarterly: 3,
    "3 Months": 3,
    ...Object.fromEntries(Array.from({ length: 60 }, (_month, index) => [String(index + 1), index + 1])),
  },
  billing: {
    "Direct Bill": "direct",
    "Company Bill": "direct",
    DB: "direct",
    Direct: "direct",
    "Agency Bill": "agency",
    AB: "agency",
  },
} satisfies Readonly<Record<string, Readonly<Record<string, string | number | null>>>>;

type TableName = keyof typeof tradeWords;

const ourCodes: Partial<Record<TableName, readonly string[]>> = {
  line: lineCodes,
  segment: ["commercial", "personal", "benefits"],
  transaction: ["new", "renewal", "rewrite"],
  billing: ["direct", "agency"],
};

/** Letters that mean something in a column of such letters only. */
const letters: Partial<Record<TableName, Readonly<Record<string, Code>>>> = {
  billing: { A: "agency", C: "direct", D: "direct" },
};

const abbreviated: ReadonlyMap<string, string> = new Map(
  Object.entries({
    comm: "commercial",
    coml: "commercial",
    pers: "personal",
    liab: "liability",
    prop: "property",
    prof: "professional",
    automobile: "auto",
    automobiles: "auto",
    autos: "auto",
    comp: "compensation",
    workmens: "workers",
    worker: "workers",
    owner: "owners",
    businessowners: "business owners",
    billed: "bill",
  }),
);
/** Words that every line may have beside it. */
const idle = new Set(["insurance", "ins", "policy", "policies", "coverage", "cover", "the", "and", "of", "s"]);

/**
 * What spellings of one term of the trade have in common, in any order: `Auto (Personal)`, `Personal Automobile` and
 * `PERSONAL_AUTO`; `Business Owners Policy (BOP)` and `Businessowners`.
 */
export function tradeKey(text: string): string {
  const written = text.replace(/(?<=\w\s*)\([A-Z&]{2,5}\)\s*$/, "").toLowerCase();
  const words = written
    .replaceAll("&", "")
    .split(/[^a-z0-9]+/)
    .flatMap((word) => (abbreviated.get(word) ?? word).split(" "))
    .filter((word) => word !== "" && !idle.has(word));
  const key = [...new Set(words)].toSorted().join(" ");
  // `Automobile` is a household's; `Auto` alone is either.
  return key === "" || key === "auto" ? lookupKey(text) : key;
}

/** Words that mean one of several lines: enough to see what a column holds, too little for a lookup. */
const openLines: ReadonlySet<string> = new Set([
  "auto",
  "package",
  "commercial package",
  "combined commercial",
  "pkg",
  "fire",
  "marine",
  "liability",
  "bonds",
  "health",
  "dental",
  "vision",
  "benefits",
]);

const tableOf: Readonly<Record<string, TableName>> = {
  "accounts.kind": "client_kind",
  "accounts.segment": "segment",
  "policies.status": "policy_status",
  "policies.kind": "transaction",
  "policies.term_months": "term",
  "policies.billing": "billing",
};

type Code = string | number | null;

const byKey = new Map<TableName, ReadonlyMap<string, Code>>();

function entriesOf(name: TableName): ReadonlyMap<string, Code> {
  const found = byKey.get(name);
  if (found !== undefined) return found;
  const words: Readonly<Record<string, Code>> = { ...tradeWords[name], ...letters[name] };
  const made = new Map(Object.entries(words).map(([word, ours]) => [tradeKey(word), ours]));
  // Our own codes too, in other spellings.
  for (const code of ourCodes[name] ?? []) made.set(tradeKey(code), code);
  byKey.set(name, made);
  return made;
}

/** The table of words for a field of codes, and our code for a word of it; undefined for a field without one. */
export function tradeTable(
  family: FamilyName,
  target: string,
): { readonly name: TableName; readonly codeOf: (word: string) => Code | undefined } | undefined {
  const name = target === "line" ? "line" : tableOf[`${family}.${target}`];
  if (name === undefined) return undefined;
  const entries = entriesOf(name);
  return { name, codeOf: (word) => entries.get(tradeKey(word)) };
}

function isLine(value: string): boolean {
  return entriesOf("line").has(tradeKey(value)) || openLines.has(tradeKey(value));
}

/** The lines that one cell names, where it names several: `General Liability, Commercial Property`, and what parts them. */
export function linesIn(value: string): { readonly separator: string; readonly lines: readonly string[] } | undefined {
  for (const separator of [";", "|", ",", "/"]) {
    const lines = value.split(separator).map((line) => line.trim());
    if (lines.length > 1 && lines.every(isLine)) return { separator, lines };
  }
  return undefined;
}

/** Whether values are lines of insurance, in our words or those of the trade: nearly all of them. */
export function areLines(values: readonly string[]): boolean {
  const lines = values.filter((value) => isLine(value) || linesIn(value) !== undefined);
  return values.length > 0 && lines.length >= 0.8 * values.length;
}

/** Form numbers as they are written, with and without a hyphen. */
function forms(letters: string, numbers: readonly number[], code: string): Readonly<Record<string, string>> {
  const written = numbers.flatMap((number) => [`${letters}${number}`, [letters, number].join("-")]);
  return Object.fromEntries(written.map((form) => [form, code]));
}
