import { type Column, type ColumnKind, columnsOf, ownerColumnsOf } from "./columns.ts";
import { familyOf } from "./families.ts";
import type { FamilyName } from "./family-names.ts";

/** The table with the row versions of a family; in a schema of its own, because no Prisma model describes it. */
export function rowTableOf(family: FamilyName): string {
  return `book.${family}`;
}

const sqlTypes = {
  folded: 'text collate "C"',
  text: "text",
  texts: "text[]",
  date: "date",
  instant: "timestamptz(3)",
  number: "double precision",
  boolean: "boolean",
} as const;

/** The SQL type of a typed column. */
export function columnType(kind: ColumnKind): string {
  return sqlTypes[kind];
}

/** What every version has (REC-60), with its SQL type. */
const versionColumns: readonly (readonly [name: string, type: string])[] = [
  ["connection_id", "uuid not null"],
  ["row_key", 'text collate "C" not null'],
  ["from_seq", "integer not null"],
  ["to_seq", "integer"],
];
const originColumns: readonly (readonly [name: string, type: string])[] = [
  ["fields", "text not null"],
  ["row_hash", "bytea not null"],
  ["source_id", "text not null"],
  ["source_updated_at", "timestamptz(3)"],
  ["import_id", "uuid not null"],
  ["source_file", "smallint not null"],
  ["source_line", "integer not null"],
];

/** The columns by which rows are found through what they belong to, with their SQL types. */
export function ownerColumnTypes(family: FamilyName): readonly (readonly [name: string, type: string])[] {
  const { client, policy } = ownerColumnsOf(family);
  const { keyName } = familyOf(family);
  return [
    ...(client ? [["client_key", 'text collate "C" not null'] as const] : []),
    // A policy is found by its own key.
    ...(policy === "one" && keyName !== "policy_key" ? [["policy_key", 'text collate "C"'] as const] : []),
    ...(policy === "several" ? [["policy_keys", "text[]"] as const] : []),
  ];
}

/** Which fields of a version were made of other rows; null: none could be. */
function derivedColumn(family: FamilyName): readonly (readonly [name: string, type: string])[] {
  return familyOf(family).derived.length === 0 ? [] : [["derived", "text[]"]];
}

/** The SQL that creates a family's table and indexes: migrations hold it, and a test compares the database with it. */
export function rowTableDefinition(family: FamilyName): readonly string[] {
  const table = rowTableOf(family);
  const owners = ownerColumnTypes(family);
  const columns = columnsOf(family);
  const typed = columns.map(
    (column) => [column.name, `${sqlTypes[column.kind]}${column.isSorted ? " not null" : ""}`] as const,
  );
  const all = [...versionColumns, ...owners, ...typed, ...originColumns, ...derivedColumn(family)];
  // What decides whether a row is shown is in every index, so that a page is found without reading rows.
  const covered = (but: readonly string[]): string => {
    const names = ["to_seq", "from_seq", ...owners.map(([name]) => name), ...columns.map(({ name }) => name)];
    return names.filter((name) => !but.includes(name)).join(", ");
  };
  const hasClient = owners.some(([name]) => name === "client_key") && family !== "accounts";
  const hasPolicy = owners.some(([name]) => name === "policy_key");
  return [
    `create table ${table} (\n${all.map(([name, type]) => `  ${name} ${type}`).join(",\n")},\n` +
      `  constraint ${family}_pkey primary key (connection_id, row_key, from_seq) include (${covered(["from_seq"])}),\n` +
      `  constraint ${family}_versions_follow check (to_seq > from_seq)\n)`,
    `create unique index ${family}_current on ${table} (connection_id, row_key) where to_seq is null`,
    `create index ${family}_begun on ${table} (connection_id, from_seq, row_key)`,
    `create index ${family}_ended on ${table} (connection_id, to_seq, row_key) where to_seq is not null`,
    ...sortIndexes(family, columns, covered),
    ...leadingIndexes(family, covered),
    ...(hasClient
      ? [
          `create index ${family}_of_client on ${table} (connection_id, client_key, row_key) include (${covered(["client_key"])})`,
        ]
      : []),
    ...(hasPolicy
      ? [
          `create index ${family}_of_policy on ${table} (connection_id, policy_key, row_key) include (${covered(["policy_key"])})`,
        ]
      : []),
  ];
}

function sortIndexes(
  family: FamilyName,
  columns: readonly Column[],
  covered: (but: readonly string[]) => string,
): readonly string[] {
  return columns
    .filter(({ isSorted }) => isSorted)
    .map(
      ({ name }) =>
        `create index ${family}_by_${name} on ${rowTableOf(family)} (connection_id, ${name}, row_key) include (${covered([name])})`,
    );
}

/** For each filter that leads an order (`leads`): its rows in that order. */
function leadingIndexes(family: FamilyName, covered: (but: readonly string[]) => string): readonly string[] {
  return Object.values(familyOf(family).filters).flatMap(({ fields: [field], leads = [] }) =>
    leads.map(
      (sort) =>
        `create index ${family}_by_${field}_and_${sort} on ${rowTableOf(family)} (connection_id, ${field}, ${sort}, row_key) include (${covered([field, sort])})`,
    ),
  );
}
