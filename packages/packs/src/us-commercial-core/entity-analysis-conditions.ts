import type { Json, JsonObject } from "@service/json";

/**
 * Phrases that many rules of the pack repeat, as plain data of the condition language (COND-1). The stored pack holds
 * the expanded conditions only: reading or running it does not need this file.
 */

/** `path op value`. */
export function fact(path: string, op: string, value?: Json): JsonObject {
  return value === undefined ? { fact: path, op } : { fact: path, op, value };
}

/** At least one element of `path` satisfies `where`. */
export function anyOf(path: string, where: JsonObject): JsonObject {
  return { each: path, quantifier: "any", where };
}

/** No element of `path` satisfies `where`. */
export function noneOf(path: string, where: JsonObject): JsonObject {
  return { each: path, quantifier: "none", where };
}

/** Every element of `path` satisfies `where`. */
export function allOf(path: string, where: JsonObject): JsonObject {
  return { each: path, quantifier: "all", where };
}

export function all(...parts: JsonObject[]): JsonObject {
  return { all: parts };
}

export function any(...parts: JsonObject[]): JsonObject {
  return { any: parts };
}

/**
 * One of `lines` is in force. A coverage row proves its line even without the policy list; its absence proves nothing
 * then, so only the policy list can answer false.
 */
export function holdsLine(...lines: string[]): JsonObject {
  return any(
    anyOf("records.policies[]", all(fact("@.status", "eq", "active"), fact("@.lines[]", "in", lines))),
    all(
      fact("records.coverages", "exists"),
      anyOf("records.coverages[]", all(fact("@.in_force", "eq", true), fact("@.line", "in", lines))),
    ),
  );
}

/** A coverage in force and included, of any line, that satisfies `where`. */
export function holdsCoverage(coverages: readonly string[], ...where: JsonObject[]): JsonObject {
  return anyOf(
    "records.coverages[]",
    all(fact("@.in_force", "eq", true), fact("@.included", "eq", true), fact("@.coverage", "in", coverages), ...where),
  );
}

/** A flag that was set; an unset one is false, so that a trade known by NAICS decides alone (see `flagOrTrade`). */
export function isFlagged(path: string): JsonObject {
  return all(fact(path, "exists"), fact(path, "eq", true));
}

/** The flag is set, or the trade is one of `prefixes`; unknown only while both flag and trade are unknown. */
export function flagOrTrade(path: string, prefixes: readonly string[]): JsonObject {
  return any(isFlagged(path), all(fact(path, "missing"), fact("profile.naics", "starts_with", prefixes)));
}

/** A stated amount that exceeds `floor`; without one the trade decides. */
export function amountOrTrade(path: string, floor: number, prefixes: readonly string[]): JsonObject {
  return any(
    all(fact(path, "exists"), fact(path, "gt", floor)),
    all(fact(path, "missing"), fact("profile.naics", "starts_with", prefixes)),
  );
}

/** A document of one of these kinds is in the file. Without any document list the answer is unknown. */
export function hasDocument(...kinds: string[]): JsonObject {
  return anyOf("input.documents[]", fact("@.kind", "in", kinds));
}
