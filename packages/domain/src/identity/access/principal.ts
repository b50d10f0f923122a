import type { Capability } from "@service/contract";

/** Operator settings of the principal's organization that requests need; at most 60 s old with organization keys. */
export interface OrganizationSettings {
  readonly requestsPerMinute: number;
  readonly monthlyRunCap: number | null;
  readonly recordsPosture: "off" | "shadow" | "lit";
  readonly analysesEnabled: boolean;
  readonly defaultFieldPolicy: string;
  /** Sealed; opened by the acting-person check; null = assertions are not verified. */
  readonly assertionSecret: string | null;
}

/** Scope of every query for an organization's data. */
export interface OrganizationScope {
  readonly organizationId: string;
}

/** Scope of every query for an environment's data. Every principal but the operator has one. */
export interface EnvironmentScope extends OrganizationScope {
  readonly environmentId: string;
}

interface Identified {
  /** Safe to store and show: the id of a key and never the key, the name of an automation or operator. */
  readonly id: string;
}

/** Acts in one environment of one organization. Add fields here that all such principals need (a seat, a lens). */
interface InEnvironment extends Identified, EnvironmentScope {
  readonly environmentSlug: string;
  readonly isLive: boolean;
  readonly organization: OrganizationSettings;
}

/** Has no list of capabilities: passes every capability check (KEY-10). */
export interface OrganizationCaller extends InEnvironment {
  readonly kind: "organization_key";
}

export interface ScopedCaller extends InEnvironment {
  readonly kind: "scoped_key";
  readonly capabilities: ReadonlySet<Capability>;
  readonly engineIds: ReadonlySet<string>;
}

/** An automation of the organization; `id` is `automation:<key>`. */
export interface AutomationPrincipal extends InEnvironment {
  readonly kind: "automation";
}

/** A person who acts through an application of the organization. No action allows persons yet. */
export interface PersonPrincipal extends InEnvironment {
  readonly kind: "person";
}

/** Runs the service; acts on every organization, only through `svc`. */
export interface OperatorPrincipal extends Identified {
  readonly kind: "operator";
}

/** The presenter of a key: organization and environment come from the key only (KEY-2). */
export type Caller = OrganizationCaller | ScopedCaller;

/** Any principal that acts in an environment. */
export type TenantPrincipal = Caller | AutomationPrincipal | PersonPrincipal;

/** Any principal. A new kind does not compile until `decide` covers it. */
export type Principal = TenantPrincipal | OperatorPrincipal;

/** The author of a change, as the audit log stores it. */
export type ActingPrincipal = Pick<Principal, "kind" | "id">;

/** The author of a change in an organization. */
export type OrganizationActor = ActingPrincipal & OrganizationScope;

/** The author of a change in an environment. */
export type EnvironmentActor = ActingPrincipal & EnvironmentScope;
