import type { Truth } from "../conditions/index.ts";
import type { RuleOutcome, StageName } from "../engine-type.ts";
import { byText } from "../checked-fields.ts";

type Tallied = { readonly stage: StageName; truth: Truth; unknown: number };

/** Outcomes of each rule over all submissions of a run: what the gate counts and the defensibility packet shows. */
export class OutcomeTally {
  readonly #rules = new Map<string, Tallied>();

  /** `true` once it fired anywhere; `false` when it was decided and never fired; else `unknown`. */
  note(ruleKey: string, stage: StageName, truth: Truth): void {
    let tallied = this.#rules.get(ruleKey);
    if (tallied === undefined) {
      tallied = { stage, truth, unknown: 0 };
      this.#rules.set(ruleKey, tallied);
    } else if (tallied.truth !== "true" && truth !== "unknown") tallied.truth = truth;
    if (truth === "unknown") tallied.unknown += 1;
  }

  /** For how many submissions a rule stayed undecided. */
  unknownOf(ruleKey: string): number {
    return this.#rules.get(ruleKey)?.unknown ?? 0;
  }

  list(): RuleOutcome[] {
    return [...this.#rules]
      .sort(([a], [b]) => byText(a, b))
      .map(([ruleKey, { stage, truth }]) => ({ ruleKey, stage, result: truth }));
  }
}
