import { isJsonArray, type Json } from "@service/json";
import {
  type BookModel,
  clientOf,
  compareTexts,
  folded,
  policiesOf,
  stateIn,
  type Version,
  stringOf,
} from "./book-model.ts";
import type { Family, Person, Policy } from "./fixture.ts";
import { fieldsOf, isShown, standing } from "./shown-row.ts";

/** Who reads, as the specification resolves it. */
export interface Reader {
  /** Whose rows; undefined: everybody's, because the posture is off. */
  readonly person: Person | undefined;
  readonly posture: "off" | "shadow" | "lit";
  readonly policy: Policy;
}

type Query = Readonly<Record<string, string>>;
type Given = { readonly [name: string]: Json };
type Passes = (fields: Given, value: string, today: string) => boolean;

const equals =
  (field: string): Passes =>
  (fields, value) =>
    fields[field] === value;
const from =
  (field: string): Passes =>
  (fields, value) =>
    textOf(fields[field]) !== null && stringOf(fields[field]) >= value;
const to =
  (field: string): Passes =>
  (fields, value) =>
    textOf(fields[field]) !== null && stringOf(fields[field]) <= value;

/** Query parameters of each family: the fields that decide, and the test. */
const filters: { readonly [family in Family]?: { readonly [name: string]: readonly [readonly string[], Passes] } } = {
  accounts: {
    segment: [["segment"], equals("segment")],
    kind: [["kind"], equals("kind")],
    status: [["status"], equals("status")],
    office_key: [["office_key"], equals("office_key")],
    producer_seat: [["producer_seat"], equals("producer_seat")],
    naics: [["naics"], (fields, value) => stringOf(fields["naics"]).startsWith(value)],
    state: [
      ["states", "mailing_address"],
      (fields, value) => listOf(fields["states"]).includes(value) || stateIn(fields["mailing_address"]) === value,
    ],
    expiring_within_days: [
      ["next_expiration"],
      (fields, value, today) => {
        const last = new Date(Date.parse(today) + Number(value) * 86_400_000).toISOString().slice(0, 10);
        return from("next_expiration")(fields, today, today) && to("next_expiration")(fields, last, today);
      },
    ],
  },
  policies: {
    line: [["line", "lines"], (fields, value) => fields["line"] === value || listOf(fields["lines"]).includes(value)],
    status: [["status"], equals("status")],
    carrier_key: [["carrier_key"], equals("carrier_key")],
    effective_from: [["effective_on"], from("effective_on")],
    effective_to: [["effective_on"], to("effective_on")],
    expires_from: [["expires_on"], from("expires_on")],
    expires_to: [["expires_on"], to("expires_on")],
  },
  claims: {
    status: [["status"], equals("status")],
    line: [["line"], equals("line")],
    occurred_from: [["occurred_on"], from("occurred_on")],
    occurred_to: [["occurred_on"], to("occurred_on")],
  },
  activities: {
    code: [["code"], equals("code")],
    seat_key: [["seat_key"], equals("seat_key")],
    open: [["closed_at"], (fields, value) => (textOf(fields["closed_at"]) === null) === (value === "true")],
  },
  invoices: {
    status: [["status"], equals("status")],
    overdue: [
      ["due_on", "paid_on", "balance", "amount"],
      (fields, value, today) => {
        const open = Number(fields["balance"] ?? fields["amount"] ?? 0) > 0;
        const isDue = textOf(fields["due_on"]) !== null && stringOf(fields["due_on"]) < today;
        return (isDue && textOf(fields["paid_on"]) === null && open) === (value === "true");
      },
    ],
  },
};

const defaultSorts: { readonly [family in Family]?: string } = {
  accounts: "name",
  carriers: "name",
  policies: "expires_on",
  renewals: "expires_on",
  activities: "-occurred_at",
};

/** Fields that the lists of a family are sorted by, besides the key. */
const sorts: { readonly [family in Family]?: readonly string[] } = {
  accounts: ["name", "next_expiration", "total_premium"],
  contacts: ["name"],
  policies: ["expires_on", "effective_on", "premium"],
  claims: ["occurred_on"],
  activities: ["occurred_at"],
  documents: ["dated_on"],
  submissions: ["target_on"],
  quotes: ["target_on"],
  renewals: ["expires_on", "target_on"],
  invoices: ["due_on"],
  carriers: ["name"],
};

export function sortsOf(family: Family): readonly string[] {
  return ["key", "-key", ...(sorts[family] ?? []).flatMap((field) => [field, `-${field}`])];
}

export function filtersOf(family: Family): readonly string[] {
  return Object.keys(filters[family] ?? {});
}

/** What `/planes` says of a family to a reader. */
export function expectedPlane({ policy }: Reader, family: Family): Json {
  return {
    family,
    filters: Object.entries(filters[family] ?? {})
      .filter(([, [fields]]) => isShown(policy, family, ...fields))
      .map(([name]) => name)
      .toSorted(),
    sorts: sortsOf(family)
      .filter((sort) => bare(sort) === "key" || isShown(policy, family, bare(sort)))
      .toSorted(),
    default_sort: visibleDefault(policy, family),
    hidden: Object.fromEntries(
      fieldsOf(family)
        .filter((field) => field !== "attributes" && !isShown(policy, family, field))
        .map((field) => [field, standing(policy, family, field) === "denied" ? "denied" : "masked"]),
    ),
  };
}

/** A row of the expected list, or one that is gone. */
export interface Listed {
  readonly version: Version;
  readonly isRemoved: boolean;
}

/** Under what a list stands. */
export interface Under {
  readonly client?: string;
  readonly policy?: string;
}

/**
 * The whole list that a reader is answered, in order; under posture shadow what lit withholds is in it.
 * @returns undefined when the request is refused because of a field that the reader may not see.
 */
export function expectedList(
  { model, reader, today }: { readonly model: BookModel; readonly reader: Reader; readonly today: string },
  { family, query, under }: { readonly family: Family; readonly query: Query; readonly under: Under },
): readonly Listed[] | undefined {
  const { policy } = reader;
  const own = Object.entries(filters[family] ?? {}).filter(([name]) => query[name] !== undefined);
  if (own.some(([, [fields]]) => !isShown(policy, family, ...fields))) return undefined;
  const sort = query["sort"];
  if (sort !== undefined && bare(sort) !== "key" && !isShown(policy, family, bare(sort))) return undefined;
  const isOn = (version: Version, seq: number): boolean =>
    isUnder(version, under) &&
    own.every(([name, [, passes]]) => passes(version.fields, query[name] ?? "", today)) &&
    (reader.posture !== "lit" || model.sees(reader.person, version, seq));
  const since = query["updated_since"];
  const isBySeq = since !== undefined && /^\d+$/.test(since);
  // The snapshots of the sample are served within one day.
  const after = since === undefined ? 0 : isBySeq ? Number(since) : since < "2026" ? 0 : model.seq;
  const rows = model
    .rows(family)
    .filter((one) => one.from > after && isOn(one, model.seq) && hasWords(model, reader, one, query["q"]))
    .map((version): Listed => ({ version, isRemoved: false }));
  if (since !== undefined && sort === undefined)
    return inOrderOfChange([...rows, ...(isBySeq ? removedRows(model, family, after, isOn) : [])]);
  return inOrder(rows, sort ?? visibleDefault(policy, family));
}

function removedRows(
  model: BookModel,
  family: Family,
  after: number,
  isOn: (version: Version, seq: number) => boolean,
): readonly Listed[] {
  return model.versions
    .filter((one) => one.family === family && one.to !== null && one.to > after)
    .filter(({ key, to: ended }) => ended !== null && model.find(family, key) === undefined)
    .filter((one) => isOn(one, Number(one.to) - 1))
    .map((version) => ({ version, isRemoved: true }));
}

export function changeSeqOf({ version, isRemoved }: Listed): number {
  return isRemoved ? Number(version.to) : version.from;
}

function inOrderOfChange(rows: readonly Listed[]): readonly Listed[] {
  return rows.toSorted(
    (left, right) => changeSeqOf(left) - changeSeqOf(right) || compareTexts(left.version.key, right.version.key),
  );
}

function visibleDefault(policy: Policy, family: Family): string {
  const sort = defaultSorts[family] ?? "key";
  return isShown(policy, family, bare(sort)) ? sort : "key";
}

const bare = (sort: string): string => sort.replace(/^-/, "");

/** By the field and then by key, rows without the value last in either direction. */
function inOrder(rows: readonly Listed[], sort: string): readonly Listed[] {
  const sign = sort.startsWith("-") ? -1 : 1;
  const field = bare(sort);
  return rows.toSorted((left, right) => {
    const [first, second] = [left, right].map(({ version }) => version.fields[field] ?? null);
    if (field !== "key" && (first === null) !== (second === null)) return first === null ? 1 : -1;
    return (
      sign * (compareValues(field, first ?? null, second ?? null) || compareTexts(left.version.key, right.version.key))
    );
  });
}

function compareValues(field: string, left: Json, right: Json): number {
  if (field === "key" || left === null || right === null) return 0;
  if (typeof left === "number" && typeof right === "number") return left - right;
  const read = (value: Json): string => (field === "name" ? folded(stringOf(value)) : stringOf(value));
  return compareTexts(read(left), read(right));
}

function isUnder(version: Version, { client, policy }: Under): boolean {
  if (client !== undefined && clientOf(version) !== client) return false;
  return policy === undefined || policiesOf(version).includes(policy);
}

/** What a client is found by: the words, codes and digits of fields. */
const searched: readonly (readonly [Family, string, "words" | "code" | "digits"])[] = [
  ["accounts", "name", "words"],
  ["accounts", "dba", "words"],
  ["accounts", "phone", "digits"],
  ["contacts", "name", "words"],
  ["contacts", "phone", "digits"],
  ["policies", "policy_number", "code"],
];

export interface Term {
  readonly version: Version;
  readonly field: string;
  readonly term: string;
}

/** The terms of a client that the reader may find by. */
export function termsOf(model: BookModel, { person, posture, policy }: Reader, client: string): readonly Term[] {
  return searched.flatMap(([family, field, kind]) =>
    model
      .rows(family)
      .filter((one) => clientOf(one) === client && isFoundBy(policy, family, field))
      .filter((one) => posture !== "lit" || model.sees(person, one))
      .flatMap((version) => {
        const value = version.fields[field];
        return typeof value === "string" ? termsIn(value, kind).map((term) => ({ version, field, term })) : [];
      }),
  );
}

function isFoundBy(policy: Policy, family: Family, field: string): boolean {
  return standing(policy, family, field) === "shown";
}

function termsIn(value: string, kind: "words" | "code" | "digits"): readonly string[] {
  if (kind === "digits") {
    const digits = value.replaceAll(/\D/g, "");
    return [digits, digits.slice(-10), digits.slice(-7)];
  }
  const words = wordsOf(value);
  return kind === "code" ? [...words, words.join("")] : words;
}

function wordsOf(text: string): readonly string[] {
  return folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** The words of `q`: a phone number is one word however it is written (REC-30); those of the matrix have ten digits. */
export function searchedWords(q: string): readonly string[] {
  const digits = q.replaceAll(/\D/g, "");
  return digits.length === 10 && !/[^\d ]/.test(q) ? [digits] : wordsOf(q);
}

/** Whether every word begins a term of the row or of its client; terms of other rows of its family do not count. */
export function hasWords(model: BookModel, reader: Reader, row: Version, q: string | undefined): boolean {
  if (q === undefined) return true;
  const terms = termsOf(model, reader, clientOf(row)).filter(
    ({ version }) => row.family === "accounts" || version.family !== row.family || version.key === row.key,
  );
  return searchedWords(q).every((word) => terms.some(({ term }) => term.startsWith(word)));
}

function textOf(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function listOf(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : [];
}
