import type { Capability } from "@service/contract";
import type { Permission } from "./permissions.ts";

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

/** Acts in one environment of one organization. Add fields here that all such principals need. */
interface InEnvironment extends EnvironmentScope {
  readonly environmentSlug: string;
  readonly isLive: boolean;
  readonly organization: OrganizationSettings;
}

/** Every kind of principal of the access table, and what else is known of it. */
interface Kinds {
  /** Has no list of capabilities: passes every capability check (KEY-10). */
  readonly organization_key: InEnvironment;
  readonly scoped_key: InEnvironment & {
    readonly capabilities: ReadonlySet<Capability>;
    readonly engineIds: ReadonlySet<string>;
  };
  /** An automation of the organization; its `id` is `automation:<key>`. */
  readonly automation: InEnvironment;
  /** A person who signed in to the console; its `id` is `person:<uuid>`. What it may do follows from its roles (CON-40). */
  readonly person: InEnvironment & { readonly permissions: ReadonlySet<Permission> };
  /** Runs the service; acts on every organization, only through `svc`. */
  readonly operator: unknown;
}

/** Who acts: any principal, or one of the kinds named. A new kind does not compile until `decide` covers it. */
export type Principal<Kind extends keyof Kinds = keyof Kinds> = {
  readonly [Each in Kind]: Kinds[Each] & {
    readonly kind: Each;
    /** Safe to store and show: the id of a key and never the key, the name of an automation or operator. */
    readonly id: string;
  };
}[Kind];

/** Who acts in an environment: any principal but the operator. A key alone decides the environment of its caller (KEY-2). */
export type Caller = Principal<Exclude<keyof Kinds, "operator">>;

/** The author of a change, as the audit log stores it. */
export type Actor = Pick<Principal, "kind" | "id">;
