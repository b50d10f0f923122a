import { fromCents } from "@service/engine-kit";
import { appetiteUtilities, askAppetite, isWrittenIn, missingPaths, type Offering } from "@service/engine-offerings";
import type { Facts } from "@service/conditions";
import { dateFromDayNumber, dateOf } from "@service/json";
import type { Market, Shortlist } from "./market.ts";
import type { Submission } from "./submission.ts";

/** Offerings evaluated per submission and line; beyond it the answer stays open instead of declining. */
const offeringsMax = 50;
const levelOrder = ["preferred", "standard", "limited"] as const;

/** Line, state, class and day decide the shortlist; bounds and rules, which need more facts, come after it. */
export function shortlistOf(line: string, submission: Submission, market: Market, facts: Facts): Shortlist {
  const { state, naics, effectiveDay } = submission;
  const on = (effectiveDay === undefined ? undefined : dateFromDayNumber(effectiveDay)) ?? dateOf(facts.asOf) ?? "";
  const identity = `${line} ${state ?? ""} ${naics ?? ""} ${on}`;
  const cached = market.shortlists.get(identity);
  if (cached !== undefined) return cached;
  const missing = new Set<string>();
  const open: Record<(typeof levelOrder)[number], Offering[]> = { preferred: [], standard: [], limited: [] };
  for (const offering of market.byLine.get(line) ?? []) {
    if (open.preferred.length > offeringsMax) break;
    if (offering.effectiveFrom !== undefined && on < offering.effectiveFrom) continue;
    if (offering.effectiveTo !== undefined && on > offering.effectiveTo) continue;
    if (state !== undefined && !isWrittenIn(offering, state)) continue;
    const { level, isProhibited } = askAppetite(offering.appetite, naics);
    if (isProhibited === true) continue;
    // Without a classification a list of classes leaves the level open; an empty list means the same for every class.
    const taken = level ?? (offering.appetite.levels.size === 0 ? offering.appetite.usual : undefined);
    const isStateOpen = state === undefined && !offering.states.isEverywhere;
    if (isStateOpen) missing.add("risk.primary_state");
    if (isProhibited === undefined || taken === undefined) missing.add("risk.naics");
    else if (!isStateOpen && taken !== "prohibited") open[taken].push(offering);
  }
  const candidates = levelOrder.flatMap((level) =>
    open[level].map((offering) => ({ offering, utility: appetiteUtilities[level] })),
  );
  const shortlist: Shortlist = {
    candidates: candidates.slice(0, offeringsMax),
    missing: [...missing],
    isCut: candidates.length > offeringsMax,
  };
  market.shortlists.set(identity, shortlist);
  return shortlist;
}

/** Bounds and rules of an offering: whether it is open to the business, needs a referral, or waits for facts. */
export function askOffering(
  offering: Offering,
  line: string,
  submission: Submission,
  facts: Facts,
): { readonly truth: "true" | "false" | "unknown"; readonly isReferred: boolean; readonly missing: readonly string[] } {
  if (offering.bounds.length === 0 && offering.rules.length === 0)
    return { truth: "true", isReferred: false, missing: [] };
  const { risk, loss } = submission.facts;
  const own: Facts = {
    ...facts,
    root: {
      risk: risk ?? {},
      loss: loss ?? {},
      need: {
        line,
        ...(submission.facts.effective_on === undefined ? {} : { effective_on: submission.facts.effective_on }),
        ...(submission.premiumCents === undefined ? {} : { target_premium: fromCents(submission.premiumCents) }),
      },
      offering: offering.facts,
    },
  };
  const missing = new Set<string>();
  let isReferred = false;
  for (const bound of offering.bounds) {
    const value = bound.fact.one(own, undefined);
    if (typeof value !== "number") {
      if (bound.effect === "knockout") missing.add(bound.fact.text);
      else isReferred = true;
      continue;
    }
    if ((bound.min === undefined || value >= bound.min) && (bound.max === undefined || value <= bound.max)) continue;
    if (bound.effect === "knockout") return { truth: "false", isReferred: false, missing: [] };
    isReferred = true;
  }
  for (const rule of offering.rules) {
    if (rule.effect === "adjust") continue;
    const truth = rule.condition.evaluate(own);
    if (truth === "false") continue;
    if (truth === "unknown") {
      if (rule.effect === "knockout") for (const path of missingPaths(rule.paths, own)) missing.add(path);
      else isReferred = true;
      continue;
    }
    if (rule.effect === "knockout") return { truth: "false", isReferred: false, missing: [] };
    isReferred = true;
  }
  return { truth: missing.size > 0 ? "unknown" : "true", isReferred, missing: [...missing] };
}
