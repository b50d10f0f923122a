import { makeBook, type ClientFile } from "./book.ts";
import { makeIntake, type Intake } from "./submissions.ts";
import { makeMarket, type Market } from "./markets.ts";
import { makeOrganization, type Organization } from "./organization.ts";
import { defaultSeed, type Plan, planOf, type Size } from "./plan.ts";
import { isQuotable, makeQuoteSet, type Quotable, type QuoteSet } from "./quote-sets.ts";
import { makeScreening, type Screening } from "./watchlist.ts";
import { NameMaker } from "./words.ts";

/** The parts of the sample held in memory; the book is generated client by client. */
export type Sample = {
  readonly plan: Plan;
  readonly seed: number;
  readonly names: NameMaker;
  readonly organization: Organization;
  readonly market: Market;
  readonly screening: Screening;
  readonly intake: Intake;
  /** Walks the book from its first client; every walk gives the same. */
  readonly book: () => Generator<ClientFile>;
};

/**
 * The sample data of a size, with a book of another number of clients when `accounts` says so. Equal size, number and seed give
 * equal data, byte for byte once written (SAMPLE-1).
 */
export function makeSample(size: Size, seed: number = defaultSeed, accounts?: number): Sample {
  const plan = planOf(size, accounts);
  const names = new NameMaker(seed, 6_000, 4_000);
  const organization = makeOrganization(seed, names);
  const market = makeMarket(seed, plan, names);
  return {
    plan,
    seed,
    names,
    organization,
    market,
    screening: makeScreening(seed, plan, names),
    intake: makeIntake(seed, plan, market, names),
    book: () => makeBook(seed, plan, organization, names, market.carriers),
  };
}

/** Takes the clients of the book one by one and makes quote sets of the first ones whose programs can be quoted. */
export class QuoteSetMaker {
  readonly #sample: Sample;
  readonly sets: QuoteSet[] = [];

  constructor(sample: Sample) {
    this.#sample = sample;
  }

  see(client: ClientFile): void {
    const { seed, plan, market } = this.#sample;
    if (this.sets.length >= plan.quoteSets || !isQuotable(client) || client.facts === undefined) return;
    const quotable: Quotable = { name: client.name.trim(), facts: client.facts, program: client.program };
    this.sets.push(makeQuoteSet(seed, this.sets.length, quotable, market.carriers));
  }
}
