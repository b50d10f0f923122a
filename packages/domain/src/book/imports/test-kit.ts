import { parseJsonObject } from "@service/json";
import { type FamilyName, familyNames, rowTableOf } from "@service/record-families";
import { testOperator } from "@service/testing";
import { createConnection } from "../connections/index.ts";
import { newOrganization, type TestDeps } from "../../testing/index.ts";
import type { MappedRow } from "@service/record-mapping";
import { deliveryOf } from "./testing/delivered-rows.ts";
import { type ImportOutcome, type ImportRequest, runImport } from "./run-import.ts";

/** A connection of an organization of its own. */
export async function newConnection(deps: TestDeps): Promise<{ organizationId: string; connectionId: string }> {
  const organizationId = await newOrganization(deps);
  const { id: connectionId } = await createConnection(deps, testOperator, {
    organizationId,
    name: "book",
    kind: "import",
  });
  return { organizationId, connectionId };
}

export function importRows(
  deps: TestDeps,
  connectionId: string,
  rows: readonly MappedRow[],
  changes: Partial<ImportRequest> = {},
): Promise<ImportOutcome> {
  return runImport(deps, testOperator, {
    connectionId,
    mode: "full",
    accept: [],
    delivery: deliveryOf(rows),
    ...changes,
  });
}

/** Everything that the tables hold of a connection, without ids of imports: equal books have equal tables. */
export async function tablesOf(deps: TestDeps, connectionId: string): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const table of [...familyNames.map(rowTableOf), "book.grants", "book.terms", "book.heads"]) {
    const { rows } = await deps.db.pool.query<{ row: string }>(
      `select (to_jsonb(t) - 'import_id')::text as row from ${table} t where connection_id = $1 order by 1`,
      [connectionId],
    );
    if (rows.length > 0) tables[table] = rows.map((each): unknown => JSON.parse(each.row));
  }
  return tables;
}

/** What a viewer of the served snapshot sees of a family: fields by the source's id. */
export async function servedRows(
  deps: TestDeps,
  connectionId: string,
  family: FamilyName,
): Promise<Record<string, Record<string, unknown>>> {
  const { rows } = await deps.db.pool.query<{ sourceId: string; fields: string }>(
    `select t.source_id as "sourceId", t.fields from ${rowTableOf(family)} t join record_connections c on c.id = t.connection_id
     where c.id = $1 and t.from_seq <= c.served_seq and (t.to_seq is null or t.to_seq > c.served_seq) order by 1`,
    [connectionId],
  );
  return Object.fromEntries(rows.map(({ sourceId, fields }) => [sourceId, parseJsonObject(fields)]));
}
