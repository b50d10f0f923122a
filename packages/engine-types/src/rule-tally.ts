import { byText } from "./checked-fields.ts";
import { EvaluationBudget, RuleBudgetExceeded, type Condition, type Facts, type Truth } from "./conditions/index.ts";
import type { RuleOutcome, StageName } from "./engine-type.ts";
import type { Json } from "./json.ts";

/** A fact that a rule was decided by, named so that a reader finds it: `submissions[s-1].premium_estimate`. */
export type RuleFact = { readonly path: string; readonly value: Json };
/** Gives the facts of an outcome; asked at most once, and only for outcomes that the packet tells (domain.md 0.5). */
export type Explain = () => readonly RuleFact[];

const factsMax = 20;

/**
 * Rules kept. Ten thousand offerings bring up to sixty rules each, more than any packet holds; those of a configuration are asked
 * first and always fit.
 */
const rulesMax = 2_000;

type Tallied = {
  readonly stage: StageName;
  /** Whether it was decided anywhere. */
  isDecided: boolean;
  hasFired: boolean;
  unknown: number;
  explainFired: Explain | undefined;
  explainUnknown: Explain | undefined;
};

/**
 * Outcomes of each rule over all that a run asks it of (offerings, submissions, accounts): what the gate counts and the
 * defensibility packet shows (domain.md G.1). A rule that fired is told with the facts of the first place where it did, and one
 * that stayed undecided with those of the first place where it did, each whatever else became of it elsewhere; of one that was
 * decided and never fired nothing needs telling.
 */
export class RuleTally {
  readonly #rules = new Map<string, Tallied>();
  /** Explaining costs as much as asking; explanations never make a run fail. */
  readonly #budget = new EvaluationBudget();

  note(ruleKey: string, stage: StageName, truth: Truth, explain?: Explain): void {
    const tallied = this.#tallied(ruleKey, stage);
    if (tallied === undefined) return;
    if (truth === "unknown") {
      tallied.unknown += 1;
      if (tallied.unknown === 1) tallied.explainUnknown = explain;
      return;
    }
    tallied.isDecided = true;
    if (truth === "false" || tallied.hasFired) return;
    tallied.hasFired = true;
    tallied.explainFired = explain;
  }

  #tallied(ruleKey: string, stage: StageName): Tallied | undefined {
    const known = this.#rules.get(ruleKey);
    if (known !== undefined || this.#rules.size >= rulesMax) return known;
    const tallied: Tallied = {
      stage,
      isDecided: false,
      hasFired: false,
      unknown: 0,
      explainFired: undefined,
      explainUnknown: undefined,
    };
    this.#rules.set(ruleKey, tallied);
    return tallied;
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
      /** Facts told before those of the conditions. */
      readonly first?: readonly RuleFact[];
    },
  ): void {
    this.note(ruleKey, stage, truth, truth === "false" ? undefined : () => this.#factsOf(asked));
  }

  /** For how many subjects a rule stayed undecided. */
  unknownOf(ruleKey: string): number {
    return this.#rules.get(ruleKey)?.unknown ?? 0;
  }

  /** One outcome per rule that was decided, `true` once it fired anywhere, and one per rule that was not everywhere. */
  list(): RuleOutcome[] {
    return [...this.#rules]
      .sort(([a], [b]) => byText(a, b))
      .flatMap(([ruleKey, { stage, isDecided, hasFired, unknown, explainFired, explainUnknown }]) => [
        ...(isDecided ? [outcome(ruleKey, stage, hasFired ? "true" : "false", explainFired)] : []),
        ...(unknown > 0 ? [outcome(ruleKey, stage, "unknown", explainUnknown)] : []),
      ]);
  }

  #factsOf({ conditions, facts, nameOf, first = [] }: Parameters<RuleTally["noteCondition"]>[3]): readonly RuleFact[] {
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
    return [...first, ...[...named].map(([path, value]) => ({ path, value }))];
  }
}

function outcome(ruleKey: string, stage: StageName, result: Truth, explain: Explain | undefined): RuleOutcome {
  const facts = explain?.() ?? [];
  return { ruleKey, stage, result, ...(facts.length === 0 ? {} : { facts: facts.slice(0, factsMax) }) };
}
