import { byText } from "./checked-fields.ts";
import { EvaluationBudget, RuleBudgetExceeded, type Condition, type Facts, type Truth } from "./conditions/index.ts";
import type { RuleOutcome, StageName } from "./engine-type.ts";
import type { Json } from "./json.ts";

/** A fact that a rule was decided by, named so that a reader finds it: `submissions[s-1].premium_estimate`. */
export type RuleFact = { readonly path: string; readonly value: Json };
/** Gives the facts of an outcome; asked at most once, and only for outcomes that the packet tells (domain.md 0.5). */
export type Explain = () => readonly RuleFact[];

const factsMax = 20;

type Tallied = { readonly stage: StageName; truth: Truth; unknown: number; explain: Explain | undefined };

/**
 * Outcomes of each rule over all that a run asks it of (offerings, submissions, accounts): what the gate counts and the
 * defensibility packet shows (domain.md G.1). A rule that fired, or that stayed undecided, is told with the facts of the first
 * place where it did; of one that never fired nothing needs telling.
 */
export class RuleTally {
  readonly #rules = new Map<string, Tallied>();
  /** Explaining costs as much as asking; explanations never make a run fail. */
  readonly #budget = new EvaluationBudget();

  /** `true` once it fired anywhere; `false` when it was decided and never fired; else `unknown`. */
  note(ruleKey: string, stage: StageName, truth: Truth, explain?: Explain): void {
    const tallied = this.#rules.get(ruleKey);
    if (tallied === undefined) {
      this.#rules.set(ruleKey, { stage, truth, unknown: truth === "unknown" ? 1 : 0, explain });
      return;
    }
    if (truth === "unknown") tallied.unknown += 1;
    else if (tallied.truth !== truth && tallied.truth !== "true") {
      tallied.truth = truth;
      tallied.explain = explain;
    }
  }

  /** `note` with the facts that a condition compared. `nameOf` names a path for the subject that was asked. */
  noteCondition(
    ruleKey: string,
    stage: StageName,
    truth: Truth,
    asked: {
      readonly conditions: readonly Condition[];
      readonly facts: Facts;
      readonly nameOf: (path: string) => string;
    },
  ): void {
    this.note(ruleKey, stage, truth, truth === "false" ? undefined : () => this.#factsOf(asked));
  }

  /** For how many subjects a rule stayed undecided. */
  unknownOf(ruleKey: string): number {
    return this.#rules.get(ruleKey)?.unknown ?? 0;
  }

  list(): RuleOutcome[] {
    return [...this.#rules]
      .sort(([a], [b]) => byText(a, b))
      .map(([ruleKey, { stage, truth, explain }]) => {
        const facts = truth === "false" ? [] : (explain?.() ?? []);
        return { ruleKey, stage, result: truth, ...(facts.length === 0 ? {} : { facts: facts.slice(0, factsMax) }) };
      });
  }

  #factsOf({ conditions, facts, nameOf }: Parameters<RuleTally["noteCondition"]>[3]): readonly RuleFact[] {
    const { onMismatch: _told, ...quiet } = facts;
    const named = new Map<string, Json>();
    try {
      for (const condition of conditions) {
        for (const { path, actual } of condition.explain({ ...quiet, budget: this.#budget }).trace) {
          const name = nameOf(path);
          if (!named.has(name)) named.set(name, actual);
        }
      }
    } catch (error) {
      if (!(error instanceof RuleBudgetExceeded)) throw error;
    }
    return [...named].map(([path, value]) => ({ path, value }));
  }
}
