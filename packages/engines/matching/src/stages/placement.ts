import type { AppetiteAnswer, CoverageFit, Offering } from "@service/engine-offerings";
import type { Json } from "@service/json";
import type { Eligibility } from "../codes.ts";
import type { Client, Need } from "./client.ts";

export type Standing = Eligibility | "rejected";

/** One failed check: its reason, which names the program, and the change that would admit it; composed on demand. */
export type Failure = {
  /** A built-in check, or the key of the rule. */
  readonly ruleKey: string;
  readonly reason: () => string;
  /** `undefined` = a client could not change it. */
  readonly change: (() => string) | undefined;
  /** The facts of a rule that fired, for the trace. */
  readonly trace: (() => readonly FailureTrace[]) | undefined;
};

export type FailureTrace = {
  readonly path: string;
  readonly op: string;
  readonly expected: Json;
  readonly actual: Json;
};

export type Referral = {
  readonly ruleKey: string;
  /** As evidence quotes it. Names no program: what refers several programs alike is one piece of evidence. */
  readonly message: string;
  /** Why, naming the program as `program` does. */
  readonly reason: (program: string) => string;
};
export type Adjustment = { readonly ruleKey: string; readonly points: number; readonly message: string };

/** An offering considered for a need, after MATCH-23 and MATCH-24. */
export type Placement = {
  readonly client: Client;
  readonly need: Need;
  readonly offering: Offering;
  readonly appetite: AppetiteAnswer;
  readonly fits: readonly CoverageFit[];
  readonly failures: readonly Failure[];
  readonly referrals: readonly Referral[];
  readonly adjustments: readonly Adjustment[];
  /** Facts without which eligibility stays open, in the order of the checks. */
  readonly missing: readonly string[];
  /** `undefined` = rejected. */
  readonly eligibility: Eligibility | undefined;
};

/** An offering that MATCH-23 filtered out for a need. */
export type FilteredOut = {
  readonly need: Need;
  readonly offering: Offering;
  readonly failures: readonly Failure[];
};

/** A fact that keeps offerings open, with the number of offerings that wait for it. */
export type MissingFact = { readonly fact: string; readonly affects: number };
