/**
 * Invented data of an insurance agency: a book, markets, a list, quote sets and an intake queue, the same bytes for the same
 * size and seed, with the planted truth that measurements of the engine types are taken against.
 *
 * Guarantees: nothing in it is real, and inputs of runs are made from the files alone. Only development, tests and
 * benchmarks import it.
 */
export { type ClientFile, makeBook } from "./book.ts";
export { type ShapeName, shapeNames } from "./deliveries/shape.ts";
export { accountReview, bookAccount, intakeQueue } from "./engine-inputs.ts";
export { objectsAt, textOf } from "./fields.ts";
export { makeSample, QuoteSetMaker } from "./generate.ts";
export { makeMarket } from "./markets.ts";
export { datasetOf, engineOf, measureAll, ratio } from "./measure.ts";
export { makeOrganization, organizationName } from "./organization.ts";
export { asOf, connectionId, defaultSeed, footer, type Plan, plans, type Size, sizes } from "./plan.ts";
export { isQuotable, makeQuoteSet } from "./quote-sets.ts";
export { fullShowCases, inlineShowCases, type Score, type ShowCase, type ShowCases } from "./show-cases.ts";
export { makeIntake } from "./submissions.ts";
export { makeScreening } from "./watchlist.ts";
export { Random } from "./random.ts";
export { type Address, addressIn, NameMaker, phoneIn, taxNumber } from "./words.ts";
export { presetDatasets, type SampleWish, writeSample } from "./write-sample.ts";
