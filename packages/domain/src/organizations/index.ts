/**
 * Organizations: the tenants, and the settings that the contract says are "set by the service". Only the operator's
 * command writes here; requests meet these settings through their key (room "keys").
 *
 * Guarantees: an organization is born with its `live` environment; settings change all together or not at all; a
 * monthly cap that is switched on counts the runs the month already has. It leaves enforcement to those who spend:
 * the request budget to the API, the cap and the number of running runs to the room "runs".
 */
export { openAssertionSecret } from "./assertion-secret.ts";
export { createOrganization } from "./create-organization.ts";
export { listOrganizations, showOrganization } from "./list-organizations.ts";
export { type Organization, deliverySetups, recordsPostures } from "./organization.ts";
export { type OrganizationChanges, setOrganization } from "./set-organization.ts";
