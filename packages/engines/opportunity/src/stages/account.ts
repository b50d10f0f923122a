import type { JsonObject } from "@service/json";
import type { Billing } from "./billing.ts";
import type { AccountRows } from "./load-book.ts";
import type { Policy } from "./policy.ts";

/** One account with its derived features: the stage `extract` (OPP-19). */
export type Account = Billing & {
  readonly clientKey: string;
  readonly name: string;
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
  readonly premiumCents: number;
  readonly nextExpirationDay: number | undefined;
  readonly tenureYears: number | undefined;
  /** Undefined when no source gave activities. */
  readonly activityCount: number | undefined;
  readonly daysSinceTouch: number | undefined;
  readonly claims: readonly JsonObject[];
  readonly openClaims: readonly JsonObject[];
  readonly coverages: readonly JsonObject[];
  readonly rows: AccountRows;
  /** `account.*` of the rules. */
  readonly facts: JsonObject;
};

export type SizeBand = "1-9" | "10-49" | "50-249" | "250+";

/** The features that peers count, without the rest: the connection may have fifty thousand accounts. */
export type PeerFeatures = Pick<Account, "clientKey" | "segment" | "naics2" | "sizeBand" | "inForce" | "linesHeld">;
