/**
 * Uses of keys: when each was last used, calls and refusals by the hour, and the refused calls of 7 days (CON-70 to CON-72).
 *
 * Guarantees: nothing of a request's body is kept; recording never delays a request, and its memory is bounded. A crash loses
 * the last ten seconds. Not here: the keys (module "keys") and who may see them.
 */
export {
  hoursOfKey,
  type KeyHour,
  type KeyUse,
  listRefusals,
  type Refusal,
  type RefusalFilters,
  usesOfKeys,
} from "./list-key-uses.ts";
export { type KeyUses, openKeyUses, type RefusedRequest } from "./record-key-uses.ts";
export { removeOldKeyUses, removeOldRefusals } from "./remove-old-uses.ts";
