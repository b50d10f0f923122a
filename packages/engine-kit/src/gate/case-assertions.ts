import { canonicalJson, cut, isJsonArray, isJsonObject, type Json, type JsonObject, pointerName } from "@service/json";
import type { CaseAssertion, EvaluationCase } from "../engine-type.ts";

const actualChars = 500;

/** An assertion of a case that does not hold, or a problem of its run. */
export type CaseFailure = { readonly assertion: Json; readonly actual: Json };

/** The assertions of a case that the document of its run does not satisfy (GATE-2). */
export function assertionFailures(evaluationCase: EvaluationCase, document: JsonObject): CaseFailure[] {
  const failures: CaseFailure[] = [];
  for (const assertion of evaluationCase.expect) {
    const actual = valueAt(document, assertion.path);
    if (!holds(assertion, actual, document)) {
      const { path, op, value } = assertion;
      failures.push({
        assertion: { path, op, ...(value === undefined ? {} : { value }) },
        actual: shortened(actual ?? null),
      });
    }
  }
  return failures;
}

function holds(assertion: CaseAssertion, actual: Json | undefined, document: JsonObject): boolean {
  const { op, value } = assertion;
  switch (op) {
    case "exists":
      return actual !== undefined && actual !== null;
    case "absent":
      return actual === undefined || actual === null;
    case "eq":
      return actual !== undefined && value !== undefined && canonicalJson(actual) === canonicalJson(value);
    case "ne":
      return actual === undefined || value === undefined || canonicalJson(actual) !== canonicalJson(value);
    case "gte":
      return typeof actual === "number" && typeof value === "number" && actual >= value;
    case "lte":
      return typeof actual === "number" && typeof value === "number" && actual <= value;
    case "in":
      return (
        actual !== undefined &&
        isJsonArray(value) &&
        value.some((candidate) => canonicalJson(candidate) === canonicalJson(actual))
      );
    case "contains":
      return value !== undefined && containsValue(actual, value);
    case "count_gte":
      return typeof value === "number" && sizeOf(actual) >= value;
    case "rank_lte":
      return typeof value === "number" && rankAt(document, assertion.path, actual) <= value;
  }
}

/** A text holds a substring; a list holds a value, an element named by that key, or an object with at least these members. */
function containsValue(actual: Json | undefined, value: Json): boolean {
  if (typeof actual === "string") return typeof value === "string" && actual.includes(value);
  if (isJsonObject(actual)) return typeof value === "string" && Object.hasOwn(actual, value);
  if (!isJsonArray(actual)) return false;
  return actual.some((element) => {
    if (canonicalJson(element) === canonicalJson(value)) return true;
    if (!isJsonObject(element)) return false;
    if (typeof value === "string") return isNamed(element, value);
    return (
      isJsonObject(value) &&
      Object.entries(value).every(
        ([name, member]) => element[name] !== undefined && canonicalJson(element[name]) === canonicalJson(member),
      )
    );
  });
}

function sizeOf(actual: Json | undefined): number {
  if (isJsonArray(actual)) return actual.length;
  return isJsonObject(actual) ? Object.keys(actual).length : -1;
}

/** `/solutions/acme-gl` has the rank of that solution: its `rank` member, else its 1-based place. A number is its own rank. */
function rankAt(document: JsonObject, path: string, actual: Json | undefined): number {
  if (typeof actual === "number") return actual;
  if (!isJsonObject(actual)) return Infinity;
  if (typeof actual.rank === "number") return actual.rank;
  if (typeof actual.position === "number") return actual.position;
  const parent = valueAt(document, path.slice(0, path.lastIndexOf("/")));
  return isJsonArray(parent) ? parent.indexOf(actual) + 1 : Infinity;
}

const namingMembers = [
  "key",
  "solution_key",
  "finding_key",
  "rule_key",
  "item_key",
  "row_key",
  "need_key",
  "offering_key",
  "hit_key",
  "list_key",
  "submission_key",
  "opportunity_id",
  "evidence_id",
  "code",
] as const;

function isNamed(element: JsonObject, name: string): boolean {
  return namingMembers.some((member) => element[member] === name);
}

/** JSON Pointer, with one addition: in a list, a token other than an index finds the element of that key (`/output/gaps/gap_cyber`). */
function valueAt(document: Json, pointer: string): Json | undefined {
  let value: Json | undefined = document;
  for (const raw of pointer.split("/").slice(1)) {
    const token = pointerName(raw);
    if (isJsonArray(value)) {
      const list: readonly Json[] = value;
      value = /^(?:0|[1-9]\d*)$/.test(token)
        ? list[Number(token)]
        : list.find((element) => isJsonObject(element) && isNamed(element, token));
    } else if (isJsonObject(value)) value = Object.hasOwn(value, token) ? value[token] : undefined;
    else return undefined;
  }
  return value;
}

function shortened(actual: Json): Json {
  const text = JSON.stringify(actual);
  return text.length <= actualChars ? actual : `${cut(text, actualChars)}…`;
}
