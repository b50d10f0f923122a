import {
  coversNeed,
  type EvidenceSource,
  familyOf,
  hasTower,
  type InsuredRow,
  isOfNeed,
  linesCovering,
  meetsLimit,
  type Tower,
  towerLimit,
  type UmbrellaPolicy,
  umbrellasOf,
  unlistedFor,
} from "@service/engine-kit";
import type { Facts, Truth } from "@service/conditions";
import { isJsonArray, type Json, type JsonObject, objectsIn, part, text, textsIn } from "@service/json";
import type { RequiredItem } from "../settings.ts";

/** A required item against what is insured. */
export type JudgedItem = {
  readonly item: RequiredItem;
  readonly truth: Truth;
  readonly wanted: Json;
  readonly found: Json;
  readonly source: EvidenceSource["ref"] | undefined;
  /** Primary and umbrella together, where an umbrella stands over the limit (COVER-7). */
  readonly tower?: Tower;
  /** The line of the policy that answers, where it is another (COVER-2). */
  readonly via?: string;
};

/**
 * Compares one item with the rows in force of its family: met when any of them meets it, or when primary and umbrella
 * together do (ENT-38, COVER-1, COVER-7). Without a policy list, or without coverages of a held line, it is undecided; a
 * line that is certainly not held fails it (ENT-39). `undefined` for an item whose amount no contract asks for.
 */
export function judgeItem(item: RequiredItem, facts: Facts): JudgedItem | undefined {
  const wanted =
    item.valueExpression === undefined ? (item.value ?? null) : (item.valueExpression.evaluate(facts) ?? null);
  if (wanted === null && item.valueExpression !== undefined && !item.umbrellaCounts) return undefined;
  const rows = isOfPolicies(item) ? policyRows(item, facts) : coverageRows(item, facts);
  if (rows.kind === "unknown") return { item, truth: "unknown", wanted, found: null, source: undefined };
  if (rows.kind === "absent")
    return { item, truth: item.op === "missing" ? "true" : "false", wanted, found: null, source: undefined };
  const isFloor = item.field === "limit" && (item.op === "gte" || item.op === "gt") && typeof wanted === "number";
  return isFloor && item.coverage !== undefined
    ? judgeLimit(item, item.coverage, wanted, rows.rows, facts)
    : judgeRows(item, wanted, rows.rows, facts);
}

/** The first row that meets the item, else the one that comes nearest. */
function judgeRows(item: RequiredItem, wanted: Json, rows: readonly JsonObject[], facts: Facts): JudgedItem {
  let truth: Truth = "false";
  let best: { readonly row: JsonObject; readonly found: Json } | undefined;
  for (const row of rows) {
    const found = foundIn(item, row);
    const result = item.test.evaluate({ ...facts, element: { found, wanted } });
    if (best === undefined || result === "true" || isBetter(found, best.found)) best = { row, found };
    if (result === "true") {
      truth = "true";
      break;
    }
    if (result === "unknown") truth = "unknown";
  }
  return {
    item,
    truth,
    wanted,
    found: best?.found ?? null,
    source: best === undefined ? undefined : sourceOf(item, best.row),
    ...viaOf(item, best?.row),
  };
}

type LimitRow = InsuredRow & { readonly row: JsonObject };

/** A required limit: the best row of the family, split limits by what they answer, with the umbrellas over it. */
function judgeLimit(
  item: RequiredItem,
  coverage: string,
  wanted: number,
  rows: readonly JsonObject[],
  facts: Facts,
): JudgedItem {
  const insured = rows.map((row): LimitRow => ({ ...insuredRow(row), row }));
  const best = coversNeed({ line: item.line, coverage, limit: wanted }, insured);
  const row = best.row?.row;
  const limit = best.limit;
  const umbrellas = item.umbrellaCounts && hasTower(item.line, coverage) ? umbrellasInForce(facts) : [];
  const tower = towerLimit({ line: best.row?.line ?? item.line, coverage, primary: limit, umbrellas });
  const found = limit ?? null;
  const own = item.test.evaluate({ ...facts, element: { found, wanted } });
  const judged: JudgedItem = {
    item,
    truth: own,
    wanted,
    found,
    source: row === undefined ? undefined : sourceOf(item, row),
    ...viaOf(item, row),
  };
  if (own === "true" || umbrellas.length === 0) return judged;
  const both = meetsLimit(tower, item.op === "gt" ? wanted + 0.01 : wanted);
  return { ...judged, truth: both === "met" ? "true" : both === "failed" ? "false" : "unknown", tower };
}

function viaOf({ line }: RequiredItem, row: JsonObject | undefined): { readonly via?: string } {
  const own = row === undefined ? undefined : text(row, "line");
  return own === undefined || own === line ? {} : { via: own };
}

/** Umbrella and excess policies in force, with the limits and the schedule on file (COVER-8). */
function umbrellasInForce(facts: Facts): readonly UmbrellaPolicy[] {
  const records = part(facts.root, "records");
  const held = policiesInForce(records).filter(({ lines }) => lines.includes("umbrella"));
  return umbrellasOf(
    held.map(({ keys, row }) => ({ keys, schedule: textsIn(row.underlying_lines) })),
    objectsIn(records.coverages)
      .filter((row) => row.in_force === true)
      .map((row) => ({ ...insuredRow(row), policyKey: text(row, "policy_key") })),
  );
}

type PolicyInForce = { readonly keys: readonly string[]; readonly lines: readonly string[]; readonly row: JsonObject };

function policiesInForce({ policies }: JsonObject): PolicyInForce[] {
  return objectsIn(policies).flatMap((row) => {
    const key = text(row, "policy_key");
    return row.status === "active" ? [{ keys: key === undefined ? [] : [key], lines: textsIn(row.lines), row }] : [];
  });
}

/**
 * Whether a coverage is not on file and a policy in force that could include it lists no coverages: what it holds is not
 * known (COVER-11).
 */
export function isUnlisted(line: string, coverage: string, facts: Facts): boolean {
  if (coversNeed({ line, coverage }, rowsInForce(facts.root)).cover !== "none") return false;
  const records = part(facts.root, "records");
  const listed = objectsIn(records.coverages).map((row) => ({
    policyKey: text(row, "policy_key"),
    line: text(row, "line"),
  }));
  return unlistedFor({ line, coverage }, policiesInForce(records), listed).length > 0;
}

/** Coverages in force as the rules of what is insured read them (COVER-2). */
export function rowsInForce(root: JsonObject): readonly InsuredRow[] {
  return objectsIn(part(root, "records").coverages)
    .filter((row) => row.in_force === true)
    .map(insuredRow);
}

function insuredRow(row: JsonObject): InsuredRow {
  return {
    line: text(row, "line") ?? "other",
    coverage: text(row, "coverage") ?? "",
    included: row.included === true,
    limit: typeof row.limit === "number" ? row.limit : undefined,
  };
}

type Rows =
  | { readonly kind: "rows"; readonly rows: readonly JsonObject[] }
  | { readonly kind: "absent" }
  | { readonly kind: "unknown" };

/** Policies in force that answer for a line: general liability is also held by a business owners policy (COVER-1). */
function policyRows({ line }: { readonly line: string }, facts: Facts): Rows {
  const policies = part(facts.root, "records").policies;
  if (!isJsonArray(policies)) return { kind: "unknown" };
  const answering = linesCovering(line);
  const rows = objectsIn(policies).filter(
    (policy) => policy.status === "active" && textsIn(policy.lines).some((each) => answering.includes(each)),
  );
  return rows.length > 0 ? { kind: "rows", rows } : { kind: "absent" };
}

/** Whether the records show for certain that no policy and no coverage of a line is in force. */
export function isLineMissing(line: string, facts: Facts): boolean {
  const family = familyOf(line);
  const rows = objectsIn(part(facts.root, "records").coverages).filter((row) => row.in_force === true);
  return (
    policyRows({ line }, facts).kind === "absent" &&
    !rows.some((row) => familyOf(text(row, "line") ?? "other", text(row, "coverage")) === family)
  );
}

function coverageRows(item: RequiredItem, facts: Facts): Rows {
  const { line, coverage } = item;
  const need = { line, ...(coverage === undefined ? {} : { coverage }) };
  const inForce = objectsIn(part(facts.root, "records").coverages).filter((row) => row.in_force === true);
  const rows = inForce.filter(
    (row) =>
      isOfNeed(need, insuredRow(row)) &&
      // A coverage listed as excluded states no limit; only the field `included` reads it.
      (item.field === "included" || row.included === true),
  );
  if (rows.length > 0) return { kind: "rows", rows };
  const held = policyRows(item, facts);
  if (held.kind !== "rows") return held;
  // The line is held but its coverages were not sent, or another policy lists none: unknown, not missing (COVER-11).
  if (coverage !== undefined && isUnlisted(line, coverage, facts)) return { kind: "unknown" };
  const lines = linesCovering(line);
  const isLineListed = inForce.some((row) => lines.includes(text(row, "line") ?? ""));
  return isLineListed ? { kind: "absent" } : { kind: "unknown" };
}

function isOfPolicies({ field }: RequiredItem): boolean {
  return field === "expires_on" || field === "rating";
}

function foundIn(item: RequiredItem, row: JsonObject): Json {
  if (item.field === "deductible") return part(row, "deductible").amount ?? null;
  return row[item.field] ?? null;
}

function isBetter(a: Json, b: Json): boolean {
  if (b === null) return a !== null;
  return typeof a === "number" && typeof b === "number" && a > b;
}

function sourceOf(item: RequiredItem, row: JsonObject): EvidenceSource["ref"] {
  const isPolicy = isOfPolicies(item);
  const key = text(row, isPolicy ? "policy_key" : "coverage_key") ?? text(row, "policy_key");
  return { family: isPolicy ? "policies" : "coverages", ...(key === undefined ? {} : { record_key: key }) };
}
