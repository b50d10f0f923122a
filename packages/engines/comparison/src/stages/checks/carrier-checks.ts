import { labelOf, moneyInWords, counted, percentInWords, ratings, sentence } from "@service/engine-kit";
import type { Item } from "../item.ts";
import { exposureBases } from "../../codes.ts";
import { itemEvidence } from "../evidence-sources.ts";
import { carrierInWords, offerName } from "../in-words.ts";
import { median } from "../price-items.ts";
import { Findings, type StructuralCheck } from "./check.ts";

/** A carrier below the rating floor, or one that is not admitted (surplus lines). */
export const ratingFloor: StructuralCheck = ({ items, parameters }, severity) => {
  const findings = new Findings();
  const floor = parameters.ratingFloor;
  for (const { item } of items) {
    if (item.rating !== undefined) {
      if (ratings.indexOf(item.rating) <= ratings.indexOf(floor)) findings.pass();
      else {
        findings.hit({
          itemKey: item.key,
          severity,
          status: "review",
          title:
            item.rating === "NR"
              ? `${offerName(item)} comes from a carrier without a rating`
              : `${offerName(item)} comes from a carrier rated ${item.rating}, below ${floor}`,
          detail: sentence(
            `${carrierInWords(item)} is ${item.rating === "NR" ? "not rated" : `rated ${item.rating}`} and the agency asks for at least ${floor}`,
          ),
          recommendation: "Keep a record of the client's consent to the rating, or ask a stronger carrier for a quote",
          evidence: [itemEvidence(item, "carrier.rating", item.rating)],
          workKind: "approve",
        });
      }
    }
    if (item.admitted === true) findings.pass();
    if (item.admitted === false) {
      findings.hit({
        itemKey: item.key,
        suffix: "surplus_lines",
        severity,
        status: "review",
        title: `${offerName(item)} comes from a surplus lines carrier`,
        detail: sentence(
          `${carrierInWords(item)} is not admitted, so no guaranty fund stands behind it, and surplus lines taxes and filings apply`,
        ),
        recommendation: "Check the diligent search and the surplus lines filings before binding",
        evidence: [itemEvidence(item, "carrier.admitted", false)],
        workKind: "approve",
      });
    }
  }
  return findings.report();
};

/** A premium quoted on another exposure than the one it is compared with: cheaper only on paper (CMP-58). */
export const basisMismatch: StructuralCheck = ({ items, baseline, parameters }, severity) => {
  const findings = new Findings();
  for (const basis of exposureBases) {
    // With a baseline only the baseline is a reference: other items must not change this one's terms.
    const reference =
      baseline === undefined
        ? median(
            exposures(
              items.map(({ item }) => item),
              basis,
            ),
          )
        : baseline.item.ratingBasis[basis];
    if (reference === undefined || reference <= 0) continue;
    for (const { item } of items) {
      const exposure = item.ratingBasis[basis];
      if (exposure === undefined || item === baseline?.item) continue;
      const difference = (exposure - reference) / reference;
      if (Math.abs(difference) <= parameters.basisTolerance) {
        findings.pass();
        continue;
      }
      const percent = percentInWords(Math.abs(difference));
      const name = offerName(item);
      const shown = (amount: number): string => exposureInWords(basis, amount, item.currency);
      findings.hit({
        itemKey: item.key,
        suffix: basis,
        severity,
        status: "conflict",
        title: `${name} is rated on ${percent} ${difference < 0 ? "less" : "more"} ${basis === "vehicles" ? "vehicles" : labelOf(basis)}`,
        detail: sentence(
          `${name} is rated on ${shown(exposure)} and ${baseline === undefined ? "the offers in the middle" : offerName(baseline.item)} on ${shown(reference)}, so the premiums are not for the same exposure`,
        ),
        recommendation: `Compare the rates per exposure unit, or ask for a quote on ${shown(reference)}`,
        evidence: [
          ...(baseline === undefined ? [] : [itemEvidence(baseline.item, `rating_basis.${basis}`, reference)]),
          itemEvidence(item, `rating_basis.${basis}`, exposure),
        ],
        workKind: "verify_fact",
      });
    }
  }
  return findings.report();
};

function exposureInWords(basis: (typeof exposureBases)[number], amount: number, currency: string): string {
  return basis === "vehicles" ? counted(amount, "vehicle") : `${moneyInWords(amount, currency)} of ${labelOf(basis)}`;
}

function exposures(items: readonly Item[], basis: (typeof exposureBases)[number]): number[] {
  const stated = items.map((item) => item.ratingBasis[basis]).filter((value) => value !== undefined);
  // A single item is no reference for itself.
  return stated.length > 1 ? stated : [];
}
