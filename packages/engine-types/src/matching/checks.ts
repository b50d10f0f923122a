import type { RuleOutcome, StageName } from "../engine-type.ts";
import type { Truth } from "../conditions/index.ts";
import { byText } from "../checked-fields.ts";

/** The built-in checks of stages 3 and 4, in the order in which their reasons are told (domain.md A2). */
export const checkKeys = [
  "line",
  "status",
  "effective_window",
  "state",
  "carrier_excluded",
  "admitted_only",
  "min_rating",
  "appetite",
  "must_have_coverage",
  "bound",
  "prior_decline",
] as const;
export type CheckKey = (typeof checkKeys)[number];

/** Outcomes of each rule over all offerings of a run: what the gate counts and the defensibility packet shows. */
export class OutcomeTally {
  readonly #truths = new Map<string, { readonly stage: StageName; truth: Truth }>();

  /** `true` once it fired anywhere; `false` when it was decided and never fired; else `unknown`. */
  note(ruleKey: string, stage: StageName, truth: Truth): void {
    const known = this.#truths.get(ruleKey);
    if (known === undefined) this.#truths.set(ruleKey, { stage, truth });
    else if (known.truth !== "true" && truth !== "unknown") known.truth = truth;
  }

  list(): RuleOutcome[] {
    return [...this.#truths]
      .sort(([a], [b]) => byText(a, b))
      .map(([ruleKey, { stage, truth }]) => ({ ruleKey, stage, result: truth }));
  }
}
