import type { Json, JsonObject } from "../../json.ts";

/**
 * Phrases that many rules of the pack repeat, as plain data of the condition language (domain.md 0.5). The stored pack holds the
 * expanded conditions only: nothing here is needed to read or run it.
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
 * One of `lines` is in force. A coverage row proves its line even where the policy list is missing; its absence proves nothing then,
 * which is why only the policy list can answer false.
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

/** A coverage in force and included, of any line, that also satisfies `where`. */
export function holdsCoverage(coverages: readonly string[], ...where: JsonObject[]): JsonObject {
  return anyOf(
    "records.coverages[]",
    all(fact("@.in_force", "eq", true), fact("@.included", "eq", true), fact("@.coverage", "in", coverages), ...where),
  );
}

/** A flag that somebody has set; unset is false, so that a trade known by NAICS decides alone (see `flagOrTrade`). */
export function isFlagged(path: string): JsonObject {
  return all(fact(path, "exists"), fact(path, "eq", true));
}

/** The flag is set, or the trade is one of `prefixes`; unknown only while neither flag nor trade is known. */
export function flagOrTrade(path: string, prefixes: readonly string[]): JsonObject {
  return any(isFlagged(path), all(fact(path, "missing"), fact("profile.naics", "starts_with", prefixes)));
}

/** An amount that somebody has stated and that exceeds `floor`; an unstated one falls back on the trade. */
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
