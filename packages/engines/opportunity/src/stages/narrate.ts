import {
  capitalized,
  counted,
  fromCents,
  listInWords,
  moneyInWords,
  namedOnce,
  namedOnceAmong,
  numberInWords,
  paragraph,
  sentence,
} from "@service/engine-kit";
import { clipped } from "@service/json";
import type { NarrativeSentence } from "@service/models";
import { kindNouns, type OpportunityKind } from "../codes.ts";
import type { Account } from "./account.ts";
import { sumOfCents } from "./row-fields.ts";
import { titleOf, type Row } from "./write-rows.ts";

/** What headline and narrative tell of a run. */
export type Story = {
  /** The one account that the run is about; undefined for a book. */
  readonly account: Account | undefined;
  /** Scanned ones. */
  readonly accounts: number;
  readonly rows: readonly Row[];
  readonly resolved: number;
  /** Of the rows whose premium is known. */
  readonly expectedCents: number;
};

const narratedMax = 5;
const kindsPerSentence = 5;

/** One sentence without its stop: how much there is to do, whose it is, what it is worth as far as that is known. */
export function headlineOf(story: Story): string {
  const { rows } = story;
  if (rows.length === 0) return clipped(`${nameOf(story)} has nothing to act on${ofAccounts(story)}`, 200);
  const lapses = rows.filter(({ selected }) => selected.candidate.isLapse === true).length;
  const first =
    lapses === 0 ? "" : `, ${numberInWords(lapses)} of them ${lapses === 1 ? "a lapse" : "lapses"} of cover`;
  return clipped(
    `${nameOf(story)} has ${counted(rows.length, "opportunity")}${ofAccounts(story)}${first}; ${worthOf(story)}`,
    200,
  );
}

function nameOf({ account }: Story): string {
  return account === undefined ? "The book" : capitalized(account.label);
}

function ofAccounts({ account, rows, accounts }: Story): string {
  if (account !== undefined) return "";
  const clients = new Set(rows.map(({ selected }) => selected.candidate.account.clientKey)).size;
  return rows.length === 0
    ? ` in ${counted(accounts, "account")}`
    : ` in ${numberInWords(clients)} of ${counted(accounts, "account")}`;
}

/**
 * What is not known is said and not counted as nothing (WORD-5). A figure of which most is missing would be read as the
 * whole: the premium that is up for renewal stands instead (OPP-98).
 */
function worthOf({ rows, expectedCents }: Story): string {
  const priced = rows.filter(({ selected }) => selected.candidate.kind !== "data_quality");
  const pricedCount = priced.filter(({ selected }) => selected.candidate.expectedCents !== undefined).length;
  if (pricedCount === 0) return "no expected revenue is known";
  if (pricedCount === priced.length) return `the expected revenue is ${moneyInWords(fromCents(expectedCents))}`;
  const expected = moneyInWords(fromCents(expectedCents));
  // Rows that only correct the file count in the sentence before this one, and not in this one.
  const isEachPriced = priced.length === rows.length;
  const ofHowMany = isEachPriced
    ? `of ${numberInWords(priced.length)}`
    : `of the ${numberInWords(priced.length)} with revenue`;
  const share = `${numberInWords(pricedCount)} ${ofHowMany}`;
  if (pricedCount * 2 > priced.length) {
    return isEachPriced
      ? `the expected revenue of the ${share} with a known premium is ${expected}`
      : `${share} have a known premium (${expected} expected)`;
  }
  const open = `only ${share} ${pricedCount === 1 ? "has" : "have"} a known premium`;
  const atStake = premiumUpForRenewal(rows);
  return atStake === 0 ? open : `a premium of ${moneyInWords(fromCents(atStake))} is up for renewal; ${open}`;
}

/** The known premium of the policies whose renewal a row is about, each policy once. */
function premiumUpForRenewal(rows: readonly Row[]): number {
  const premiums = new Map(
    rows.flatMap(({ selected: { candidate } }) => {
      const { kind, policy } = candidate;
      return isRenewal(kind) && policy?.premiumCents !== undefined ? [[policy, policy.premiumCents] as const] : [];
    }),
  );
  return [...premiums.values()].reduce(sumOfCents, 0);
}

function isRenewal(kind: OpportunityKind): boolean {
  return kind === "renewal_risk" || kind === "renewal_prep" || kind === "remarket";
}

/** Sentences with their evidence: the state of the book, then what stands first in it. */
export function narrate(
  headline: string,
  counts: ReadonlyMap<OpportunityKind, number>,
  { account, rows, resolved }: Story,
): NarrativeSentence[] {
  const basis = [...new Set(rows.slice(0, narratedMax).flatMap(({ evidenceIds }) => evidenceIds.slice(0, 1)))];
  const kinds = [...counts].filter(([, count]) => count > 0).map(([kind, count]) => kindInWords(kind, count));
  const sentences = [
    { text: sentence(headline), evidenceIds: basis },
    ...chunks(kinds).map((some, at) => ({
      text: `There ${some[0]?.startsWith("1 ") === true ? "is" : "are"} ${at === 0 ? "" : "also "}${listInWords(some)}.`,
      evidenceIds: basis,
    })),
    ...narratedRows(rows),
    ...(resolved === 0
      ? []
      : [
          {
            text: `This run no longer finds ${counted(resolved, "opportunity")} of the previous one.`,
            evidenceIds: basis,
          },
        ]),
  ];
  if (account === undefined) return sentences;
  // The headline names the one account, and nothing after it does (WORD-8).
  const texts = namedOnceAmong(
    sentences.map(({ text }) => text),
    account.label,
  );
  return sentences.map(({ evidenceIds }, index) => ({ text: texts[index] ?? "", evidenceIds }));
}

/** The first rows, each with two reasons; what one of them has said is not said again of the next (WORD-8). */
function narratedRows(rows: readonly Row[]): NarrativeSentence[] {
  const written = new Set<string>();
  return rows.slice(0, narratedMax).map(({ row, selected, evidenceIds }) => {
    const { candidate } = selected;
    // Two accounts may have equal reasons but for the name, which the title says.
    const bare = (reason: string): string => reason.replaceAll(candidate.account.label, "");
    const reasons = besidesTitle(row, selected).filter((reason) => !written.has(bare(reason)));
    for (const reason of reasons) written.add(bare(reason));
    const text = paragraph(sentence(titleOf(candidate)), ...reasons);
    return { text: namedOnce(text, candidate.account.label), evidenceIds };
  });
}

/** Two reasons besides the dates of the account and, of a renewal, its state, which its title names. */
function besidesTitle({ because }: Row["row"], { candidate }: Row["selected"]): readonly string[] {
  const from = isRenewal(candidate.kind) ? 2 : candidate.kind === "data_quality" ? 0 : 1;
  return because.length > from ? because.slice(from, from + 2) : [];
}

function kindInWords(kind: OpportunityKind, count: number): string {
  const [one, several] = kindNouns[kind];
  return `${numberInWords(count)} ${count === 1 ? one : several}`;
}

function chunks(kinds: readonly string[]): string[][] {
  const found: string[][] = [];
  for (let at = 0; at < kinds.length; at += kindsPerSentence) found.push(kinds.slice(at, at + kindsPerSentence));
  return found;
}
