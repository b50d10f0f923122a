import { byText, type Json } from "@service/json";
import { EvaluationBudget, RuleBudgetExceeded, type Condition, type Facts, type Truth } from "@service/conditions";
import type { RuleOutcome, StageName } from "./engine-type.ts";

/** A fact that decided a rule, with a path that leads a reader to it: `submissions[s-1].premium_estimate`. */
export type RuleFact = { readonly path: string; readonly value: Json };
/** Returns the facts of an outcome; called at most once, and only for outcomes that the packet shows (COND-33). */
export type Explain = () => readonly RuleFact[];

const factsMax = 20;

/**
 * Rules kept. Ten thousand offerings have up to sixty rules each, more than a packet holds; rules of the configuration
 * are evaluated first and always fit.
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
 * Outcomes of each rule over everything a run evaluates it on (offerings, submissions, accounts): counted by the gate
 * and shown in the defensibility packet (DEF-3). A rule that fired is listed with the facts of the first place where it
 * fired, and one that stayed undecided with those of the first such place; one that was decided and never fired has no
 * facts.
 */
export class RuleTally {
  readonly #rules = new Map<string, Tallied>();
  /** A separate budget: explaining costs as much as evaluating and must never make a run fail (COND-31). */
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
    const existing = this.#rules.get(ruleKey);
    if (existing !== undefined || this.#rules.size >= rulesMax) return existing;
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
    evaluated: {
      readonly conditions: readonly Condition[];
      readonly facts: Facts;
      readonly nameOf: (path: string) => string;
      /** Facts listed before those of the conditions. */
      readonly first?: readonly RuleFact[];
    },
  ): void {
    this.note(ruleKey, stage, truth, truth === "false" ? undefined : () => this.#factsOf(evaluated));
  }

  /** Number of subjects for which a rule stayed undecided. */
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
    const { onMismatch: _reported, ...quiet } = facts;
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
