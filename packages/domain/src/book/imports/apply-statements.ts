import { builtStatement } from "@service/db";
import {
  type ColumnKind,
  columnsOf,
  columnType,
  type FamilyName,
  familyOf,
  lastSortValues,
  ownerColumnsOf,
  rowTableOf,
} from "@service/record-families";
import { seatGrant } from "../seats/index.ts";
import { listSeparator } from "./staged-row.ts";
import { stagingTableOf } from "./staging-table.ts";

/**
 * The rows of one slice that change, found once and read by every statement of the slice. `kind`: new, changed, removed;
 * orphan for a row whose client or policy is not there, with `had_version` when readers see one now.
 */
export const createChanges = builtStatement<readonly [], never>(`
  create temporary table if not exists import_changes (
    row_key text collate "C" not null,
    kind text not null,
    had_version boolean not null,
    client_key text collate "C",
    old_client_key text collate "C"
  ) on commit delete rows`);

export const countChanges = builtStatement<
  readonly [],
  { readonly kind: string; readonly hadVersion: boolean; readonly rows: number }
>(`select kind, had_version as "hadVersion", count(*) as rows from import_changes group by kind, had_version`);

/** Parameters of the statements of a slice, in order: connection, sequence, lower bound (excluded), upper bound (or null). */
export type SliceValues = readonly [connectionId: string, after: string, upTo: string | null];

/** The statements that apply one family of one import, built from the family's declaration. */
export function applyStatements(importId: string, family: FamilyName, isComplete: boolean) {
  const staging = stagingTableOf(importId);
  const table = rowTableOf(family);
  const { client } = ownerColumnsOf(family);
  const hasClient = client && family !== "accounts";
  const clientOf = (row: string): string =>
    family === "accounts" ? `${row}.row_key` : client ? `${row}.client_key` : "null";
  const inSlice = (row: string): string =>
    `${row}.row_key > $2 and ($3::text collate "C" is null or ${row}.row_key <= $3)`;
  // A row that names only its policy belongs to the policy's client. Scalar subqueries: one index probe for each row,
  // whatever the planner thinks of the tables' sizes.
  const policysClient = `(select p.client_key from book.policies p
    where p.connection_id = $1 and p.row_key = s.policy_key and p.to_seq is null)`;
  const resolved =
    family === "accounts"
      ? "s.row_key"
      : hasClient
        ? family === "policies"
          ? "s.client_key"
          : `coalesce(s.client_key, ${policysClient})`
        : "null::text";
  const clientThere = `(select a.from_seq from book.accounts a
    where a.connection_id = $1 and a.row_key = d.client_key and a.to_seq is null) is not null`;
  const policyOf = `(select p.client_key from book.policies p
    where p.connection_id = $1 and p.row_key = d.policy_key and p.to_seq is null)`;
  // A policy that is there has a client that is there: policies are applied before, and go with their clients.
  const isOrphan = !hasClient
    ? "false"
    : family === "coverages"
      ? `case when d.policy_key is null then not (${clientThere}) when ${policyOf} = d.client_key then false
          else ${policyOf} is null or not (${clientThere}) end`
      : `not (${clientThere})`;
  const current = `select c.row_key, c.row_hash, ${clientOf("c")} as client_key from ${table} c
    where c.connection_id = $1 and c.to_seq is null and ${inSlice("c")}`;
  const isMoved =
    hasClient && family !== "policies"
      ? `or (s.client_key is null and c.client_key is distinct from ${policysClient})`
      : "";

  return {
    /** Where the next slice ends: null when it is the last. */
    bounds: builtStatement<
      readonly [connectionId: string, after: string, keysBefore: number],
      { readonly upTo: string | null }
    >(`
      select least(
        (select s.row_key from ${staging} s
          where $1::uuid is not null and s.family = '${family}' and s.row_key > $2 order by s.row_key offset $3 limit 1)
        ${
          isComplete
            ? `, (select c.row_key from ${table} c where c.connection_id = $1 and c.to_seq is null and c.row_key > $2
          order by c.row_key offset $3 limit 1)`
            : ""
        }) as "upTo"`),

    /** Rows of the slice that are delivered and kept by the mapping. */
    countStaged: builtStatement<SliceValues, { readonly staged: number }>(`
      select count(*) as staged from ${staging} s
      where s.family = '${family}' and s.kind = 'row' and ${inSlice("s")} and $1::uuid is not null`),

    /**
     * Compares what is delivered with what is served. A row that came and is quarantined keeps its version: it is not gone.
     */
    findChanges: builtStatement<SliceValues, never>(`
      insert into import_changes (row_key, kind, had_version, client_key, old_client_key)
      select d.row_key,
        case when d.is_removed then 'removed' when ${isOrphan} then 'orphan' when d.had_version then 'changed' else 'new' end,
        d.had_version, d.client_key, d.old_client_key
      from (
        select coalesce(s.row_key, c.row_key) as row_key, s.row_key is null or s.kind = 'delete' as is_removed,
          c.row_key is not null as had_version, ${resolved} as client_key, c.client_key as old_client_key, s.policy_key
        from (
          select s.row_key, s.kind, s.row_hash, s.client_key, s.policy_key from ${staging} s
          where s.family = '${family}' and ${inSlice("s")} and s.kind <> 'quarantined'
        ) s ${isComplete ? "full" : "left"} join (${current}) c using (row_key)
        where (s.row_hash is distinct from c.row_hash ${isMoved})
          and (s.row_key is not null or not exists (select from ${staging} q
            where q.family = '${family}' and q.row_key = c.row_key and q.kind = 'quarantined'))
        offset 0
      ) d`),

    ...(hasClient
      ? {
          /** Rows that readers see of clients, or of policies, that this import has removed. Values: connection, seq, keys. */
          findRowsOf: {
            accounts: cascade(family, staging, "client_key"),
            policies: family === "coverages" ? cascade(family, staging, "policy_key") : undefined,
          },
        }
      : {}),

    endVersions: builtStatement<readonly [connectionId: string, seq: number], never>(
      ended(table, "c.had_version", "t.row_key = c.row_key"),
    ),

    insertVersions: builtStatement<readonly [connectionId: string, seq: number, importId: string], never>(
      insertVersions(family, staging),
    ),

    ...(family === "accounts" || family === "policies" ? { grants: grantStatements(family, staging) } : {}),
    ...(hasTerms(family) ? { terms: termStatements(family, staging) } : {}),
    ...(client
      ? {
          /** The clients of the slice changed with this snapshot. */
          endHeads: builtStatement<readonly [connectionId: string, seq: number], never>(`
            update book.heads set to_seq = $2 where ctid = any(array(
              select t.place from (${touchedClients}) c cross join lateral (select h.ctid as place from book.heads h
                where h.connection_id = $1 and h.client_key = c.client_key and h.to_seq is null and h.from_seq < $2
                offset 0) t))`),
          insertHeads: builtStatement<readonly [connectionId: string, seq: number], never>(`
            insert into book.heads (connection_id, client_key, from_seq)
            select $1, c.client_key, $2 from (${touchedClients}) c on conflict do nothing`),
        }
      : {}),

    /** An orphan is kept whole, so that a later import can try it again. */
    quarantineOrphans: builtStatement<readonly [connectionId: string, importId: string], never>(`
      insert into record_quarantine (connection_id, import_id, family, source_id, source_file, source_line, reasons, body,
        is_orphan, staged, origin_import_id)
      select $1, $2, s.family, s.source_id, s.source_file, s.source_line,
        json_build_array(json_build_object('message',
          case when c.client_key is null and s.policy_key is not null
            then concat_ws(' ', 'the policy', s.owner::json ->> 'policy_key', 'that it belongs to is not there')
            when ${family === "coverages" ? "s.client_key is not null or s.policy_key is not null" : "true"}
            then concat_ws(' ', ${family === "coverages" ? `'the policy', s.owner::json ->> 'policy_key', 'or'` : "null"}, 'the client',
              s.owner::json ->> 'client_key', 'that it belongs to is not there')
            else 'it names neither a client nor a policy' end))::text,
        coalesce(s.source, (s.fields::jsonb || coalesce(s.owner, '{}')::jsonb)::text), true, row_to_json(s)::text, s.import_id
      from import_changes c ${delivered(family, staging)}
      where c.kind = 'orphan' order by c.row_key`),
  };
}

export type ApplyStatements = ReturnType<typeof applyStatements>;

/** The clients of the slice that changed with this snapshot. */
const touchedClients = `select client_key from import_changes where kind <> 'orphan' and client_key is not null
  union select old_client_key from import_changes where old_client_key is not null`;

/**
 * `offset 0` here and below keeps the planner from joining another way: without statistics of a table that an import has
 * just filled, it would read the whole table for each slice.
 */
function ended(table: string, which: string, found: string, from = "import_changes c"): string {
  return `update ${table} set to_seq = $2 where ctid = any(array(
    select t.place from ${from} cross join lateral (select t.ctid as place from ${table} t
      where t.connection_id = $1 and t.to_seq is null and ${found} offset 0) t
    where ${which}))`;
}

/** What is delivered of a row that changes, as `s`. */
function delivered(family: FamilyName, staging: string): string {
  return `cross join lateral (select s.* from ${staging} s
      where s.family = '${family}' and s.row_key = c.row_key and s.kind = 'row' offset 0) s`;
}

/** Families whose rows may belong to policies: they follow them to another client. */
export function followsPolicies(family: FamilyName): boolean {
  return ownerColumnsOf(family).policy !== "none" && family !== "policies";
}

/**
 * Rows of policies that this import has moved to another client, and that it does not bring itself: they get versions that
 * belong to the policy's client.
 */
export function moveStatements(importId: string, family: FamilyName) {
  const table = rowTableOf(family);
  const isOfOne = ownerColumnsOf(family).policy === "one";
  // A row of several policies stays as long as one of them does.
  const ofPolicy = isOfOne
    ? `t.policy_key = m.policy collate "C" and t.client_key = m.before collate "C"`
    : `t.client_key = m.before collate "C" and m.policy = any(t.policy_keys) and not exists (select from book.policies p
          where p.connection_id = $1 and p.row_key = any(t.policy_keys) and p.to_seq is null and p.client_key = t.client_key)`;
  const same = [
    "row_key",
    isOfOne ? "policy_key" : "policy_keys",
    ...columnsOf(family).map(({ name }) => name),
    "row_hash",
    "source_id",
    "source_updated_at",
    "import_id",
    "source_file",
    "source_line",
  ];
  return {
    find: builtStatement<
      readonly [connectionId: string, policies: readonly string[], before: readonly string[], after: readonly string[]],
      never
    >(`
      insert into import_changes (row_key, kind, had_version, client_key, old_client_key)
      select distinct on (t.row_key) t.row_key, 'moved', true, m.after, m.before
      from unnest($2::text[], $3::text[], $4::text[]) m (policy, before, after)
        cross join lateral (select t.row_key, t.client_key from ${table} t
          where t.connection_id = $1 and t.to_seq is null and ${ofPolicy} offset 0) t
      where not exists (select from ${stagingTableOf(importId)} s where s.family = '${family}' and s.row_key = t.row_key)
      order by t.row_key, m.policy`),
    end: builtStatement<readonly [connectionId: string, seq: number], never>(
      ended(table, "true", "t.row_key = c.row_key"),
    ),
    insert: builtStatement<readonly [connectionId: string, seq: number], never>(`
      insert into ${table} (connection_id, from_seq, client_key, fields, ${same.join(", ")})
      select $1, $2, c.client_key, case when t.fields::jsonb ->> 'client_key' = c.old_client_key
          then jsonb_set(t.fields::jsonb, '{client_key}', to_jsonb(c.client_key))::text else t.fields end,
        ${same.map((name) => `t.${name}`).join(", ")}
      from import_changes c cross join lateral (select t.* from ${table} t
        where t.connection_id = $1 and t.row_key = c.row_key and t.to_seq = $2 offset 0) t`),
  };
}

/** A delivered row of a removed client becomes an orphan; one that was not delivered again is removed. */
function cascade(family: FamilyName, staging: string, owner: "client_key" | "policy_key") {
  return builtStatement<readonly [connectionId: string, keys: readonly string[]], never>(`
    insert into import_changes (row_key, kind, had_version, client_key, old_client_key)
    select t.row_key,
      case when exists (select from ${staging} s
        where s.family = '${family}' and s.row_key = t.row_key and s.kind = 'row') then 'orphan' else 'removed' end,
      true, null, t.client_key
    from unnest($2::text[]) k cross join lateral (select t.row_key, t.client_key from ${rowTableOf(family)} t
      where t.connection_id = $1 and t.${owner} = k collate "C" and t.to_seq is null offset 0) t`);
}

function isSortable(kind: ColumnKind): kind is keyof typeof lastSortValues {
  return Object.hasOwn(lastSortValues, kind);
}

function insertVersions(family: FamilyName, staging: string): string {
  const { client, policy } = ownerColumnsOf(family);
  const typed = columnsOf(family).map(({ name, kind, isSorted }) => {
    const isComputed = kind === "folded" || kind === "texts";
    const value = `${isComputed ? "k" : "f"}.${name}`;
    const column = `${name} ${columnType(kind).replace(' collate "C"', "")}`;
    return {
      name,
      isComputed,
      column,
      value:
        isSorted && isSortable(kind) ? `coalesce(${value}, '${lastSortValues[kind]}'::${columnType(kind)})` : value,
    };
  });
  const owners: (readonly [name: string, value: string])[] = [
    ...(client ? [["client_key", "c.client_key"] as const] : []),
    ...(policy === "one" && family !== "policies" ? [["policy_key", "s.policy_key"] as const] : []),
    ...(policy === "several" ? [["policy_keys", "f.policy_keys"] as const] : []),
  ];
  const fromFields = [
    ...typed.filter(({ isComputed }) => !isComputed).map(({ column }) => column),
    ...(policy === "several" ? ["policy_keys text[]"] : []),
  ];
  const computed = typed.filter(({ isComputed }) => isComputed).map(({ column }) => column);
  // Of what can be made of other rows, the fields that the source does not give.
  const { derived } = familyOf(family);
  const absent = `nullif(array_remove(array[${derived.map((name) => `case when f.${name} is null then '${name}' end`).join(", ")}], null), '{}')`;
  fromFields.push(
    ...derived.filter((name) => !typed.some((column) => column.name === name)).map((name) => `${name} text`),
  );
  // The client of a row that names only its policy is written into the row.
  const fields =
    client && family !== "accounts" && family !== "policies"
      ? `case when s.client_key is null and c.client_key is not null
           then '{"client_key":' || to_json(c.client_key) || case s.fields when '{}' then '' else ',' end || substr(s.fields, 2)
           else s.fields end`
      : "s.fields";
  const columns: (readonly [name: string, value: string])[] = [
    ["connection_id", "$1"],
    ["row_key", "c.row_key"],
    ["from_seq", "$2"],
    ...owners,
    ...typed.map(({ name, value }) => [name, value] as const),
    ["fields", fields],
    ["row_hash", "s.row_hash"],
    ["source_id", "s.source_id"],
    ["source_updated_at", "s.updated_at"],
    ["import_id", "coalesce(s.import_id, $3)"],
    ["source_file", "s.source_file"],
    ["source_line", "s.source_line"],
    ...(derived.length === 0 ? [] : [["derived", absent] as const]),
  ];
  return `
    insert into ${rowTableOf(family)} (${columns.map(([name]) => name).join(", ")})
    select ${columns.map(([, value]) => value).join(", ")}
    from import_changes c ${delivered(family, staging)}
    ${fromFields.length === 0 ? "" : `cross join lateral json_to_record(s.fields::json) as f(${fromFields.join(", ")})`}
    ${computed.length === 0 ? "" : `cross join lateral json_to_record(coalesce(s.computed, '{}')::json) as k(${computed.join(", ")})`}
    where c.kind in ('new', 'changed') order by c.row_key`;
}

const separator = `U&'\\${listSeparator.charCodeAt(0).toString(16).padStart(4, "0")}'`;

/**
 * Entries of the account for all of its client, those of a policy for that policy (SEAT-11). A policy has none that its
 * account has: they would show nothing more.
 */
function grantStatements(family: "accounts" | "policies", staging: string) {
  const isOfPolicy = family === "policies";
  const policy = isOfPolicy ? "c.row_key" : "''";
  const isRepeated = isOfPolicy ? `or ${accountHolds("c.client_key", "t.grant_key")}` : "";
  const isOwn = isOfPolicy ? ` and not ${accountHolds("c.client_key", "w")}` : "";
  return {
    end: builtStatement<readonly [connectionId: string, seq: number], never>(
      ended(
        "book.grants",
        "c.had_version",
        `t.client_key = c.old_client_key and t.policy_key = ${policy} and (c.kept is null
          or c.client_key <> t.client_key or not t.grant_key = any(string_to_array(c.kept, ${separator})) ${isRepeated})`,
        withKept(family, staging, "grants"),
      ),
    ),
    insert: builtStatement<readonly [connectionId: string, seq: number], never>(`
      insert into book.grants (connection_id, grant_key, client_key, policy_key, from_seq)
      select $1, w, c.client_key, ${policy}, $2 from ${withKept(family, staging, "grants")}
        cross join lateral unnest(string_to_array(c.kept, ${separator})) w
      where (not c.had_version or (select g.from_seq from book.grants g where g.connection_id = $1 and g.grant_key = w
        and g.client_key = c.client_key and g.policy_key = ${policy} and g.to_seq is null) is null)${isOwn}`),
  };
}

/** The condition that a client's account has a grant now. */
function accountHolds(client: string, grant: string): string {
  return `(select a.from_seq from book.grants a where a.connection_id = $1 and a.grant_key = ${grant}
    and a.client_key = ${client} and a.policy_key = '' and a.to_seq is null) is not null`;
}

/** Policies of some clients with the grants that they have of their own, beside those of their accounts. */
const ownGrants = `
  select distinct p.client_key, p.row_key, w.grant_key
  from unnest($3::text[]) k cross join lateral (select p.client_key, p.row_key, p.fields from book.policies p
      where p.connection_id = $1 and p.client_key = k collate "C" and p.to_seq is null offset 0) p
    cross join lateral (values ('${seatGrant("")}' || (p.fields::json ->> 'producer_seat')),
      ('${seatGrant("")}' || (p.fields::json ->> 'servicer_seat'))) w (grant_key)
  where w.grant_key is not null and not ${accountHolds("p.client_key", "w.grant_key")}`;

/**
 * What policies are shown by, once the accounts of their clients have other people: a policy that is not delivered again
 * may get an entry that its account no longer has, or lose one that its account has now.
 */
export const regrantPolicies = {
  end: builtStatement<readonly [connectionId: string, seq: number, clients: readonly string[]], never>(`
    with own as materialized (${ownGrants})
    update book.grants set to_seq = $2 where ctid = any(array(
      select g.place from unnest($3::text[]) k cross join lateral (
        select g.ctid as place, g.client_key, g.policy_key, g.grant_key from book.grants g
        where g.connection_id = $1 and g.client_key = k collate "C" and g.policy_key <> '' and g.to_seq is null and g.from_seq < $2 offset 0) g
      where not exists (select from own o where o.client_key = g.client_key and o.row_key = g.policy_key
        and o.grant_key = g.grant_key)))`),
  insert: builtStatement<readonly [connectionId: string, seq: number, clients: readonly string[]], never>(`
    insert into book.grants (connection_id, grant_key, client_key, policy_key, from_seq)
    select $1, o.grant_key, o.client_key, o.row_key, $2 from (${ownGrants}) o
    where (select g.from_seq from book.grants g where g.connection_id = $1 and g.grant_key = o.grant_key
      and g.client_key = o.client_key and g.policy_key = o.row_key and g.to_seq is null) is null`),
};

/** The changes of a slice, each with a list of what is delivered and kept; null for a row that goes. */
function withKept(family: FamilyName, staging: string, column: "grants" | "terms"): string {
  return `(select c.*, case when c.kind in ('new', 'changed') then coalesce((select s.${column} from ${staging} s
      where s.family = '${family}' and s.row_key = c.row_key and s.kind = 'row'), '') end as kept
    from import_changes c offset 0) c`;
}

function hasTerms(family: FamilyName): boolean {
  return family === "accounts" || family === "contacts" || family === "policies";
}

function termStatements(family: FamilyName, staging: string) {
  return {
    end: builtStatement<readonly [connectionId: string, seq: number], never>(
      ended(
        "book.terms",
        "c.had_version",
        `t.row_key = c.row_key and (c.kept is null or c.client_key <> t.client_key
          or not coalesce(t.class, '') || '|' || t.field || '|' || t.term = any(string_to_array(c.kept, ${separator})))`,
        withKept(family, staging, "terms"),
      ),
    ),
    insert: builtStatement<readonly [connectionId: string, seq: number], never>(`
      insert into book.terms (connection_id, term, class, family, field, row_key, client_key, from_seq)
      select $1, split_part(w, '|', 3), nullif(split_part(w, '|', 1), ''), '${family}', split_part(w, '|', 2), c.row_key,
        c.client_key, $2
      from ${withKept(family, staging, "terms")} cross join lateral unnest(string_to_array(c.kept, ${separator})) w
      where not c.had_version or (select t.from_seq from book.terms t where t.connection_id = $1 and t.row_key = c.row_key
        and t.to_seq is null and t.client_key = c.client_key and t.field = split_part(w, '|', 2)
        and t.term = split_part(w, '|', 3) and t.class is not distinct from nullif(split_part(w, '|', 1), '') limit 1) is null`),
  };
}
