/**
 * Access: who acts, and what they may do. One `Principal` type for all actors, one table of actions, one `decide`.
 *
 * Guarantees: routes, the operator's command and automations use the same function; its codes come in the contract's
 * order; tenant data is queried with the principal's scope, so that a query that forgets it does not compile.
 * Not here: authentication (module "keys" for keys) and the audit log (module "audit").
 */
export { type Access, accessTo, type ActionName, actionNames, actions, type Viewing } from "./actions.ts";
export {
  allow,
  assertAllowed,
  assertBound,
  boundEngines,
  capabilitiesOf,
  decide,
  type Decision,
  type EngineResource,
  liveOnlyCapabilities,
  type RefusalCode,
  type ResourceOf,
  type RunResource,
} from "./decide.ts";
export { principalOfAutomation } from "./principal-of-automation.ts";
export type {
  Actor,
  Caller,
  EnvironmentScope,
  OrganizationScope,
  OrganizationSettings,
  Principal,
} from "./principal.ts";
export { inScope, organizationIdOf, type ScopeOrEvery } from "./scope.ts";
export {
  type InstallationRole,
  type MemberRole,
  type Permission,
  permissionFor,
  permissionNames,
  permissions,
  permissionsOf,
} from "./permissions.ts";
