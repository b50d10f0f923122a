/**
 * Keys: who calls. Issues, lists and revokes both kinds of key (KEY-5, KEY-6) and resolves the bearer token of every
 * request to its organization, environment and capabilities.
 *
 * Guarantees: only hashes are stored, compared in constant time, and no key is ever logged; an organization key is
 * cached for at most 60 seconds, a scoped key is read for every request, and concurrent requests share one statement.
 * Not here: what a caller may do (module "access").
 */
export { authenticate, keyCachedMs, openKeyCache, type KeyCache, type KeyDeps } from "./authenticate.ts";
export { type IssuedKey, createOrganizationKey } from "./create-organization-key.ts";
export { type IssuedScopedKey, createScopedKey } from "./create-scoped-key.ts";
export { type ListedKey, type ListedScopedKey, listKeys, listScopedKeys } from "./list-keys.ts";
export { readKey } from "./key-shapes.ts";
export { type KeyGrant, type KeyReach, reachOf, reachOfKey } from "./reach-of-key.ts";
export { type RevokedKey, revokeKey, revokeScopedKey } from "./revoke-keys.ts";
