/**
 * Find: what a pasted id or word names, in one organization or, by its id, in any (CON-58).
 *
 * Guarantees: one statement of ten look-ups, each by a key or among the few rows of an organization; no contents of a run.
 * Not here: whether the person may open what was found.
 */
export { findObjects, findOrganizations, type FoundKind, type FoundObject } from "./find-objects.ts";
