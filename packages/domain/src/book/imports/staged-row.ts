import { hash } from "node:crypto";
import {
  cut,
  canonicalJson,
  clipped,
  isDate,
  isInstant,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
} from "@service/json";
import {
  attributesMax,
  columnsOf,
  type FamilyName,
  familyOf,
  foldText,
  ownerColumnsOf,
  recordKey,
  searchTerms,
  textsIn,
} from "@service/record-families";
import { officeGrant, seatGrant } from "../seats/index.ts";
import type { DeliveredRow } from "./delivery.ts";
import type { MappedRow } from "@service/record-mapping";

/** Raise it when what is stored for equal fields changes: every row then counts as changed. */
const formOfRows = 1;
/** A sorted text stands in several indexes, whose entries have at most 2,700 bytes. */
const foldedCharsMax = 200;
const quarantinedCharsMax = 4_000;
/** Between the elements of a list in one column: texts of rows have no control characters. */
export const listSeparator = "\u001f";
/** Keys of clients and policies repeat over many rows. */
const keysKept = 20_000;

/** A row as the staging table holds it. */
export interface StagedRow {
  readonly family: FamilyName;
  readonly kind: "row" | "delete" | "quarantined";
  /** Null: a quarantined row without an id. */
  readonly rowKey: string | null;
  readonly clientKey: string | null;
  readonly policyKey: string | null;
  /** Lower case hex. */
  readonly rowHash: string | null;
  readonly sourceId: string | null;
  readonly updatedAt: string | null;
  readonly file: number;
  readonly line: number;
  /** Canonical JSON; of a quarantined row what came, cut. */
  readonly fields: string;
  /** JSON of the columns that SQL cannot make of `fields`: folded texts, and lists of several fields. */
  readonly computed: string | null;
  /** `class|field|term`, class empty where the field has none; separated by `listSeparator`. */
  readonly terms: string | null;
  /** Entries of `book.grants`, separated likewise. */
  readonly grants: string | null;
  /** JSON of why it is quarantined. */
  readonly reasons: string | null;
  /** JSON `{client_key?, policy_key?}`: the source's ids of what it belongs to, to name it where that is not there. */
  readonly owner: string | null;
}

/** Makes rows of one connection ready for its tables: keys, canonical form, hash, and what they are found by. */
export interface RowStager {
  stage(row: MappedRow, from: DeliveredRow): StagedRow;
}

export function createRowStager(connectionId: string): RowStager {
  const keys = new Map<string, string>();
  const keyOf = (family: FamilyName, sourceId: string): string => {
    const name = `${family}|${sourceId}`;
    const existing = keys.get(name);
    if (existing !== undefined) return existing;
    if (keys.size >= keysKept) keys.clear();
    const key = recordKey(connectionId, family, sourceId);
    keys.set(name, key);
    return key;
  };
  return {
    stage(row, { file, line, source }) {
      const nothing = { clientKey: null, policyKey: null, rowHash: null, updatedAt: null, computed: null };
      const none = {
        ...nothing,
        terms: null,
        grants: null,
        reasons: null,
        owner: null,
        file,
        line,
        family: row.family,
      };
      switch (row.kind) {
        case "delete": {
          const sourceId = clean(row.sourceId);
          const rowKey = recordKey(connectionId, row.family, sourceId);
          return { ...none, kind: "delete", rowKey, sourceId, fields: "{}" };
        }
        case "quarantined": {
          const sourceId = row.sourceId === undefined ? null : clean(row.sourceId);
          return {
            ...none,
            kind: "quarantined",
            clientKey: row.client === undefined ? null : keyOf("accounts", clean(row.client)),
            policyKey: row.policy === undefined ? null : keyOf("policies", clean(row.policy)),
            rowKey: sourceId === null ? null : recordKey(connectionId, row.family, sourceId),
            sourceId,
            fields: cutSource(source),
            reasons: JSON.stringify(row.reasons),
          };
        }
        case "row":
          return stagedRow(row, { file, line, connectionId, keyOf });
      }
    },
  };
}

type RowToKeep = Extract<MappedRow, { kind: "row" }>;

function stagedRow(
  row: RowToKeep,
  {
    file,
    line,
    connectionId,
    keyOf,
  }: {
    readonly file: number;
    readonly line: number;
    readonly connectionId: string;
    readonly keyOf: (family: FamilyName, sourceId: string) => string;
  },
): StagedRow {
  const { family, updatedAt } = row;
  const plan = planOf(family);
  const sourceId = clean(row.sourceId);
  const fields: { [name: string]: Json } = {};
  let written = "{";
  for (const { name, refersTo, isInstant: hasTime, isDate: hasDate } of plan.fields) {
    let value: Json | undefined = row.fields[name];
    if (name === "client_key") value = row.client ?? value;
    else if (name === "policy_key") value = row.policy ?? value;
    else if (name === "policy_keys") value ??= row.policy === undefined ? undefined : [row.policy];
    if (value === undefined || value === null) continue;
    if ((hasDate && !isStorableDate(value)) || (hasTime && !isStorableInstant(value))) continue;
    if (refersTo !== undefined) value = keysIn(value, (id) => keyOf(refersTo, clean(id)));
    fields[name] = value;
    written += `${written === "{" ? "" : ","}"${name}":${jsonOf(value)}`;
  }
  const attributes = row.fields["attributes"];
  if (isJsonObject(attributes)) {
    const kept = Object.fromEntries(Object.entries(attributes).slice(0, attributesMax));
    if (Object.keys(kept).length > 0) written += `${written === "{" ? "" : ","}"attributes":${jsonOf(kept)}`;
  }
  written += "}";
  // Policies and accounts are found by their own key: the column would repeat it.
  const clientKey = plan.hasClient ? textOf(fields["client_key"]) : null;
  const policyKey = plan.hasPolicy
    ? textOf(fields["policy_key"])
    : row.policy === undefined
      ? null
      : keyOf("policies", clean(row.policy));
  const at = updatedAt !== undefined && isStorableInstant(updatedAt) ? updatedAt : null;
  const terms = searchTerms(family, fields);
  const grants = grantsOf(family, fields);
  return {
    family,
    kind: "row",
    rowKey: recordKey(connectionId, family, sourceId),
    clientKey,
    policyKey,
    rowHash: hash("sha256", `${formOfRows}|${sourceId}|${clientKey}|${policyKey}|${at}|${written}`, "hex"),
    sourceId,
    updatedAt: at,
    file,
    line,
    fields: written,
    computed: computedOf(plan, fields),
    terms:
      terms.length === 0
        ? null
        : terms.map(({ term, field, sensitivity = "" }) => `${sensitivity}|${field}|${term}`).join(listSeparator),
    grants: grants.length === 0 ? null : grants.join(listSeparator),
    reasons: null,
    owner: ownerOf(row, plan),
  };
}

function ownerOf({ client, policy, fields }: RowToKeep, { hasClient, hasPolicy }: FamilyPlan): string | null {
  const clientId = hasClient ? (client ?? textOf(fields["client_key"])) : null;
  const policyId = policy ?? (hasPolicy ? textOf(fields["policy_key"]) : null);
  if (clientId === null && policyId === null) return null;
  return JSON.stringify({
    ...(clientId === null ? {} : { client_key: clean(clientId) }),
    ...(policyId === null ? {} : { policy_key: clean(policyId) }),
  });
}

interface FamilyPlan {
  readonly fields: readonly {
    readonly name: string;
    readonly refersTo: FamilyName | undefined;
    readonly isDate: boolean;
    readonly isInstant: boolean;
  }[];
  readonly hasClient: boolean;
  readonly hasPolicy: boolean;
  readonly folded: readonly string[];
  readonly texts: readonly { readonly column: string; readonly fields: readonly string[] }[];
}

const plans = new Map<FamilyName, FamilyPlan>();

function planOf(family: FamilyName): FamilyPlan {
  const cached = plans.get(family);
  if (cached !== undefined) return cached;
  const { client, policy } = ownerColumnsOf(family);
  const columns = columnsOf(family);
  const plan: FamilyPlan = {
    fields: Object.entries(familyOf(family).fields).map(([name, { schema, refersTo }]) => ({
      name,
      refersTo,
      isDate: schema["format"] === "date",
      isInstant: schema["format"] === "date-time",
    })),
    hasClient: client && family !== "accounts",
    hasPolicy: policy === "one" && family !== "policies",
    folded: columns.filter(({ kind }) => kind === "folded").map(({ name }) => name),
    texts: columns.filter(({ kind }) => kind === "texts").map(({ name, fields }) => ({ column: name, fields })),
  };
  plans.set(family, plan);
  return plan;
}

function computedOf({ folded, texts }: FamilyPlan, fields: JsonObject): string | null {
  if (folded.length + texts.length === 0) return null;
  const computed: { [name: string]: Json } = {};
  for (const name of folded) {
    const value = fields[name];
    if (typeof value === "string") computed[name] = clean(cut(foldText(value), foldedCharsMax));
  }
  for (const { column, fields: names } of texts) computed[column] = [...textsIn(fields, names)];
  return JSON.stringify(computed);
}

/** Who sees the client, or one policy of it, because they work on it (SEAT-11). */
function grantsOf(family: FamilyName, fields: JsonObject): readonly string[] {
  if (family !== "accounts" && family !== "policies") return [];
  const seats = textsIn(fields, ["producer_seat", "servicer_seat", "servicer_seats"]).map(seatGrant);
  const office = family === "accounts" ? fields["office_key"] : undefined;
  return [...new Set([...seats, ...(typeof office === "string" ? [officeGrant(office)] : [])])].map(clean);
}

function keysIn(value: Json, keyOf: (sourceId: string) => string): Json {
  if (typeof value === "string") return keyOf(value);
  return isJsonArray(value) ? value.map((each) => (typeof each === "string" ? keyOf(each) : each)) : value;
}

function textOf(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function isStorableDate(value: Json): boolean {
  return typeof value === "string" && isDate(value) && !value.startsWith("0000");
}

function isStorableInstant(value: Json): boolean {
  return typeof value === "string" && isInstant(value) && !value.startsWith("0000");
}

/** PostgreSQL stores neither U+0000 nor half a surrogate pair. */
function jsonOf(value: Json): string {
  if (typeof value === "string") return JSON.stringify(clean(value));
  if (typeof value === "number" || typeof value === "boolean") return JSON.stringify(value);
  const text = canonicalJson(cleanAll(value));
  return text;
}

function cleanAll(value: Json): Json {
  if (typeof value === "string") return clean(value);
  if (isJsonArray(value)) return value.map(cleanAll);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [clean(name), cleanAll(member ?? null)]));
}

// oxlint-disable-next-line eslint/no-control-regex -- U+0000 cannot be stored, U+001F separates lists
const unstorable = /[\u0000\u001f]/;

function clean(text: string): string {
  const formed = text.isWellFormed() ? text : text.toWellFormed();
  // oxlint-disable-next-line eslint/no-control-regex -- see above
  return unstorable.test(formed) ? formed.replaceAll(/[\u0000\u001f]/g, " ") : formed;
}

/** A row as it came, as quarantined rows are kept: cut. */
export function cutSource(source: JsonObject | string): string {
  const text = typeof source === "string" ? source : JSON.stringify(source);
  return clean(clipped(text.slice(0, 2 * quarantinedCharsMax), quarantinedCharsMax));
}
