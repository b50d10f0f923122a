/**
 * Organizations: the tenants, and the settings that the contract calls "set by the service". Only the operator's
 * command writes them; requests get them with their key (module "keys").
 *
 * Guarantees: an organization is created with its `live` environment; settings change atomically; a new monthly cap
 * counts the runs the month already has. Enforced elsewhere: the request budget by the API, the monthly and in-flight
 * caps by module "runs".
 */
export { openAssertionSecret } from "./assertion-secret.ts";
export { createOrganization } from "./create-organization.ts";
export { listOrganizations, showOrganization } from "./list-organizations.ts";
export { type Organization, deliverySetups, recordsPostures } from "./organization.ts";
export { type OrganizationChanges, setOrganization } from "./set-organization.ts";
export { createInTurn } from "./create-in-turn.ts";
