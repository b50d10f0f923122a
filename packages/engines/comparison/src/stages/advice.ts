import { counted, moneyInWords, type Severity } from "@service/engine-kit";
import type { ComparedRow } from "./diff-rows.ts";
import type { Finding } from "./draft-finding.ts";
import type { Item } from "./item.ts";

/** What to do about the best alternative, and why: reason is the end of a sentence (CMP-110). */
export type Advice = { readonly kind: "accept" | "negotiate" | "stay"; readonly reason: string };

export type AdvisedOffer = {
  readonly item: Item;
  /** Position among the items and of the item's cells. */
  readonly index: number;
  readonly isEligible: boolean;
  /** Of the baseline; without one there is nothing to stay with. */
  readonly hasBaseline: boolean;
  readonly rows: readonly ComparedRow[];
  /** Of all items. */
  readonly findings: readonly Finding[];
  readonly annualizedCents: number | undefined;
  readonly beforeCents: number | undefined;
  /** Items that could not be compared: one of them may be the better offer. */
  readonly leftOut: number;
  /** Lines of the offer or of the baseline that were not understood. */
  readonly unread: number;
};

/** A smaller saving is not worth what a finding of high severity gives up. */
const savingShareMin = 0.05;

/** Accept what is better and has nothing against it, negotiate what is better otherwise, stay where nothing is. */
export function adviseOn(offer: AdvisedOffer): Advice {
  const points = pointsAgainst(offer);
  const doubts = doubtsAbout(offer, points);
  if (!offer.hasBaseline) {
    return doubts === undefined
      ? { kind: "accept", reason: "it ranks first and nothing speaks against it" }
      : { kind: "negotiate", reason: `it ranks first and ${doubts}` };
  }
  const gain = gainOf(offer);
  const more = differenceOf(offer) ?? 0;
  if (offer.annualizedCents === undefined) return { kind: "negotiate", reason: "its price is not known" };
  if (gain === undefined) return stayOrRenew(offer, doubts);
  if (doubts === undefined && more > 0) {
    return { kind: "negotiate", reason: `it ${gain} and costs ${moneyOf(offer, more)} more a year` };
  }
  if (doubts === undefined) {
    return { kind: "accept", reason: `it ${gain} and nothing is less favorable` };
  }
  const grave = points.filter(isGrave).length;
  return grave > 0 && !isWorthIt(offer)
    ? { kind: "stay", reason: `it ${gain}, which does not outweigh ${counted(grave, "point")} of high severity` }
    : { kind: "negotiate", reason: `it ${gain} and ${doubts}` };
}

/** An offer that brings nothing: a renewal on the same terms continues them, another carrier's is not worth the move. */
function stayOrRenew(offer: AdvisedOffer, doubts: string | undefined): Advice {
  const more = differenceOf(offer);
  if (offer.item.kind === "renewal") {
    if (doubts !== undefined || (more ?? 0) > 0) {
      const price = more === undefined || more <= 0 ? undefined : `it costs ${moneyOf(offer, more)} more a year`;
      return { kind: "negotiate", reason: [price, doubts].filter((part) => part !== undefined).join(" and ") };
    }
    return { kind: "accept", reason: "it renews on the same terms" };
  }
  const price =
    more === undefined
      ? "its price cannot be compared"
      : more > 0
        ? `it costs ${moneyOf(offer, more)} more a year`
        : "it costs the same";
  return { kind: "stay", reason: `${price} and improves nothing` };
}

/** "saves $1,011 a year", "is more favorable in 2 terms". */
function gainOf(offer: AdvisedOffer): string | undefined {
  const difference = differenceOf(offer);
  if (difference !== undefined && difference < 0) return `saves ${moneyOf(offer, -difference)} a year`;
  const better = offer.rows.filter((row) => {
    const found = row.differences[offer.index];
    return found?.material === true && (found.status === "better" || found.status === "added");
  }).length;
  return better === 0 ? undefined : `is more favorable in ${counted(better, "term")}`;
}

/** Terms in which some other offer is materially more favorable: what the rank of the first does not say. */
export function termsBetterElsewhere(rows: readonly ComparedRow[], index: number): number {
  const leads = ({ material, status }: ComparedRow["differences"][number]): boolean =>
    material && (status === "better" || status === "added");
  return rows.filter(({ differences }) => {
    const own = differences[index];
    return own !== undefined && own.status !== "unknown" && !leads(own) && differences.some(leads);
  }).length;
}

function doubtsAbout(
  { isEligible, unread, leftOut, rows, index, hasBaseline }: AdvisedOffer,
  points: readonly Finding[],
): string | undefined {
  if (!isEligible) return "a mandatory requirement is to be met first";
  if (points.length > 0) {
    return `${counted(points.length, "point")} of medium severity or more ${points.length === 1 ? "is" : "are"} to be settled first`;
  }
  const worse = rows.filter((row) => {
    const found = row.differences[index];
    return found?.material === true && (found.status === "worse" || found.status === "missing");
  }).length;
  if (worse > 0) return `${counted(worse, "term")} ${worse === 1 ? "is" : "are"} less favorable`;
  const elsewhere = hasBaseline ? 0 : termsBetterElsewhere(rows, index);
  if (elsewhere > 0) return `another offer is more favorable in ${counted(elsewhere, "term")}`;
  if (leftOut > 0)
    return `${counted(leftOut, "item")} that could not be compared ${leftOut === 1 ? "is" : "are"} to be read first`;
  return unread === 0
    ? undefined
    : `${counted(unread, "line")} that ${unread === 1 ? "was" : "were"} not understood ${unread === 1 ? "is" : "are"} to be read first`;
}

function pointsAgainst({ findings, item }: AdvisedOffer): readonly Finding[] {
  return findings.filter(({ itemKey, severity }) => itemKey === item.key && graveness[severity] > 0);
}

function isGrave({ severity, confidence }: Finding): boolean {
  return graveness[severity] > 1 && confidence === 1;
}

const graveness: { readonly [Each in Severity]: number } = { info: 0, low: 0, medium: 1, high: 2, critical: 2 };

function isWorthIt(offer: AdvisedOffer): boolean {
  const difference = differenceOf(offer);
  return difference !== undefined && -difference >= savingShareMin * (offer.beforeCents ?? 0) && difference < 0;
}

function differenceOf({ annualizedCents, beforeCents }: AdvisedOffer): number | undefined {
  return annualizedCents === undefined || beforeCents === undefined ? undefined : annualizedCents - beforeCents;
}

function moneyOf({ item }: AdvisedOffer, cents: number): string {
  return moneyInWords(Math.round(cents) / 100, item.currency);
}
