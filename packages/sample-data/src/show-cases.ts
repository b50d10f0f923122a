import type { EngineTypeName } from "@service/contract";
import { coverageCodes } from "@service/engine-kit";
import type { JsonObject } from "@service/json";
import { needKey } from "./agency-standard.ts";
import type { ClientFile } from "./book.ts";
import { accountReview, bookAccount, bookReview, desk, intakeQueue, screening } from "./engine-inputs.ts";
import { objectsAt, textOf } from "./fields.ts";
import { makeSample, QuoteSetMaker, type Sample } from "./generate.ts";
import { differenceKey, differencesIn, gapsIn, isCopyNamed, isListedFound, rankOf } from "./measure.ts";
import type { QuoteSet } from "./quote-sets.ts";

/** One run for each engine type out of the sample data, with what was planted in it. */
export type ShowCase = {
  readonly label: string;
  readonly input: JsonObject;
  readonly offerings?: readonly JsonObject[];
  /** How much of the planted truth an answer holds; nothing where nothing is planted. */
  readonly score?: (output: JsonObject, solutions: readonly JsonObject[]) => Score;
};
export type Score = { readonly what: string; readonly found: number; readonly of: number };
export type ShowCases = {
  readonly cases: Readonly<Record<EngineTypeName, ShowCase>>;
  /** What the runs read, by dataset key. */
  readonly datasets: ReadonlyMap<string, readonly JsonObject[]>;
};

type Amounts = Readonly<Record<"clients" | "copies" | "submissions" | "quotes" | "linesOfQuote", number>>;

/** Runs as an agency would submit them: its lists and markets are imported, its queue and its book are whole. */
export function fullShowCases(): ShowCases {
  const sample = makeSample("demo");
  const { market, screening: screened } = sample;
  return {
    cases: showCases(sample, { clients: 100, copies: 4, submissions: 20, quotes: 20, linesOfQuote: 20 }),
    datasets: new Map([
      ["offerings", market.offerings],
      ["watchlist:demo", screened.entries],
    ]),
  };
}

/** Runs that fit on a page and carry everything they read: some markets, some entries of a list, a queue of a few submissions. */
export function inlineShowCases(): Readonly<Record<EngineTypeName, ShowCase>> {
  const sample = makeSample("tiny");
  const { market, screening: screened, intake } = sample;
  const cases = showCases(sample, { clients: 12, copies: 1, submissions: 5, quotes: 1, linesOfQuote: 2 });
  const wanted = intake.labels[0]?.offering_key ?? "";
  const line = intake.labels[0]?.line ?? "";
  const ofLine = market.offerings.filter(({ lines }) => Array.isArray(lines) && lines.includes(line));
  const at = ofLine.findIndex(({ offering_key }) => offering_key === wanted);
  // The market itself, its decoy and rivals, which stand behind it, and some that write many classes.
  const offerings = [...ofLine.slice(Math.max(0, at), Math.max(0, at) + 4), ...ofLine.slice(-8)];
  const listed = new Set(screened.truth.flatMap(({ kind, entry_id }) => (kind === "listed" ? [entry_id] : [])));
  const entries = screened.entries.filter(({ entry_id }, index) => listed.has(textOf(entry_id)) || index < 15);
  return {
    ...cases,
    matching: { ...cases.matching, offerings: [...new Map(offerings.map((row) => [row.offering_key, row])).values()] },
    diligence: { ...cases.diligence, input: { ...cases.diligence.input, custom_list: entries } },
    opportunity: { ...cases.opportunity, input: shortened(cases.opportunity.input) },
  };
}

function showCases(sample: Sample, amounts: Amounts): Readonly<Record<EngineTypeName, ShowCase>> {
  const quotes = new QuoteSetMaker(sample);
  const accounts: JsonObject[] = [];
  let reviewed: ClientFile | undefined;
  for (const client of sample.book()) {
    quotes.see(client);
    if (accounts.length < amounts.clients) accounts.push(bookAccount(client));
    const isFuller = client.openNeeds.length > (reviewed?.openNeeds.length ?? 0);
    if (client.isReviewed && isFuller) reviewed = client;
    if (accounts.length >= amounts.clients && quotes.sets.length > 0 && reviewed !== undefined) break;
  }
  const [set] = quotes.sets;
  const [placement] = sample.intake.placements;
  const index = sample.screening.truth.findIndex(({ kind, party }) => kind === "listed" && party !== "subject");
  const subject = sample.screening.subjects[index];
  const truth = sample.screening.truth[index];
  if (
    set === undefined ||
    placement === undefined ||
    reviewed === undefined ||
    subject === undefined ||
    truth === undefined
  )
    throw new Error("the sample has no case to show");
  return {
    comparison: quoteCase(set, amounts),
    entity_analysis: accountCase(reviewed),
    matching: {
      label: "A submission and the market a person would take it to",
      input: placement.input,
      score: (_output, solutions) => {
        const rank = rankOf(sample.intake.labels[0]?.offering_key ?? "", solutions);
        return { what: "labelled market among the first three", found: rank > 0 && rank <= 3 ? 1 : 0, of: 1 };
      },
    },
    diligence: {
      label: "A new client whose owner is on the list under another spelling",
      input: screening(subject),
      score: (output) => ({ what: `listed owner (${truth.how})`, found: isListedFound(truth, output) ? 1 : 0, of: 1 }),
    },
    triage: queueCase(sample, amounts),
    opportunity: {
      label: "A part of the book",
      // What a book has to offer is not planted; its gaps are measured on the reviewed files.
      input: bookReview(accounts),
    },
  };
}

/** The expiring program and the first of its quotes, in the first of its lines and in coverages that need no dataset. */
function quoteCase({ input, differences }: QuoteSet, { quotes, linesOfQuote }: Amounts): ShowCase {
  const items = objectsAt(input, "items").slice(0, 1 + quotes);
  const allLines = items.flatMap((item) => objectsAt(item, "coverages").map(({ line }) => textOf(line)));
  const lines = new Set([...new Set(allLines)].slice(0, linesOfQuote));
  const isShown = (line: string, coverage: string): boolean => lines.has(line) && isCoverageCode(coverage);
  const planted = differences.filter(({ item_key, row_key }) => {
    const [line = "", coverage = ""] = row_key?.split("/") ?? [];
    return items.some(({ key }) => key === item_key) && (row_key === undefined || isShown(line, coverage));
  });
  const keys = [...new Set(planted.map(differenceKey))];
  return {
    label: "An expiring program beside what was quoted for it",
    input: {
      ...input,
      items: items.map((item) => ({
        ...item,
        coverages: objectsAt(item, "coverages").filter(({ line, coverage }) => isShown(textOf(line), textOf(coverage))),
      })),
    },
    score: (output) => {
      const found = differencesIn(output);
      return { what: "material differences", found: keys.filter((key) => found.has(key)).length, of: keys.length };
    },
  };
}

function accountCase(client: ClientFile): ShowCase {
  return {
    label: "The file of a client: account, policies, coverages, places, vehicles, claims and papers",
    input: accountReview(client),
    score: (output) => {
      const found = new Set(gapsIn(output));
      const planted = client.openNeeds.map(needKey);
      return { what: "coverage gaps", found: planted.filter((key) => found.has(key)).length, of: planted.length };
    },
  };
}

/** Copies with their originals, and others, in the order of receipt. */
function queueCase({ intake, organization }: Sample, { copies, submissions }: Amounts): ShowCase {
  const shown = intake.duplicates.slice(0, copies);
  const wanted = new Set(shown.flatMap(({ submission_key, original_key }) => [submission_key, original_key]));
  const duplicates = new Set(intake.duplicates.map(({ submission_key }) => submission_key));
  for (const { submission_key } of intake.labels) {
    if (wanted.size >= submissions) break;
    if (!duplicates.has(submission_key)) wanted.add(submission_key);
  }
  return {
    label: "An intake queue in which some submissions are copies of others",
    input: intakeQueue(
      intake.submissions.filter(({ submission_key }) => wanted.has(textOf(submission_key))),
      desk(organization.servicers).slice(0, 3),
    ),
    score: (output) => {
      const queue = new Map(objectsAt(output, "queue").map((entry) => [textOf(entry.submission_key), entry]));
      const found = shown.filter((copy) => isCopyNamed(copy, queue.get(copy.submission_key) ?? {})).length;
      return { what: "copies in the queue", found, of: shown.length };
    },
  };
}

/** A code of our list, or the wording of a proposal. */
function isCoverageCode(coverage: string): boolean {
  const codes: readonly string[] = coverageCodes;
  return codes.includes(coverage) || !/^[a-z_]+$/.test(coverage);
}

const recentRows = 2;

/** Of each account the policies in force and the last of everything else. */
function shortened(input: JsonObject): JsonObject {
  return {
    ...input,
    accounts: objectsAt(input, "accounts").map((account) => ({
      ...account,
      policies: objectsAt(account, "policies").filter(({ status }) => status === "active"),
      coverages: [],
      activities: objectsAt(account, "activities").slice(0, recentRows),
      invoices: objectsAt(account, "invoices").slice(-recentRows),
    })),
  };
}
