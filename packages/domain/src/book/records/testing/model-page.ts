import { isJsonArray, isJsonObject, type Json } from "@service/json";
import { familyOf, type FamilyName, foldText } from "@service/record-families";
import type { BookView } from "../../seats/index.ts";
import type { ListOrder } from "../page-order.ts";
import type { FilterValues } from "../row-filters.ts";
import { clientOf, policyOf, type TestBook, type TestVersion } from "../../../testing/test-book.ts";

/** What a list should show, in memory and by other means than SQL: the keys of all its rows in order. */
export function modelKeys(
  book: Pick<TestBook, "versions" | "grants">,
  request: {
    readonly seq: number;
    readonly viewer: BookView;
    readonly family: FamilyName;
    readonly filters: FilterValues;
    readonly order: ListOrder;
    readonly today: string;
  },
): string[] {
  const { seq, viewer, family, filters, order, today } = request;
  const rows = book.versions.filter(
    (version) =>
      version.family === family &&
      isIn(version, seq) &&
      (!viewer.enforced || isSeen(book, version, seq, viewer.grants)) &&
      Object.entries(filters).every(([parameter, value]) => passes(version, parameter, value, today)),
  );
  const sign = order.direction === "desc" ? -1 : 1;
  return rows
    .toSorted((left, right) => {
      if (order.field !== undefined) {
        const [first, second] = [sortValue(left, order.field), sortValue(right, order.field)];
        if ((first === undefined) !== (second === undefined)) return first === undefined ? 1 : -1;
        if (first !== undefined && second !== undefined && first !== second) return sign * compare(first, second);
      }
      return sign * compare(left.key, right.key);
    })
    .map(({ key }) => key);
}

function isIn({ from, to }: { readonly from: number; readonly to: number | null }, seq: number): boolean {
  return from <= seq && (to === null || to > seq);
}

const withPolicy = ["policies", "coverages", "claims", "documents", "invoices", "vehicles", "activities"];

function isSeen(
  { grants }: Pick<TestBook, "grants">,
  version: TestVersion,
  seq: number,
  held: readonly string[] | null,
): boolean {
  const client = clientOf(version);
  if (held === null || client === undefined) return true;
  const ofClient = grants.filter((one) => one.client === client && held.includes(one.grant) && isIn(one, seq));
  if (version.family === "accounts") return ofClient.length > 0;
  const several = version.fields["policy_keys"];
  const policies = isJsonArray(several) ? several : [policyOf(version)];
  return ofClient.some(
    ({ policy }) => policy === "" || (withPolicy.includes(version.family) && policies.includes(policy)),
  );
}

function passes(
  { family, fields }: TestVersion,
  parameter: string,
  value: string | number | boolean,
  today: string,
): boolean {
  const filter = familyOf(family).filters[parameter];
  if (filter === undefined) throw new Error(`no filter ${parameter}`);
  const [name] = filter.fields;
  const stored = fields[name] ?? null;
  switch (filter.test) {
    case "equals":
      return stored === value;
    case "begins":
      return typeof stored === "string" && stored.startsWith(String(value));
    case "holds":
      return filter.fields.some((field) => holds(fields[field] ?? null, value));
    case "from":
      return typeof stored === "string" && stored >= String(value);
    case "to":
      return typeof stored === "string" && stored <= String(value);
    case "withinDays": {
      const end = new Date(Date.parse(today) + Number(value) * 86_400_000).toISOString().slice(0, 10);
      return typeof stored === "string" && stored >= today && stored <= end;
    }
    case "isEmpty":
      return (stored === null) === value;
    case "isOverdue": {
      const open = Number(fields["balance"] ?? fields["amount"] ?? 0);
      const due = fields["due_on"];
      return (typeof due === "string" && due < today && fields["paid_on"] === undefined && open > 0) === value;
    }
  }
}

function holds(stored: Json, value: string | number | boolean): boolean {
  if (isJsonArray(stored)) return stored.some((each) => each === value);
  return isJsonObject(stored) ? stored["state"] === value : stored === value;
}

function sortValue({ fields }: TestVersion, field: string): string | number | undefined {
  const value = fields[field];
  if (typeof value === "number") return value;
  if (typeof value !== "string") return undefined;
  return field === "name" ? foldText(value) : value;
}

/** As PostgreSQL's collation "C" does. */
function compare(left: string | number, right: string | number): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  return Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)));
}
