/**
 * Keys: who calls. Issues, lists and revokes both kinds of key (section 5.2) and answers for every request which
 * organization, environment and powers its bearer token stands for.
 *
 * Guarantees: only hashes are stored, compared in constant time, and no key is ever logged; an organization key is
 * believed for at most 60 seconds, a scoped key is read for every request, and requests that wait together share one
 * statement. It leaves to others: what a caller may do with its powers (apps/api/src/http/authorize.ts).
 */
export { authenticate, keyBelievedMs } from "./authenticate.ts";
export type { Caller, OrganizationCaller, OrganizationSettings, ScopedCaller } from "./caller.ts";
export { type IssuedKey, createOrganizationKey } from "./create-organization-key.ts";
export { type IssuedScopedKey, createScopedKey } from "./create-scoped-key.ts";
export { type ListedKey, type ListedScopedKey, listKeys, listScopedKeys } from "./list-keys.ts";
export { type RevokedKey, revokeKey, revokeScopedKey } from "./revoke-keys.ts";
