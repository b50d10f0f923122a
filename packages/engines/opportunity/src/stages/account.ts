import type { UmbrellaPolicy } from "@service/engine-kit";
import type { JsonObject } from "@service/json";
import type { Billing } from "./billing.ts";
import type { InsuredCoverage } from "./insured-coverages.ts";
import type { AccountRows } from "./load-book.ts";
import type { Policy } from "./policy.ts";

/** One account with its derived features: the stage `extract` (OPP-19). */
export type Account = Billing & {
  readonly clientKey: string;
  readonly name: string;
  /** The name as sentences say it: at most 60 characters; without a name the key. */
  readonly label: string;
  readonly segment: string | undefined;
  readonly kind: string | undefined;
  readonly producerSeat: string | undefined;
  readonly officeKey: string | undefined;
  readonly naics: string | undefined;
  readonly naics2: string | undefined;
  readonly sizeBand: SizeBand | undefined;
  readonly policies: readonly Policy[];
  readonly inForce: readonly Policy[];
  readonly linesHeld: ReadonlySet<string>;
  /** Lines held and those that a package answers for (OPP-88). */
  readonly linesCovered: ReadonlySet<string>;
  /** Of the policies in force, as far as they state one; undefined when none does. */
  readonly premiumCents: number | undefined;
  readonly nextExpirationDay: number | undefined;
  readonly tenureYears: number | undefined;
  /** Undefined when no source gave activities. */
  readonly activityCount: number | undefined;
  readonly daysSinceTouch: number | undefined;
  readonly claims: readonly JsonObject[];
  readonly openClaims: readonly JsonObject[];
  readonly coverages: readonly JsonObject[];
  /** Coverages in force on the line of their policy, with positive limits in units of the currency. */
  readonly insured: readonly InsuredCoverage[];
  /** Umbrella policies in force. */
  readonly umbrellas: readonly UmbrellaPolicy[];
  readonly rows: AccountRows;
  /** `account.*` of the rules. */
  readonly facts: JsonObject;
};

export type SizeBand = "1-9" | "10-49" | "50-249" | "250+";

/** The features that peers count, without the rest: the connection may have fifty thousand accounts. */
export type PeerFeatures = Pick<
  Account,
  "clientKey" | "segment" | "naics2" | "sizeBand" | "inForce" | "linesHeld" | "linesCovered"
>;
