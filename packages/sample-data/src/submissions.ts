import { addDays, type JsonObject } from "@service/json";
import { objectOf, textOf } from "./fields.ts";
import { businessFacts, cents, rounded, type Facts } from "./facts.ts";
import { fairPremium, insuredValue, marketLines, type Market, type Niche } from "./markets.ts";
import { asOf, today, type Plan } from "./plan.ts";
import { Random } from "./random.ts";
import { addressIn, phoneIn, taxNumber, type Address, type NameMaker } from "./words.ts";

/**
 * The intake queue: submissions of businesses that are not clients yet. Labelled ones say what somebody who knows the desk and the
 * market would say of them: where the business belongs, and whether it is urgent, ordinary or not ready to work on. Sixty are
 * another's copy, sent again by the same producer or by a second one, written by another hand.
 */
export type Intake = {
  /** As a triage run takes them, in the order of receipt. */
  readonly submissions: readonly JsonObject[];
  /** One matching run for each labelled submission, by its key. */
  readonly placements: readonly { readonly submission_key: string; readonly input: JsonObject }[];
  readonly labels: readonly SubmissionLabel[];
  readonly duplicates: readonly DuplicateTruth[];
};
type SubmissionLabel = {
  readonly submission_key: string;
  /** The offering a person would place it with first. */
  readonly offering_key: string;
  readonly line: string;
  readonly desk: "urgent" | "ordinary" | "not_ready";
};
export type DuplicateTruth = {
  readonly submission_key: string;
  readonly original_key: string;
  readonly same_producer: boolean;
  readonly how: string;
};

type Sent = {
  readonly key: string;
  readonly niche: Niche;
  readonly placedWith: Choice;
  readonly facts: Facts;
  readonly desk: SubmissionLabel["desk"];
  readonly row: JsonObject;
  readonly name: string;
};

export function makeIntake(seed: number, plan: Plan, market: Market, names: NameMaker): Intake {
  const random = new Random(seed, "intake");
  const producers = Array.from({ length: 14 }, (_, index) => {
    const maker = new Random(seed, "producer", index);
    return {
      key: `prod-${String(index + 1).padStart(2, "0")}`,
      name: `${names.business(maker)} Brokerage`,
      tier: 1 + (index % 5),
      bind_rate: Math.round((0.45 - 0.08 * (index % 5)) * 100) / 100,
    };
  });
  const originals = Array.from({ length: plan.submissions - plan.duplicates }, (_, index) =>
    makeSubmission(new Random(seed, "submission", index), index, market, names, producers),
  );
  const copies = random
    .sample(originals, plan.duplicates)
    .map((original, index) => copyOf(new Random(seed, "copy", index), originals.length + index, original, producers));
  const labelled = originals.slice(0, plan.labelledSubmissions);
  return {
    submissions: [...originals.map(({ row }) => row), ...copies.map(({ row }) => row)].sort((a, b) =>
      textOf(a.received_at) < textOf(b.received_at) ? -1 : 1,
    ),
    placements: labelled.map((sent) => ({ submission_key: sent.key, input: placementOf(sent) })),
    labels: labelled.map(({ key, niche, placedWith, desk }) => ({
      submission_key: key,
      offering_key: placedWith.offeringKey,
      line: niche.line,
      desk,
    })),
    duplicates: copies.map(({ truth }) => truth),
  };
}

type Producer = { readonly key: string; readonly name: string; readonly tier: number; readonly bind_rate: number };

function makeSubmission(
  random: Random,
  index: number,
  market: Market,
  names: NameMaker,
  producers: readonly Producer[],
): Sent {
  const niche = random.pick(market.niches);
  const line = marketLines.find((each) => each.line === niche.line);
  const desk = (["urgent", "ordinary", "not_ready", "ordinary"] as const)[index % 4] ?? "ordinary";
  let facts = businessFacts(random, niche.trade, random.lognormal(desk === "urgent" ? 2.5 : 0.8, 0.4));
  // The niche's line has to be of use to this very business.
  while (line?.isUseful(facts) !== true) facts = businessFacts(random, niche.trade, random.lognormal(1, 0.4));
  const key = `sub-${String(index + 1).padStart(4, "0")}`;
  const name = `${names.business(random)} ${random.pick(niche.trade.words)} ${facts.entityType === "llc" ? "LLC" : "Inc"}`;
  const [site] = facts.sites;
  const address: Address = site?.address ?? { line1: "", city: "", state: facts.state, zip: "" };
  // A desk answers within days: what is urgent has waited the longest.
  const received = hoursAgo(desk === "urgent" ? random.int(40, 90) : random.int(24, 60));
  const isReady = desk !== "not_ready";
  const days = desk === "urgent" ? random.int(4, 12) : random.int(45, 85);
  const producer = random.pick(producers.filter(({ tier }) => (desk === "urgent" ? tier <= 2 : tier >= 3)));
  const documents = ["application", "loss_runs", "schedule_of_values", "driver_list", "vehicle_list"].map((kind) => ({
    kind,
    dated_on: addDays(today, -random.int(20, 60)) ?? today,
  }));
  const row: JsonObject = {
    submission_key: key,
    received_at: received,
    channel: random.pick(["email", "portal"]),
    producer,
    insured: {
      name,
      ...(random.chance(0.75) ? { fein: taxNumber(random) } : {}),
      address,
      ...(random.chance(0.85) ? { phone: phoneIn(random, facts.state) } : {}),
    },
    kind: "new",
    lines: [niche.line],
    ...(isReady ? { effective_on: addDays(today, days) ?? today } : {}),
    premium_estimate: rounded(line === undefined ? 2_000 : fairPremium(line, facts), 10),
    risk: riskFacts(facts, isReady),
    ...(isReady ? { documents } : { documents: random.chance(0.4) ? [{ kind: "photos" }] : [] }),
  };
  // One client in eight has reasons to stay with a carrier that is second choice otherwise, and says so.
  const rival = random.chance(0.12) ? random.pick(niche.rivals) : undefined;
  const placedWith =
    rival === undefined
      ? { offeringKey: niche.offeringKey }
      : { offeringKey: rival.offeringKey, preferred: rival.carrierKey };
  return { key, niche, placedWith, facts, desk, row, name };
}

/** Whole hours before the moment of the sample. */
function hoursAgo(hours: number): string {
  return new Date(Date.parse(asOf) - hours * 3_600_000).toISOString();
}

type Choice = { readonly offeringKey: string; readonly preferred?: string };

function riskFacts(facts: Facts, isWhole: boolean): JsonObject {
  const states = [...new Set([facts.state, ...facts.sites.map(({ address }) => address.state)])];
  return {
    entity_type: facts.entityType,
    naics: facts.trade.naics,
    states,
    primary_state: facts.state,
    employees: facts.employees,
    years_in_business: facts.yearsInBusiness,
    ...(isWhole
      ? {
          revenue: facts.revenue,
          payroll: facts.payroll,
          tiv: insuredValue(facts),
          vehicles: facts.ownedVehicles,
          locations: facts.sites.length,
        }
      : {}),
  };
}

/** The marketing desk's question about a submission, with everything known. */
function placementOf({ key, niche, placedWith, facts, name }: Sent): JsonObject {
  const random = new Random(0, "placement", key);
  const line = marketLines.find((each) => each.line === niche.line);
  if (line === undefined) throw new Error(`no market line ${niche.line}`);
  const premium = fairPremium(line, facts);
  const claims = Array.from({ length: random.poisson(0.4) }, (_, at) => ({
    claim_key: `${key}-k${at + 1}`,
    line: niche.line,
    occurred_on: addDays(today, -random.int(60, 1_000)) ?? today,
    status: "closed",
    paid: cents(Math.min(premium * 0.4, random.lognormal(facts.trade.lossMedian * 0.3, 0.6))),
    reserved: 0,
  }));
  return {
    as_of: asOf,
    client: { key, label: name },
    needs: [
      {
        need_key: "main",
        line: niche.line,
        effective_on: addDays(today, 40) ?? today,
        coverages: line.wanted.map(([coverage, limit, isMust]) => ({
          coverage,
          ...(limit === undefined ? {} : { min_limit: limit }),
          must_have: isMust,
        })),
        target_premium: rounded(premium * random.lognormal(1, 0.04), 10),
      },
    ],
    risk: riskFacts(facts, true),
    ...(placedWith.preferred === undefined ? {} : { preferences: { carriers_preferred: [placedWith.preferred] } }),
    loss_history: { valued_on: addDays(today, -30) ?? today, years: 5, claims, earned_premium: cents(premium * 3) },
  };
}

/** The same business in another envelope. */
function copyOf(
  random: Random,
  index: number,
  { key, row }: Sent,
  producers: readonly Producer[],
): { row: JsonObject; truth: DuplicateTruth } {
  const own = objectOf(row.insured);
  const address = objectOf(own.address);
  const isSameProducer = random.chance(0.6);
  const first = textOf(objectOf(row.producer).key);
  const producer = isSameProducer ? row.producer : random.pick(producers.filter((each) => each.key !== first));
  const { how, name } = rewrittenName(random, textOf(own.name));
  const hasMoved = random.chance(0.08);
  const keepsTaxNumber = random.chance(0.6);
  const submission_key = `sub-${String(index + 1).padStart(4, "0")}`;
  const insured: JsonObject = {
    name,
    ...(keepsTaxNumber && own.fein !== undefined ? { fein: textOf(own.fein).replace("-", "") } : {}),
    address: hasMoved
      ? addressIn(random, textOf(address.state))
      : { ...address, line1: rewrittenStreet(random, textOf(address.line1)) },
    ...(own.phone === undefined
      ? {}
      : {
          phone: textOf(own.phone)
            .replace(/[^0-9]/g, "")
            .replace(/^(...)(...)/, "+1 $1.$2."),
        }),
  };
  const received = hoursAgo(random.int(1, 20));
  return {
    row: {
      ...row,
      submission_key,
      received_at: received,
      producer: producer ?? first,
      insured,
    },
    truth: {
      submission_key,
      original_key: key,
      same_producer: isSameProducer,
      how: hasMoved ? `${how}, at another address` : how,
    },
  };
}

function rewrittenName(random: Random, name: string): { name: string; how: string } {
  const words = name.split(" ");
  switch (random.int(0, 4)) {
    case 0:
      return { name: words.slice(0, -1).join(" "), how: "without the legal form" };
    case 1:
      return {
        name: `${words.slice(0, -1).join(" ")}, ${words.at(-1) === "LLC" ? "L.L.C." : "Incorporated"}`,
        how: "legal form spelled out",
      };
    case 2:
      return { name: name.toUpperCase(), how: "in capitals" };
    case 3: {
      const first = words[0] ?? "";
      const at = random.int(2, Math.max(2, first.length - 2));
      return {
        name: [first.slice(0, at) + first.slice(at + 1), ...words.slice(1)].join(" "),
        how: "a letter left out",
      };
    }
    default:
      return {
        name: name.includes(" & ") ? name.replace(" & ", " and ") : `${name.replace(/ (LLC|Inc)$/, "")} Group`,
        how: "a filling word",
      };
  }
}

function rewrittenStreet(random: Random, line: string): string {
  const short: readonly (readonly [RegExp, string])[] = [
    [/ Street$/, " St."],
    [/ Avenue$/, " Ave"],
    [/ Road$/, " Rd."],
    [/ Lane$/, " Ln"],
    [/ Drive$/, " Dr."],
    [/ Court$/, " Ct"],
  ];
  return random.chance(0.7)
    ? short.reduce((text, [long, brief]) => text.replace(long, brief), line)
    : line.toUpperCase();
}
