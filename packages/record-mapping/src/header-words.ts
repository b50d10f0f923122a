import { type FamilyName, familyNames, familyOf } from "@service/record-families";

/** Words of headers by what they stand for: what other systems call the things that families have (IMP-47). */
const meanings: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    number: "no num numb nbr nr nmbr",
    date: "dt on at day",
    effective: "eff efctv inception",
    expiration: "exp expiry expires expire xdate",
    amount: "amt",
    premium: "prem prm",
    address: "addr adr street",
    policy: "pol policies certificate",
    account: "acct accounts",
    client: "clients clnt",
    customer: "cust customers",
    code: "cd",
    description: "desc descr",
    phone: "tel telephone ph mobile cell",
    email: "mail e-mail",
    zip: "zipcode postal postcode postalcode",
    state: "st prov province",
    percent: "pct percentage rate",
    commission: "comm commissions",
    coverage: "cov cvg coverages",
    deductible: "ded deduct",
    limit: "lmt limits",
    producer: "prod salesperson exec executive",
    company: "co",
    carrier: "carriers insurer insurers insuror ico",
    year: "yr",
    month: "mo months",
    annual: "ann annualized annualised yearly",
    cancel: "canc cancelled canceled cancellation",
    transaction: "trans txn tran",
    business: "bus",
    insured: "ins policyholder assured",
    building: "bldg",
    reference: "ref",
    status: "stat sts",
    manager: "mgr handler",
    line: "lines",
    last: "surname",
    type: "typ",
    birth: "born dob",
    license: "lic licence",
    received: "recvd rcvd",
    id: "ids identifier key guid",
    contact: "contacts",
    claim: "claims clm",
    driver: "drivers drv",
    vehicle: "vehicles veh",
    location: "locations loc",
    invoice: "invoices inv",
    payment: "payments pmt",
    activity: "activities",
    document: "documents doc",
    quote: "quotes",
    submission: "submissions",
    renewal: "renewals",
    office: "offices branch",
    occurred: "occurrence",
    employees: "employee headcount",
  }).flatMap(([word, others]) => others.split(" ").map((other): [string, readonly string[]] => [other, [word]])),
);
/** Words that stand for several. */
const phrases: ReadonlyMap<string, readonly string[]> = new Map([
  ["lob", ["line", "business"]],
  ["dob", ["birth", "date"]],
  ["sqft", ["square", "feet"]],
  ["fein", ["tax", "id"]],
  ["ein", ["tax", "id"]],
  ["taxid", ["tax", "id"]],
  ["csr", ["servicer"]],
  ["lobs", ["line", "business"]],
  ["dol", ["loss", "date"]],
]);
const empty: ReadonlySet<string> = new Set(["the", "of", "in", "for", "a", "database", "agency"]);

/** Words that a header may be written of without blanks. */
const vocabulary: ReadonlySet<string> = new Set([
  ...meanings.keys(),
  ...[...meanings.values()].flat(),
  ...phrases.keys(),
  ...familyNames.flatMap((family) => Object.keys(familyOf(family).fields).flatMap((field) => field.split("_"))),
  ...empty,
  ..."name line lines business type first last full term code".split(" "),
]);
const wordCharsMin = 2;

/** `polno` as pol, no: a word that is not known, where it is made of words that are, as few as possible. */
function partsOf(word: string): readonly string[] {
  if (vocabulary.has(word) || word.length > 40 || /\d/.test(word)) return [word];
  // best[end]: the words of the first `end` characters.
  const best: (readonly string[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end += 1) {
    for (let start = 0; start <= end - wordCharsMin; start += 1) {
      const before = best[start];
      const part = word.slice(start, end);
      if (before === undefined || !vocabulary.has(part)) continue;
      const fewest = best[end];
      if (fewest === undefined || before.length + 1 < fewest.length) best[end] = [...before, part];
    }
  }
  const parts = best[word.length] ?? [word];
  return parts.length > compoundMax ? [word] : parts;
}

const compoundMax = 4;

/** The words of a header or a field's name, as those of this table: `Pol. Eff Dt` and `PolEffDt` are policy, effective, date. */
export function headerWords(header: string): ReadonlySet<string> {
  const parts = header
    .replaceAll("%", " percent ")
    .replaceAll("#", " number ")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Za-z])(\d)/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const words = new Set<string>();
  for (const part of parts.flatMap(partsOf)) {
    if (part === "" || empty.has(part)) continue;
    for (const word of phrases.get(part) ?? meanings.get(part) ?? [part]) words.add(word);
  }
  return words;
}

/** Words by which headers say whose column it is. */
const owners: Partial<Record<FamilyName, string>> = {
  accounts: "client customer account insured named applicant group",
  policies: "policy",
  carriers: "carrier company",
  contacts: "contact",
  coverages: "coverage",
  claims: "claim loss",
  locations: "location premises",
  vehicles: "vehicle auto unit",
  drivers: "driver",
  activities: "activity",
  documents: "document",
  submissions: "submission",
  quotes: "quote",
  renewals: "renewal",
  invoices: "invoice bill",
  payments: "payment",
  offices: "office",
};

/** Words of headers about people and firms that no family holds: a claimant is no client. */
export const strangerWords: ReadonlySet<string> = new Set(
  "claimant injured attorney lawyer lienholder mortgagee lessor beneficiary interest spouse signer".split(" "),
);

/** Words that make a header name something else than it does without them: a client's type, what is earned monthly. */
export const otherAspects: ReadonlySet<string> = new Set(
  (
    "type status email phone fax " +
    "monthly weekly quarterly earned unearned balance tax fee fees minimum deposit return prior previous expiring target"
  ).split(" "),
);

/** The words of a header as it writes them, before they are taken for others. */
export function literalWords(header: string): ReadonlySet<string> {
  return new Set(
    header
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word !== ""),
  );
}

export function ownerWords(family: FamilyName): ReadonlySet<string> {
  return new Set(owners[family]?.split(" ") ?? headerWords(familyOf(family).keyName.replace(/_key$/, "")));
}

/** Names of files and lists, by family, besides the family's own. */
const otherListNames: Partial<Record<FamilyName, readonly string[]>> = {
  accounts: ["clients", "customers", "insureds"],
  staff: ["employees", "users", "seats"],
  carriers: ["companies", "insurers"],
  activities: ["notes", "tasks"],
  locations: ["premises", "buildings"],
};

export function listNames(family: FamilyName): readonly string[] {
  return [family, familyOf(family).keyName.replace(/_key$/, ""), ...(otherListNames[family] ?? [])];
}

/** Headers that name a field, besides the field's own name: by family and field, else by field or member. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  "accounts.name": [
    "client",
    "insured",
    "named insured",
    "full name",
    "applicant",
    "business name",
    "company name",
    "legal name",
    "account name",
  ],
  "accounts.dba": ["dba name", "doing business as", "trade name"],
  "accounts.segment": ["line type", "client type", "type of business", "department"],
  "accounts.since": ["client since", "customer since", "date added"],
  "accounts.producer_seat": [
    "producer",
    "agent",
    "sales rep",
    "account exec",
    "exec code",
    "producer code",
    "assigned to",
  ],
  "accounts.servicer_seats": ["servicer", "servicer code", "account manager", "service rep", "rep code"],
  "accounts.office_key": ["office", "location code"],
  "carriers.name": ["carrier", "company", "insurance company", "issuing company"],
  "contacts.name": ["full name"],
  "drivers.name": ["full name"],
  "policies.line": ["line business", "line", "coverage type", "policy type", "class of business"],
  "policies.policy_number": ["policy reference"],
  "policies.status": ["line status"],
  "policies.kind": ["transaction", "transaction type", "new renewal", "type of business new or renewal"],
  "policies.market": ["market type"],
  "policies.carrier_name": ["carrier", "company", "carrier name", "insurance company"],
  "policies.producer_seat": [
    "producer",
    "agent",
    "sales rep",
    "account exec",
    "exec code",
    "producer code",
    "assigned to",
  ],
  "policies.servicer_seat": ["servicer", "servicer code", "account manager", "service rep", "rep code"],
  "policies.annualized_premium": ["annual premium"],
  "policies.premium": [
    "written premium",
    "term premium",
    "total premium",
    "gross premium",
    "gross written premium",
    "issued premium",
  ],
  "policies.billing": ["bill type", "billing type", "billing method", "bill method", "bill mode"],
  "policies.commission_amount": [
    "annual commission",
    "estimated commission",
    "gross commission",
    "total agency commission",
  ],
  "policies.commission_rate": ["commission percent", "commission"],
  "policies.term_months": ["term", "policy term"],
  "policies.effective_on": [
    "effective date",
    "start date",
    "term start",
    "effective",
    "cover from",
    "risk effective date",
  ],
  "policies.expires_on": [
    "expiration date",
    "x date",
    "end date",
    "term end",
    "expiration",
    "cover to",
    "risk expiration date",
    "renewal date",
  ],
  "policies.cancelled_on": ["cancel date", "cancel"],
  "claims.occurred_on": ["loss date", "accident date", "occurred date"],
  "claims.reserved": ["reserve", "reserves", "outstanding"],
  "claims.incurred": ["total incurred"],
  "claims.paid": ["total paid", "paid amount"],
  "claims.claim_number": ["claim number"],
  "vehicles.vin": ["vehicle identification number", "serial number"],
  "drivers.license_state": ["license state"],
  birth_date: ["birth date", "birth"],
  fein: ["tax id", "federal id", "federal tax id"],
  naics: ["naics code"],
  sic: ["sic code"],
  revenue: ["annual revenue", "sales", "gross sales"],
  payroll: ["annual payroll"],
  phone: ["phone number", "business phone", "main phone"],
  email: ["email address"],
  website: ["url", "web site", "web"],
  line1: ["address 1", "address line 1", "address", "mailing address"],
  line2: ["address 2", "address line 2", "suite"],
  city: ["city", "town", "mailing city"],
  state: ["state", "mailing state"],
  zip: ["zip", "zip code", "mailing zip"],
};

const phrasesOfTargets = new Map<string, readonly ReadonlySet<string>[]>();

/** Every header that names a target of a family, as words. */
export function targetPhrases(family: FamilyName, target: string): readonly ReadonlySet<string>[] {
  const key = `${family}.${target}`;
  const cached = phrasesOfTargets.get(key);
  if (cached !== undefined) return cached;
  const last = target.slice(target.lastIndexOf(".") + 1);
  const others = [...(synonyms[key] ?? []), ...(synonyms[last] ?? [])];
  const found = [...new Set([target, last, ...others])].map(headerWords);
  phrasesOfTargets.set(key, found);
  return found;
}

/** Every header that names the id of a row of a family; without the family's words only in a list of that family. */
export function idPhrases(family: FamilyName): readonly ReadonlySet<string>[] {
  const kinds = family === "policies" ? ["id", "reference"] : ["id", "code", "number", "reference", "lookup code"];
  const owned = [...ownerWords(family)].flatMap((owner) => kinds.map((kind) => headerWords(`${owner} ${kind}`)));
  // What some systems call the code by which their people look up a client.
  return family === "accounts" ? [...owned, headerWords("lookup code")] : owned;
}
