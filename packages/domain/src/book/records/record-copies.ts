import { builtStatement, type Database, type Querying, statement } from "@service/db";
import { labelOf } from "@service/engine-kit";
import { type JsonSchema, parseJsonObject } from "@service/json";
import { type FieldPolicy, type HiddenAmounts, type HiddenField, RecordCopies } from "@service/privacy";
import { type FamilyName, familyNames, familyOf, rowTableOf } from "@service/record-families";
import { hiddenFields, standingOf } from "./field-standing.ts";
import { left } from "./present-row.ts";

/** What a result was made of: rows of clients, at a snapshot. */
export interface RecordsOfResult {
  readonly connectionId: string;
  readonly clientKeys: readonly string[];
  /** Named instead of clients: the rows of their clients. */
  readonly policyKeys?: readonly string[];
  readonly families: readonly FamilyName[];
  /** The snapshot that was read; null where it is not known any more, `served` for what nothing was made of yet. */
  readonly seq: number | "served" | null;
}

type FieldOfFamily = readonly [FamilyName, string];

const revenueFields: readonly FieldOfFamily[] = [
  ["policies", "commission_rate"],
  ["policies", "commission_amount"],
  ["policies", "premium"],
  ["policies", "annualized_premium"],
];

/** Members of results that hold a field of the book, or what is counted from it, under another name. */
const copiesOfFields: { readonly [member: string]: readonly FieldOfFamily[] } = {
  account_name: [
    ["accounts", "name"],
    ["accounts", "dba"],
  ],
  due_on: [
    ["policies", "expires_on"],
    ["accounts", "next_expiration"],
    ["invoices", "due_on"],
  ],
  next_expiration: [
    ["policies", "expires_on"],
    ["accounts", "next_expiration"],
  ],
  est_premium: [
    ["policies", "premium"],
    ["policies", "annualized_premium"],
  ],
  est_revenue: revenueFields,
  expected_value: revenueFields,
  producer_seat: [["accounts", "producer_seat"]],
  office_key: [["accounts", "office_key"]],
};

/**
 * Words of the sentences that engines write about what they compute of a field: sums, years of a part of a year, shares.
 * "A higher limit adds 13.6 % to the premium, $354.55 a year" tells the premium.
 */
const subjectsOfAmounts: readonly (readonly [subject: RegExp, fields: readonly FieldOfFamily[]])[] = [
  [/\b(?:premiums?|commissions?|expected revenue)\b/i, revenueFields],
  [
    /\b(?:paid|reserves?|reserved|incurred|loss|losses)\b/i,
    [
      ["claims", "paid"],
      ["claims", "reserved"],
      ["claims", "incurred"],
    ],
  ],
  [
    /\b(?:balance|invoices?|overdue|unpaid|owed|past due)\b/i,
    [
      ["invoices", "amount"],
      ["invoices", "balance"],
    ],
  ],
];

function hiddenAmountsOf(policy: FieldPolicy): readonly HiddenAmounts[] {
  return subjectsOfAmounts.flatMap(([subject, fields]) => {
    const standings = fields.map((each) => standingOf(policy, ...each)).filter((standing) => standing !== "shown");
    return standings.length === 0 ? [] : [{ subject, isDenied: standings.includes("denied") }];
  });
}

/** The members of `copiesOfFields` that the policy hides, with what it leaves of them. */
export function hiddenMembersOf(policy: FieldPolicy): readonly HiddenField[] {
  return Object.entries(copiesOfFields).flatMap(([name, fields]) => {
    const [family, field] = fields.find((each) => standingOf(policy, ...each) !== "shown") ?? [];
    return family === undefined || field === undefined ? [] : [{ ...hiddenField(policy, family, field), name }];
  });
}

function hiddenField(policy: FieldPolicy, family: FamilyName, name: string): HiddenField {
  const standing = standingOf(policy, family, name);
  const { fields } = familyOf(family);
  const schema: JsonSchema = fields[name]?.schema ?? {};
  const isLine = name === "line" || name === "lines" || name === "underlying_lines";
  const isOther = name === attributes;
  const isWord = schema["enum"] !== undefined || schema["pattern"] !== undefined || isLine || isOther;
  return {
    name,
    left: (value) => left(standing, schema, value),
    isDenied: standing === "denied",
    isWord,
    // Sentences write a code in words (WORD-3).
    spoken: (value) => {
      if (isOther) return value.length < attributeCharsMin ? [] : [value];
      return isLine || (!isWord && /^[a-z0-9]+(?:_[a-z0-9]+)+$/.test(value)) ? labelsOf(value) : [];
    },
  };
}

/** What the source has and the family has not: shorter ones are words such as `Yes`. */
const attributes = "attributes";
const attributeCharsMin = 8;

function labelsOf(code: string): readonly string[] {
  return code === "other" ? [] : [labelOf(code)];
}

/** More rows take longer than a read may: what they hold is then not known. */
const rowsMax = 50_000;
const clientsMax = 5_000;

/**
 * What a viewer may not see of the rows that results were made of, and what is left of it: from every kept version of the rows
 * of their clients, in a number of statements that does not depend on the results. Where a version that a result was made of
 * is no longer kept, its values are not known, and the copies say so.
 *
 * @returns for each result; undefined where the policy hides nothing of its families.
 */
export async function readRecordCopies(
  { db }: { readonly db: Pick<Database, "pool"> },
  policy: FieldPolicy,
  results: readonly RecordsOfResult[],
): Promise<readonly (RecordCopies | undefined)[]> {
  const copies: (RecordCopies | undefined)[] = results.map(() => undefined);
  const hidden = [...results.entries()].filter(([, { families }]) => hidesOf(policy, families).length > 0);
  for (const [connectionId, hiding] of grouped(hidden, ([, result]) => result.connectionId)) {
    const hidingResults = hiding.map(([, result]) => result);
    const book = await readClients(db.pool, { connectionId, policy, results: hidingResults });
    for (const [index, result] of hiding) copies[index] = copiesOf(policy, result, book);
  }
  return copies;
}

/** Families whose values people may write about a client. */
export const familiesOfClients = familyNames.filter((family) => familyOf(family).owner !== "agency");

/**
 * The same for what people write about clients, who may name any value of them; one of no client repeats none. Of now: a value
 * that the book no longer has is a word like others.
 */
export function copiesInTexts(
  deps: { readonly db: Pick<Database, "pool"> },
  policy: FieldPolicy,
  texts: readonly { readonly connectionId: string; readonly clientKey: string | null }[],
): Promise<readonly (RecordCopies | undefined)[]> {
  const of = { families: familiesOfClients, seq: "served" } as const;
  return readRecordCopies(
    deps,
    policy,
    texts.map(({ connectionId, clientKey }) => ({
      connectionId,
      clientKeys: clientKey === null ? [] : [clientKey],
      ...of,
    })),
  );
}

/** Families of which the policy hides a field. The name of the client is known to every result, a policy's carrier with it. */
function hidesOf(policy: FieldPolicy, families: readonly FamilyName[]): readonly FamilyName[] {
  const read = new Set<FamilyName>(["accounts", ...families]);
  if (read.has("policies")) read.add("carriers");
  return familyNames.filter((family) => read.has(family) && hiddenFields(policy, family).size > 0);
}

interface ClientRow {
  readonly family: FamilyName;
  readonly clientKey: string;
  readonly fields: string;
  readonly from: number;
  readonly to: number | null;
}

interface Clients {
  readonly rows: ReadonlyMap<string, readonly ClientRow[]>;
  /** The last change of a client's rows; missing for one who is gone. */
  readonly changes: ReadonlyMap<string, number>;
  readonly clientOfPolicy: ReadonlyMap<string, string>;
  readonly oldestSeq: number;
  readonly isCut: boolean;
}

const readClientsOfPolicies = statement(
  "book_policies_read_clients",
  `select distinct p.row_key as "policyKey", p.client_key as "clientKey" from book.policies p
   where p.connection_id = $1 and p.row_key = any($2::text[])`,
);

const readChanges = statement(
  "book_heads_read_changes",
  `select h.client_key as "clientKey", h.from_seq as seq from book.heads h
   where h.connection_id = $1 and h.client_key = any($2::text[]) and h.to_seq is null`,
);

const readOldest = statement(
  "record_snapshots_read_oldest_of",
  `select coalesce(min(seq), 0) as seq from record_snapshots where connection_id = $1`,
).narrowed<{ readonly seq: number }>();

async function readClients(
  on: Querying,
  {
    connectionId,
    policy,
    results,
  }: { readonly connectionId: string; readonly policy: FieldPolicy; readonly results: readonly RecordsOfResult[] },
): Promise<Clients> {
  const policyKeys = [...new Set(results.flatMap((each) => each.policyKeys ?? []))];
  const { rows: ofPolicies } =
    policyKeys.length === 0 ? { rows: [] } : await on.query(readClientsOfPolicies([connectionId, policyKeys]));
  const clientOfPolicy = new Map(ofPolicies.map((row) => [row.policyKey, row.clientKey]));
  const all = [...new Set([...results.flatMap(({ clientKeys }) => clientKeys), ...clientOfPolicy.values()])];
  const clientKeys = all.slice(0, clientsMax);
  const families = hidesOf(
    policy,
    results.flatMap((each) => each.families),
  );
  const { rows } = await on.query(rowsOf(families)([connectionId, clientKeys]));
  const { rows: changes } = await on.query(readChanges([connectionId, clientKeys]));
  const { rows: oldest } = await on.query(readOldest([connectionId]));
  return {
    rows: grouped(rows, ({ clientKey }) => clientKey),
    changes: new Map(changes.map(({ clientKey, seq }) => [clientKey, seq])),
    clientOfPolicy,
    oldestSeq: oldest[0]?.seq ?? 0,
    isCut: all.length > clientKeys.length || rows.length > rowsMax,
  };
}

/** Kept versions of the rows of clients, and of the agency's own rows that their policies name. */
function rowsOf(families: readonly FamilyName[]) {
  const client = `unnest($2::text[]) s(client_key) cross join lateral`;
  const columns = `r.fields, r.from_seq as "from", r.to_seq as "to"`;
  const parts = families.flatMap((family) => {
    const { owner } = familyOf(family);
    const head = `select '${family}' as family, s.client_key as "clientKey", t.fields, t."from", t."to" from ${client}`;
    // `offset 0`: else PostgreSQL may read the primary key of a whole book for the rows of some clients.
    if (owner !== "agency")
      return [
        `${head} (select ${columns} from ${rowTableOf(family)} r where r.connection_id = $1
           and r.${family === "accounts" ? "row_key" : "client_key"} = s.client_key offset 0) t`,
      ];
    if (family !== "carriers") return [];
    return [
      `${head} (select distinct ${columns} from (
           select distinct p.carrier_key from book.policies p where p.connection_id = $1 and p.client_key = s.client_key offset 0
         ) p join book.carriers r on r.connection_id = $1 and r.row_key = p.carrier_key) t`,
    ];
  });
  const none = `select '' as family, '' as "clientKey", '' as fields, 0 as "from", 0 as "to" where false`;
  return builtStatement<readonly [string, readonly string[]], ClientRow>(
    `${[none, ...parts].join(" union all ")} limit ${rowsMax + 1}`,
  );
}

function copiesOf(policy: FieldPolicy, result: RecordsOfResult, book: Clients): RecordCopies {
  const hiding = new Set(hidesOf(policy, result.families));
  const clients = [
    ...new Set([
      ...result.clientKeys,
      ...(result.policyKeys ?? []).flatMap((key) => book.clientOfPolicy.get(key) ?? []),
    ]),
  ];
  const arePoliciesPresent = (result.policyKeys ?? []).every((key) => book.clientOfPolicy.has(key));
  const fields = new Map(
    [...hiding].map((family) => [
      family,
      [...hiddenFields(policy, family).keys()].map((name) => hiddenField(policy, family, name)),
    ]),
  );
  const always = hiddenMembersOf(policy);
  const copies = new RecordCopies({
    fields: [...fields.values()].flat(),
    always,
    // What people wrote is their own words: only values are looked for in it.
    amounts: result.seq === "served" ? [] : hiddenAmountsOf(policy),
    visible: Object.keys(copiesOfFields).filter((member) => always.every(({ name }) => name !== member)),
    isComplete:
      !book.isCut && arePoliciesPresent && clients.every((client) => isStillKept(client, result, hiding, book)),
  });
  for (const client of clients) {
    const numbers: { readonly field: HiddenField; readonly value: number }[] = [];
    for (const row of book.rows.get(client) ?? []) {
      if (!hiding.has(row.family)) continue;
      const stored = parseJsonObject(row.fields);
      for (const field of fields.get(row.family) ?? []) {
        const value = stored[field.name] ?? null;
        copies.add(field, value);
        if (typeof value === "number" && isVersionOf(result, row)) numbers.push({ field, value });
      }
    }
    for (const [field, found] of grouped(numbers, (each) => each.field))
      copies.addSums(
        field,
        found.map(({ value }) => value),
      );
  }
  return copies;
}

/** Whether a result over the book of that snapshot was made of this version; of what people wrote nothing is computed. */
function isVersionOf({ seq }: RecordsOfResult, row: ClientRow): boolean {
  if (seq === "served") return false;
  return seq === null ? row.to === null : isVersionAt(seq, row);
}

function isVersionAt(seq: number, { from, to }: ClientRow): boolean {
  return from <= seq && (to === null || to > seq);
}

function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** Whether the versions that the result was made of are still kept. */
function isStillKept(
  client: string,
  { seq }: RecordsOfResult,
  hiding: ReadonlySet<FamilyName>,
  book: Clients,
): boolean {
  // Until a snapshot is removed every version is kept.
  if (seq === "served" || book.oldestSeq <= 1 || (seq !== null && seq >= book.oldestSeq)) return true;
  const changedAt = book.changes.get(client);
  if (seq === null || changedAt === undefined) return false;
  if (changedAt <= seq) return true;
  // Another family of the client may have changed; a client has one row of this one.
  const isOfAccount = [...hiding].every((family) => family === "accounts");
  const rows = book.rows.get(client) ?? [];
  return isOfAccount && rows.some((row) => isVersionAt(seq, row));
}
