import { addDays, type JsonObject } from "@service/json";
import { families, type FamilyName, familyNames } from "@service/record-families";
import { objectOf, textOf } from "./fields.ts";
import { openNeeds, removableNeeds, withoutNeed, type Need } from "./agency-standard.ts";
import { application, statedInText, contract, declarations, lossRuns } from "./documents.ts";
import { businessFacts, cents, rounded, type Facts } from "./facts.ts";
import { asTyped, driversOf, paymentsOf, submissionsOf, tradingName, withForeignLetters } from "./client-details.ts";
import { keepersOf, type Organization, type Seat } from "./organization.ts";
import { today, type Plan } from "./plan.ts";
import { coverageRow, placeHousehold, placeProgram, yearsEarlier, type Held, type Program } from "./program.ts";
import { apportion, Random } from "./random.ts";
import { trades } from "./trades.ts";
import {
  addressIn,
  mailOf,
  phoneIn,
  stateOf,
  taxNumber,
  vehicleNumber,
  type Address,
  type NameMaker,
  type PersonName,
} from "./words.ts";

/** Families of rows that belong to clients (SAMPLE-4). */
export const bookFamilies = familyNames.filter(isOfClients);
export type BookFamily = Exclude<FamilyName, "carriers" | "lines" | "offices" | "teams" | "staff">;

function isOfClients(family: FamilyName): family is BookFamily {
  return families[family].plane !== "reference";
}

/** One client with everything on file about it. `facts` and `openNeeds` are the truth; the rows are what the file says. */
export type ClientFile = {
  readonly clientKey: string;
  readonly name: string;
  readonly owner: PersonName;
  readonly facts: Facts | undefined;
  readonly program: Program;
  /** Reviewed by hand, as it were: the file is complete but for the planted gaps, which are all there are. */
  readonly isReviewed: boolean;
  readonly openNeeds: readonly Need[];
  /** Facts that the papers hold and the account does not. */
  readonly inPapersOnly: readonly string[];
  readonly rows: Readonly<Record<BookFamily, readonly JsonObject[]>>;
};

/** How likely something useful is bought. A careful client buys more of everything, which is why lines go together. */
const demand: { readonly [wish: string]: number } = {
  commercial_property: 0.85,
  workers_compensation: 0.88,
  commercial_auto: 0.92,
  garage: 0.8,
  umbrella: 0.42,
  cyber: 0.3,
  employment_practices: 0.28,
  professional_liability: 0.65,
  liquor_liability: 0.8,
  crime: 0.25,
  directors_officers: 0.45,
  pollution: 0.35,
  inland_marine: 0.6,
  builders_risk: 0.5,
  motor_truck_cargo: 0.85,
  product_recall: 0.1,
  flood: 0.4,
  earthquake: 0.2,
  personal_umbrella: 0.4,
};
const optionalCoverage = 0.6;
const dirtyShare = 0.06;
const reviewedClean = 0.25;
/** Renewals are worked on from this many days before the expiration. */
const renewalDays = 100;
/** More than any client has: numbers of policies are counted through by client. */
const policiesMax = 64;
/** Has no divisor in common with the number of numbers, so that each comes once. */
const numberStep = 61_803_399;
/** More vehicles than these are covered as one fleet. */
const fleetFrom = 100;
/** The system lists no more of a fleet; the carrier has the rest. */
const vehiclesMax = 300;
const quotesMax = 4;
const vehicleCoverages: readonly string[] = ["comprehensive", "collision"];

type Sketch = {
  readonly segment: "commercial" | "personal" | "former";
  readonly weight: number;
  readonly scale: number;
  readonly tradeIndex: number;
  readonly gaps: number | undefined;
};

/** The clients one after another, so that a large book is never in memory as a whole. */
export function* makeBook(
  seed: number,
  plan: Plan,
  organization: Organization,
  names: NameMaker,
  carriers: readonly JsonObject[],
): Generator<ClientFile> {
  const sketches = sketchBook(seed, plan);
  const weights = sketches.map(({ weight }) => weight);
  const contacts = apportion(plan.contacts - plan.accounts, weights);
  const activities = apportion(plan.activities, weights);
  const documents = apportion(plan.documents, weights.map(Math.sqrt));
  const claimWeights = sketches.map(({ weight, tradeIndex, segment }) =>
    segment === "former" ? 0 : weight * (segment === "commercial" ? (trades[tradeIndex]?.claimRate ?? 0.04) * 25 : 0.8),
  );
  const claimSum = claimWeights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, sketch] of sketches.entries()) {
    const around = { seed, plan, organization, names, carriers };
    yield new ClientWriter(new Random(seed, "client", index), index, sketch, around).write({
      contacts: contacts[index] ?? 0,
      activities: activities[index] ?? 0,
      documents: documents[index] ?? 0,
      claimMean: (plan.claims * (claimWeights[index] ?? 0)) / claimSum,
    });
  }
}

/** Segments (60 % commercial, 35 % personal, 5 % former), sizes by Zipf's law, and which files are reviewed. */
function sketchBook(seed: number, plan: Plan): Sketch[] {
  const random = new Random(seed, "sketch");
  const commercial = Math.round(plan.accounts * 0.6);
  const personal = Math.round(plan.accounts * 0.35);
  const ranks = random.sample(
    Array.from({ length: commercial }, (_, rank) => rank + 1),
    commercial,
  );
  // The planted gaps come in twos, threes and fours; a quarter of the reviewed files has none.
  const planted: number[] = [];
  for (let rest = plan.gaps; rest > 0; rest -= planted.at(-1) ?? 1)
    planted.push(Math.min(rest, 2 + (planted.length % 3)));
  const reviewed = [
    ...planted,
    ...Array.from({ length: Math.round((planted.length * reviewedClean) / (1 - reviewedClean)) }, () => 0),
  ];
  const stride = Math.max(1, Math.floor(commercial / reviewed.length));
  const business = ranks.map((rank, index): Sketch => {
    const size = Math.min(30, (11 * (commercial / 720) ** 0.55) / rank ** 0.55);
    const gaps = index % stride === 0 ? reviewed[index / stride] : undefined;
    // A file that is reviewed by hand is seldom that of a stand.
    const scale = gaps === undefined ? size : Math.max(0.9, size);
    return { segment: "commercial", weight: 0.4 + scale, scale, tradeIndex: index % trades.length, gaps };
  });
  const households = Array.from({ length: personal }, (): Sketch => ({
    segment: "personal",
    weight: 0.45,
    scale: random.next(),
    tradeIndex: 0,
    gaps: undefined,
  }));
  const former = Array.from({ length: plan.accounts - commercial - personal }, (): Sketch => ({
    segment: "former",
    weight: 0.2,
    scale: random.next(),
    tradeIndex: random.int(0, trades.length - 1),
    gaps: undefined,
  }));
  return random.sample([...business, ...households, ...former], plan.accounts);
}

type Surroundings = {
  readonly seed: number;
  readonly plan: Plan;
  readonly organization: Organization;
  readonly names: NameMaker;
  readonly carriers: readonly JsonObject[];
};
type Amounts = {
  readonly contacts: number;
  readonly activities: number;
  readonly documents: number;
  readonly claimMean: number;
};

class ClientWriter {
  readonly #random: Random;
  readonly #sketch: Sketch;
  readonly #around: Surroundings;
  readonly #clientKey: string;
  readonly #producer: Seat;
  readonly #servicer: Seat;
  readonly #sinceYears: number;
  readonly #index: number;
  #numbered = 0;
  #states: readonly string[] = [];
  readonly #rows: Record<BookFamily, JsonObject[]>;

  constructor(random: Random, index: number, sketch: Sketch, around: Surroundings) {
    this.#random = random;
    this.#sketch = sketch;
    this.#around = around;
    this.#index = index;
    this.#clientKey = `hg-${String(index + 1).padStart(6, "0")}`;
    const { producer, servicer } = keepersOf(random, around.organization, around.plan.producerShares);
    this.#producer = producer;
    this.#servicer = servicer;
    this.#sinceYears = random.int(0, 9);
    this.#rows = {
      accounts: [],
      contacts: [],
      policies: [],
      coverages: [],
      contracts: [],
      locations: [],
      vehicles: [],
      drivers: [],
      claims: [],
      activities: [],
      documents: [],
      submissions: [],
      quotes: [],
      renewals: [],
      invoices: [],
      payments: [],
    };
  }

  write(amounts: Amounts): ClientFile {
    const random = this.#random;
    const { segment } = this.#sketch;
    const more = new Random(this.#around.seed, "client details", this.#index);
    const person = this.#around.names.person(random);
    const owner = { ...person, full: withForeignLetters(more, person.full) };
    const trade = trades[this.#sketch.tradeIndex] ?? random.pick(trades);
    const isBusiness = segment === "commercial" || (segment === "former" && random.chance(0.6));
    const facts = isBusiness
      ? businessFacts(random, trade, segment === "former" ? 0.4 : this.#sketch.scale * random.lognormal(1, 0.25))
      : undefined;
    const name =
      facts === undefined
        ? `${owner.full} Household`
        : `${withForeignLetters(more, this.#around.names.business(random))} ${random.pick(trade.words)}${legalForm(facts.entityType)}`;
    const state = facts?.state ?? stateOf(random);
    this.#states = [state, ...(facts?.sites ?? []).map((site) => site.address.state)];
    const address = facts?.sites[0]?.address ?? addressIn(random, state);
    const { program, openNeeds: needs } = this.#place(facts);
    const isReviewed = this.#sketch.gaps !== undefined && facts !== undefined;

    const sites = this.#writePlaces(facts, address, program);
    const vehicles = Array.from(
      { length: this.#vehicleCount(facts, program) },
      (_, at) => `${this.#clientKey}-v${at + 1}`,
    );
    const current = this.#writePolicies(program, sites, vehicles);
    if (isReviewed) this.#writeEndedPolicies(needs, current);
    this.#writeVehicles(facts, vehicles, current);
    this.#writeClaims(facts, amounts.claimMean, current);
    this.#writeContacts(owner, amounts.contacts, state);
    this.#writeActivities(amounts.activities, current);
    const hidden = this.#writeAccount({
      name,
      facts,
      owner,
      isReviewed,
      address: asTyped(more, address, owner),
      dba: facts === undefined ? undefined : tradingName(more, this.#around.names, trade),
    });
    this.#writeDocuments(amounts.documents, { name, facts, hidden, current });
    this.#rows.drivers.push(...driversOf(more, this.#around.names, owner, state, this.#rows.vehicles));
    this.#rows.submissions.push(...submissionsOf(more, this.#rows.renewals));
    this.#rows.payments.push(...paymentsOf(more, this.#rows.policies, this.#rows.invoices));
    return {
      clientKey: this.#clientKey,
      name,
      owner,
      facts,
      program,
      isReviewed,
      openNeeds: isReviewed ? needs : [],
      inPapersOnly: Object.keys(hidden),
      rows: this.#rows,
    };
  }

  #place(facts: Facts | undefined): { program: Program; openNeeds: readonly Need[] } {
    const random = this.#random;
    if (this.#sketch.segment === "former") return { program: [], openNeeds: [] };
    const care = random.next();
    const buys = (wish: string): boolean =>
      random.chance(Math.min(0.98, Math.max(0.02, (demand[wish] ?? optionalCoverage) + 0.6 * (care - 0.95))));
    if (facts === undefined) return { program: placeHousehold(random, this.#sketch.scale, buys), openNeeds: [] };
    const wanted = this.#sketch.gaps;
    if (wanted === undefined) return { program: placeProgram(random, facts, today, buys), openNeeds: [] };
    const complete = placeProgram(random, facts, today, () => true);
    // One need taken away may open another; picks are repeated until exactly the planned number is open.
    for (let tries = 0; tries < 2_000; tries += 1) {
      const picked = random.sample(removableNeeds(facts, complete), wanted);
      const program = picked.reduce((before, need) => withoutNeed(before, need, random), complete);
      const open = openNeeds(facts, program);
      if (open.length === wanted) return { program, openNeeds: open };
    }
    throw new Error(`no ${wanted} gaps fit ${this.#clientKey}`);
  }

  #writePlaces(facts: Facts | undefined, address: Address, program: Program): readonly string[] {
    const random = this.#random;
    if (facts === undefined) {
      if (program.length > 0)
        this.#rows.locations.push({
          location_key: `${this.#clientKey}-l1`,
          client_key: this.#clientKey,
          address,
          interest: "owner",
          construction: "frame",
          year_built: random.int(1930, 2020),
          square_feet: rounded(random.lognormal(1_900, 0.3), 10),
          occupancy: "one family",
        });
      return [];
    }
    return facts.sites.map((site, index) => {
      const key = `${this.#clientKey}-l${index + 1}`;
      this.#rows.locations.push({
        location_key: key,
        client_key: this.#clientKey,
        name: index === 0 ? "Main premises" : `Premises ${index + 1}`,
        address: site.address,
        interest: site.interest,
        construction: site.construction,
        year_built: site.yearBuilt,
        square_feet: site.squareFeet,
        occupancy: facts.trade.title.slice(0, 60),
        sprinklered: site.sprinklered,
        flood_zone: site.floodZone,
        values: {
          ...(site.building > 0 ? { building: site.building } : {}),
          contents: site.contents,
          ...(site.tenantImprovements > 0 ? { tenant_improvements: site.tenantImprovements } : {}),
        },
      });
      return key;
    });
  }

  /** Terms in force with their coverages, their earlier terms, bills and renewals. Answers the rows in force by line. */
  #writePolicies(
    program: Program,
    sites: readonly string[],
    vehicles: readonly string[],
  ): ReadonlyMap<string, JsonObject> {
    const random = this.#random;
    const current = new Map<string, JsonObject>();
    const isFormer = this.#sketch.segment === "former";
    // Most of a client's policies renew on one day: the first of a month, January before all (SAMPLE-6).
    const shared = expirationDay(random);
    const anniversary = (): string => (random.chance(0.7) ? shared : expirationDay(random));
    for (const [index, held] of program.entries()) {
      const row = this.#policy(held, index, anniversary());
      current.set(held.line, row);
      const { detailedShare } = this.#around.plan;
      const isDetailed = detailedShare === 1 || random.chance(detailedShare);
      for (const [at, coverage] of isDetailed ? held.coverages.entries() : []) {
        const site = coverage.site === undefined ? undefined : sites[coverage.site];
        const keys = {
          coverage_key: `${textOf(row.policy_key)}-c${at + 1}`,
          policy_key: textOf(row.policy_key),
          client_key: this.#clientKey,
        };
        // Damage to vehicles is written vehicle by vehicle, of a large fleet once for all.
        const isByVehicle = vehicleCoverages.includes(coverage.coverage) && vehicles.length <= fleetFrom;
        if (!isByVehicle || vehicles.length === 0)
          this.#rows.coverages.push({ ...keys, ...coverageRow(coverage, site) });
        else
          for (const [of, vehicle] of vehicles.entries())
            this.#rows.coverages.push({
              ...keys,
              coverage_key: `${keys.coverage_key}-${of + 1}`,
              ...coverageRow(coverage, vehicle),
            });
      }
      this.#writeEarlierTerms(row, Math.min(this.#sinceYears, random.poisson(this.#around.plan.earlierTerms)));
      this.#writeInvoices(row);
      this.#writeRenewal(row);
    }
    if (isFormer) {
      const held: Held = {
        line: "general_liability",
        lines: ["general_liability"],
        coverages: [],
        premium: cents(random.lognormal(2_400, 0.6)),
      };
      const ended = addDays(today, -random.int(60, 700)) ?? today;
      const row = { ...this.#policy(held, 0, ended), status: "non_renewed" };
      this.#rows.policies.pop();
      this.#rows.policies.push(row);
      this.#writeEarlierTerms(row, random.int(1, 3));
    }
    return current;
  }

  #policy(held: Held, index: number, expiresOn: string): JsonObject {
    const random = this.#random;
    const carrier = random.pick(this.#around.carriers);
    const rate = held.line === "workers_compensation" ? 0.08 : random.pick([0.1, 0.12, 0.12, 0.15]);
    const row: JsonObject = {
      policy_key: `${this.#clientKey}-p${index + 1}`,
      client_key: this.#clientKey,
      policy_number: this.#policyNumber(),
      line: held.line,
      lines: held.lines,
      carrier_key: textOf(carrier.carrier_key),
      carrier_name: textOf(carrier.name),
      writing_company: textOf(carrier.name),
      status: "active",
      kind: this.#sinceYears === 0 ? "new" : "renewal",
      effective_on: yearsEarlier(expiresOn, 1),
      expires_on: expiresOn,
      term_months: 12,
      premium: held.premium,
      annualized_premium: held.premium,
      billing: random.chance(0.7) ? "direct" : "agency",
      commission_rate: rate,
      commission_amount: cents(held.premium * rate),
      producer_seat: this.#producer.seat_key,
      servicer_seat: this.#servicer.seat_key,
      market: this.#isOfStateFund(held) ? "state_fund" : "admitted",
    };
    this.#rows.policies.push(row);
    return row;
  }

  /** Eight digits in no visible order; no two policies of a book have the same. */
  #policyNumber(): string {
    this.#numbered += 1;
    const place = this.#index * policiesMax + this.#numbered;
    return `SYN-${String((place * numberStep) % 100_000_000).padStart(8, "0")}`;
  }

  /** In Ohio workers compensation comes from the state fund alone (ENT-78). */
  #isOfStateFund({ line }: Held): boolean {
    return line === "workers_compensation" && this.#states.includes("OH");
  }

  #writeEarlierTerms(row: JsonObject, terms: number): void {
    let premium = Number(row.premium);
    const key = textOf(row.policy_key);
    for (let back = 1; back <= terms; back += 1) {
      premium = cents(premium / (1 + 0.05 + 0.06 * this.#random.normal() * 0.5));
      const { commission_rate: _rate, commission_amount: _amount, ...kept } = row;
      this.#rows.policies.push({
        ...kept,
        policy_key: `${key}-t${back}`,
        policy_number: `${textOf(row.policy_number)}-${back}`,
        status: "expired",
        kind: back === terms && terms === this.#sinceYears ? "new" : "renewal",
        effective_on: yearsEarlier(textOf(row.effective_on), back),
        expires_on: yearsEarlier(textOf(row.expires_on), back),
        premium,
        annualized_premium: premium,
        ...(back < terms ? { prior_policy_key: `${key}-t${back + 1}` } : {}),
      });
    }
    if (terms === 0) return;
    const at = this.#rows.policies.findIndex((each) => each.policy_key === key);
    this.#rows.policies[at] = { ...row, prior_policy_key: `${key}-t1` };
  }

  /** What a client no longer has stays on file, with its coverages: it must not count as cover. */
  #writeEndedPolicies(needs: readonly Need[], current: ReadonlyMap<string, JsonObject>): void {
    const random = this.#random;
    for (const [index, { line, coverage }] of needs.entries()) {
      if (coverage !== undefined || current.has(line) || !random.chance(0.5)) continue;
      const expiresOn = addDays(today, -random.int(30, 500)) ?? today;
      const isCancelled = random.chance(0.4);
      const key = `${this.#clientKey}-e${index + 1}`;
      this.#policy(
        { line, lines: [line], coverages: [], premium: cents(random.lognormal(1_500, 0.4)) },
        90 + index,
        expiresOn,
      );
      const row = this.#rows.policies.pop() ?? {};
      const { status: _status, ...undecided } = row;
      // A third states no status: it follows from the dates.
      const status: JsonObject = isCancelled
        ? { status: "cancelled", cancelled_on: addDays(expiresOn, -100) ?? expiresOn }
        : random.chance(0.33)
          ? {}
          : { status: "expired" };
      this.#rows.policies.push({ ...undecided, ...status, policy_key: key });
      this.#rows.coverages.push({
        coverage_key: `${key}-c1`,
        policy_key: key,
        client_key: this.#clientKey,
        line,
        coverage: `${line}_limit`,
        included: true,
        limit: 1_000_000,
      });
    }
  }

  #writeInvoices(policy: JsonObject): void {
    const random = this.#random;
    const installments = random.pick([1, 4, 4, 10]);
    const isLatePayer = random.chance(0.12);
    for (let at = 0; at < installments; at += 1) {
      const due = addDays(textOf(policy.effective_on), Math.floor((at * 365) / installments)) ?? today;
      if (due > today) break;
      const amount = cents(Number(policy.premium) / installments);
      const late = random.chance(isLatePayer ? 0.6 : 0.06) ? random.int(3, 60) : -random.int(0, 6);
      const paidOn = addDays(due, late) ?? due;
      const isPaid = paidOn <= today;
      this.#rows.invoices.push(
        this.#soil(
          {
            invoice_key: `${textOf(policy.policy_key)}-i${at + 1}`,
            client_key: this.#clientKey,
            policy_key: textOf(policy.policy_key),
            number: `INV-${random.digits(7)}`,
            amount,
            balance: isPaid ? 0 : amount,
            due_on: due,
            status: isPaid ? "paid" : "open",
            ...(isPaid ? { paid_on: paidOn, days_late: Math.max(0, late) } : {}),
          },
          "due_on",
        ),
      );
    }
  }

  #writeRenewal(policy: JsonObject): void {
    const random = this.#random;
    const expires = textOf(policy.expires_on);
    if (expires > (addDays(today, renewalDays) ?? today)) return;
    const stage = random.weighted([
      ["identified", 20],
      ["outreach", 25],
      ["in_review", 25],
      ["quoted", 22],
      ["completed", 5],
      ["lost", 3],
    ]);
    const renewalKey = `${textOf(policy.policy_key)}-r`;
    const premium = cents(Number(policy.premium) * (1 + 0.06 + 0.08 * random.normal()));
    this.#rows.renewals.push({
      renewal_key: renewalKey,
      client_key: this.#clientKey,
      policy_key: textOf(policy.policy_key),
      lines: policy.lines ?? [],
      stage,
      expires_on: expires,
      target_on: addDays(expires, -21) ?? expires,
      carrier_key: policy.carrier_key ?? "",
      premium,
      ...(stage === "lost" ? { lost_reason: random.pick(["price", "moved", "sold the business", "service"]) } : {}),
    });
    const quotes = stage === "quoted" || stage === "completed" ? random.int(1, quotesMax) : random.chance(0.3) ? 1 : 0;
    for (let at = 0; at < quotes; at += 1) {
      const isDeclined = random.chance(0.2);
      this.#rows.quotes.push({
        quote_key: `${renewalKey}-q${at + 1}`,
        client_key: this.#clientKey,
        policy_key: textOf(policy.policy_key),
        lines: policy.lines ?? [],
        carrier_key: textOf(random.pick(this.#around.carriers).carrier_key),
        stage: isDeclined ? "declined" : "quoted",
        ...(isDeclined
          ? { decline_reason: random.pick(["class of business", "loss experience", "location"]) }
          : { premium: cents(Number(policy.premium) * random.lognormal(1, 0.15)) }),
      });
    }
    if (stage === "completed") this.#writeNextTerm(policy, "future", premium);
    // With so many answers the one that was chosen is on file already.
    else if (quotes === quotesMax) this.#writeNextTerm(policy, "quoted", premium);
  }

  /** The term after the present one, under the same number. */
  #writeNextTerm(policy: JsonObject, status: "future" | "quoted", premium: number): void {
    const key = textOf(policy.policy_key);
    this.#rows.policies.push({
      ...policy,
      policy_key: `${key}-next`,
      status,
      kind: "renewal",
      effective_on: textOf(policy.expires_on),
      expires_on: yearsEarlier(textOf(policy.expires_on), -1),
      premium,
      annualized_premium: premium,
      commission_amount: cents(premium * Number(policy.commission_rate)),
      prior_policy_key: key,
    });
  }

  #vehicleCount(facts: Facts | undefined, program: Program): number {
    if (facts !== undefined) return Math.min(facts.ownedVehicles, vehiclesMax);
    return program.some(({ line }) => line === "personal_auto") ? this.#random.int(1, 2) : 0;
  }

  #writeVehicles(facts: Facts | undefined, keys: readonly string[], current: ReadonlyMap<string, JsonObject>): void {
    const random = this.#random;
    const policy = current.get(facts === undefined ? "personal_auto" : "commercial_auto");
    for (const key of keys) {
      this.#rows.vehicles.push({
        vehicle_key: key,
        client_key: this.#clientKey,
        ...(policy === undefined ? {} : { policy_keys: [textOf(policy.policy_key)] }),
        vin: vehicleNumber(random),
        year: random.int(2008, 2026),
        make: random.pick(["Carrow", "Dentmar", "Ostrel", "Vantry"]),
        model: random.pick(["Utility", "Van 2500", "Sedan", "Box 16", "Pickup"]),
        use: facts === undefined ? "commute" : random.pick(["service", "delivery", "artisan"]),
        garaging_zip: textOf(objectOf(this.#rows.locations[0]?.address).zip),
        status: "active",
      });
    }
  }

  #writeClaims(facts: Facts | undefined, mean: number, current: ReadonlyMap<string, JsonObject>): void {
    const random = this.#random;
    const policies = [...current.values()];
    const count = policies.length === 0 ? 0 : random.poisson(mean);
    for (let at = 0; at < count; at += 1) {
      const policy = random.pick(policies);
      const occurredOn = addDays(today, -random.int(5, 1_800)) ?? today;
      const isOpen = random.chance(occurredOn > (addDays(today, -300) ?? today) ? 0.5 : 0.05);
      const incurred = cents(Math.min(2_000_000, random.lognormal(facts?.trade.lossMedian ?? 3_200, 1.1)));
      const paid = isOpen ? cents(incurred * 0.4) : incurred;
      this.#rows.claims.push({
        claim_key: `${this.#clientKey}-k${at + 1}`,
        client_key: this.#clientKey,
        policy_key: textOf(policy.policy_key),
        claim_number: `CL-${random.digits(7)}`,
        line: textOf(policy.line),
        occurred_on: occurredOn,
        reported_on: addDays(occurredOn, random.int(0, 20)) ?? occurredOn,
        status: isOpen ? "open" : "closed",
        cause: random.pick([
          "water damage",
          "slip and fall",
          "collision",
          "theft",
          "fire",
          "wind",
          "strain injury",
          "glass",
        ]),
        paid,
        reserved: cents(incurred - paid),
        incurred,
        valued_on: addDays(today, -20) ?? today,
      });
    }
  }

  #writeContacts(owner: PersonName, more: number, state: string): void {
    const random = this.#random;
    const people = [owner, ...Array.from({ length: more }, () => this.#around.names.person(random))];
    for (const [index, each] of people.entries()) {
      // Among the dirty rows is the owner once more, under a shortened name.
      const person =
        index > 0 && random.chance(dirtyShare) ? { ...owner, full: `${owner.given.charAt(0)}. ${owner.family}` } : each;
      this.#rows.contacts.push(
        this.#soil(
          {
            contact_key: `${this.#clientKey}-n${index + 1}`,
            client_key: this.#clientKey,
            name: person.full,
            role: index === 0 ? "owner" : random.pick(["bookkeeper", "manager", "spouse", "fleet manager"]),
            is_primary: index === 0,
            email: mailOf(random, person),
            phone: phoneIn(random, state),
            birth_date: `${random.int(1946, 2002)}-${String(random.int(1, 12)).padStart(2, "0")}-${String(random.int(1, 28)).padStart(2, "0")}`,
            preferred_channel: random.pick(["email", "phone", "text"]),
            do_not_contact: random.chance(0.03),
          },
          "birth_date",
        ),
      );
    }
  }

  #writeActivities(count: number, current: ReadonlyMap<string, JsonObject>): void {
    const random = this.#random;
    const policies = [...current.values()];
    for (let at = 0; at < count; at += 1) {
      const occurred = addDays(today, -Math.floor(720 * random.next() ** 1.6)) ?? today;
      const code = random.pick([
        "certificate",
        "billing question",
        "endorsement",
        "claim",
        "renewal review",
        "coverage question",
      ]);
      this.#rows.activities.push(
        this.#soil(
          {
            activity_key: `${this.#clientKey}-a${at + 1}`,
            client_key: this.#clientKey,
            ...(policies.length > 0 && random.chance(0.6)
              ? { policy_key: textOf(random.pick(policies).policy_key) }
              : {}),
            code: code.replaceAll(" ", "_"),
            subject: `${code.charAt(0).toUpperCase()}${code.slice(1)} ${random.pick(["by phone", "by mail", "in the office"])}`,
            channel: random.pick(["call", "email", "meeting"]),
            direction: random.pick(["in", "out"]),
            occurred_at: `${occurred}T${String(random.int(8, 17)).padStart(2, "0")}:${String(random.int(0, 59)).padStart(2, "0")}:00Z`,
            seat_key: this.#servicer.seat_key,
          },
          "occurred_at",
        ),
      );
    }
  }

  /** The account itself. Answers what it leaves to the papers: facts that somebody has to read there. */
  #writeAccount({
    name,
    facts,
    owner,
    address,
    dba,
    isReviewed,
  }: {
    name: string;
    dba: string | undefined;
    facts: Facts | undefined;
    owner: PersonName;
    address: Address;
    isReviewed: boolean;
  }): JsonObject {
    const random = this.#random;
    const inForce = this.#rows.policies.filter(({ status }) => status === "active");
    const isFormer = this.#sketch.segment === "former";
    // Half of the reviewed files have everything on the account; of the others a third of the facts is in the application only.
    const paperShare = random.chance(0.5) ? 0.35 : 0;
    const shown: Record<string, JsonObject[string]> = {};
    const hidden: Record<string, JsonObject[string]> = {};
    const keep = (fact: string, value: JsonObject[string]): void => {
      // In files that were not reviewed, three facts in ten are unknown.
      if (isReviewed) (random.chance(paperShare) ? hidden : shown)[fact] = value;
      else if (random.chance(0.7)) shown[fact] = value;
    };
    if (facts !== undefined) for (const [fact, value] of Object.entries(statedFacts(facts))) keep(fact, value);
    const { revenue, payroll, employees, years_in_business, ...attributes } = shown;
    const isDirty = !isReviewed && random.chance(dirtyShare);
    this.#rows.accounts.push({
      client_key: this.#clientKey,
      name: isDirty && random.chance(0.5) ? name.toUpperCase().replace(" ", "  ") : name,
      ...(dba === undefined ? {} : { dba }),
      segment: facts === undefined ? "personal" : "commercial",
      kind: isFormer ? "former" : "insured",
      status: isFormer ? "inactive" : "active",
      ...(facts === undefined
        ? {}
        : { entity_type: facts.entityType, fein: taxNumber(random), description: facts.trade.title }),
      // Among the dirty rows are those without a classification.
      ...(facts === undefined || isDirty ? {} : { naics: facts.trade.naics }),
      phone: phoneIn(random, address.state),
      email: mailOf(random, owner),
      mailing_address: address,
      states:
        facts === undefined
          ? [address.state]
          : [...new Set([facts.state, ...facts.sites.map((site) => site.address.state)])],
      ...(revenue === undefined ? {} : { revenue }),
      ...(payroll === undefined ? {} : { payroll }),
      ...(employees === undefined ? {} : { employees }),
      ...(years_in_business === undefined ? {} : { years_in_business }),
      since: yearsEarlier(today, this.#sinceYears),
      office_key: this.#producer.office_key,
      producer_seat: this.#producer.seat_key,
      servicer_seats: [this.#servicer.seat_key],
      total_premium: cents(inForce.reduce((sum, policy) => sum + Number(policy.premium), 0)),
      policy_count: inForce.length,
      ...(facts === undefined ? {} : { attributes: { ...attributes, ...derivedFacts(facts) } }),
    });
    return hidden;
  }

  #writeDocuments(
    count: number,
    {
      name,
      facts,
      hidden,
      current,
    }: { name: string; facts: Facts | undefined; hidden: JsonObject; current: ReadonlyMap<string, JsonObject> },
  ): void {
    const random = this.#random;
    let left = count;
    const push = (kind: string, title: string, text: string, more: JsonObject = {}): void => {
      left -= 1;
      const key = `${this.#clientKey}-d${this.#rows.documents.length + 1}`;
      const datedOn = addDays(today, -random.int(10, 80)) ?? today;
      this.#rows.documents.push({
        document_key: key,
        client_key: this.#clientKey,
        kind,
        title,
        mime: "text/plain",
        bytes: text.length,
        dated_on: datedOn,
        received_at: `${datedOn}T09:00:00Z`,
        ...more,
        text,
      });
    };
    if (facts !== undefined && (Object.keys(hidden).length > 0 || (left > 0 && random.chance(0.5)))) {
      const inText = Object.fromEntries(Object.entries(hidden).filter(([fact]) => statedInText.has(fact)));
      const inFields = Object.fromEntries(Object.entries(hidden).filter(([fact]) => !statedInText.has(fact)));
      const answers =
        Object.keys(hidden).length === 0 ? { employees: facts.employees, revenue: facts.revenue } : inText;
      push(
        "application",
        "Application",
        application(name, answers, (count) => random.int(0, count - 1)),
        Object.keys(inFields).length === 0 ? {} : { fields: inFields },
      );
    }
    if (facts !== undefined && left > 0 && random.chance(0.35)) {
      const party = `${this.#around.names.business(random)} Development`;
      const terms = {
        gl_occurrence_required: 1_000_000,
        gl_aggregate_required: 2_000_000,
        auto_required: 1_000_000,
        additional_insured: true,
        waiver: random.chance(0.5),
        primary_wording: true,
        notice_days: 30,
      };
      this.#rows.contracts.push({
        contract_key: `${this.#clientKey}-x1`,
        client_key: this.#clientKey,
        party,
        kind: "construction",
        ...terms,
        dated_on: addDays(today, -200) ?? today,
      });
      push("contract", `Requirements of ${party}`, contract(name, party, terms));
    }
    if (left > 0 && current.size > 0 && random.chance(0.6)) {
      const valuedOn = addDays(today, -random.int(5, 140)) ?? today;
      push("loss_runs", "Loss run", lossRuns(name, valuedOn, this.#rows.claims), { fields: { valued_on: valuedOn } });
    }
    for (const policy of current.values()) {
      if (left <= 0) break;
      const own = this.#rows.coverages.filter(({ policy_key }) => policy_key === policy.policy_key);
      push("declarations", `Declarations ${textOf(policy.policy_number)}`, declarations(name, policy, own), {
        policy_key: textOf(policy.policy_key),
      });
    }
  }

  /** Six rows in a hundred are dirty: the date is missing, nonsense, or of another century. */
  #soil(row: JsonObject, date: string): JsonObject {
    const random = this.#random;
    if (!random.chance(dirtyShare)) return row;
    const { [date]: value, ...rest } = row;
    const text = textOf(value);
    if (random.chance(0.4)) return rest;
    return {
      ...row,
      [date]: random.chance(0.3)
        ? `${text.slice(5, 7)}/${text.slice(8, 10)}/${text.slice(2, 4)}`
        : `19${text.slice(2)}`,
    };
  }
}

/** What an agency asks a business and writes down. */
function statedFacts(facts: Facts): JsonObject {
  return {
    revenue: facts.revenue,
    payroll: facts.payroll,
    employees: facts.employees,
    years_in_business: facts.yearsInBusiness,
    employees_drive: facts.employeesDrive,
    alcohol_receipts: facts.alcoholReceipts,
    stores_personal_data: facts.storesPersonalData,
    professional_fees: facts.professionalFees,
    has_board: facts.hasBoard,
    handles_client_funds: facts.handlesClientFunds,
    sponsors_benefit_plan: facts.sponsorsBenefitPlan,
    pollution_exposure: facts.pollutionExposure,
    makes_products: facts.makesProducts,
    hauls_for_hire: facts.haulsForHire,
    customer_vehicles_in_care: facts.customerVehicles,
    tools_value: facts.toolsValue,
    construction_in_progress: facts.constructionInProgress,
  };
}

/** What a system of record adds up itself, so that a book can be asked without its places and vehicles. */
function derivedFacts(facts: Facts): JsonObject {
  const sum = (value: (site: Facts["sites"][number]) => number): number =>
    facts.sites.reduce((before, site) => before + value(site), 0);
  return {
    owned_vehicles: facts.ownedVehicles,
    building_value: sum(({ building }) => building),
    contents_value: sum(({ contents }) => contents),
    tenant_improvements: sum(({ tenantImprovements }) => tenantImprovements),
    flood_zones: [...new Set(facts.sites.map(({ floodZone }) => floodZone))],
  };
}

function legalForm(entityType: string): string {
  return { llc: " LLC", corporation: " Inc", partnership: " LLP", "sole proprietor": "" }[entityType] ?? "";
}

function expirationDay(random: Random): string {
  const month = random.weighted([
    ["01", 20],
    ["02", 6],
    ["03", 7],
    ["04", 10],
    ["05", 7],
    ["06", 8],
    ["07", 13],
    ["08", 6],
    ["09", 6],
    ["10", 8],
    ["11", 4],
    ["12", 5],
  ]);
  const day = random.chance(0.6) ? "01" : String(random.int(1, 28)).padStart(2, "0");
  const year = Number(today.slice(0, 4));
  const thisYear = `${year}-${month}-${day}`;
  return thisYear > today ? thisYear : `${year + 1}-${month}-${day}`;
}
