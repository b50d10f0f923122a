import type { Capability } from "@service/contract";

/** Operator settings of the caller's organization that requests need; at most 60 s old with organization keys. */
export interface OrganizationSettings {
  readonly requestsPerMinute: number;
  readonly monthlyRunCap: number | null;
  readonly recordsPosture: "off" | "shadow" | "lit";
  readonly analysesEnabled: boolean;
  readonly defaultFieldPolicy: string;
  /** Sealed secret, opened by the acting-person check; null = assertions are not verified. */
  readonly assertionSecret: string | null;
}

interface KeyOwner {
  /** Identifier that is safe to store and show: never the key itself. */
  readonly keyId: string;
  readonly organizationId: string;
  readonly environmentId: string;
  readonly environmentSlug: string;
  readonly isLive: boolean;
  readonly organization: OrganizationSettings;
}

/** Carries no capabilities and passes every capability check except where stated (section 5.2). */
export interface OrganizationCaller extends KeyOwner {
  readonly kind: "organization";
}

export interface ScopedCaller extends KeyOwner {
  readonly kind: "scoped";
  readonly capabilities: ReadonlySet<Capability>;
  readonly engineIds: ReadonlySet<string>;
}

/** Who calls: organization and environment come from the key and from nowhere else. */
export type Caller = OrganizationCaller | ScopedCaller;
