import type { DefinedStatement } from "@service/db";
import pg from "pg";

import { isNode, parseNodeTree, type TreeNode } from "./node-tree.ts";
import { type Catalog, type ResultColumn, resultColumns } from "./result-columns.ts";

/** A statement as the server describes it. Types are named as SQL names them (`uuid`, `text[]`, `run_status`). */
export interface DescribedStatement {
  readonly name: string;
  readonly parameters: readonly string[];
  /** Of the parameters, in order; empty where the statement numbers them. */
  readonly parameterNames: readonly string[];
  readonly columns: readonly (ResultColumn & { readonly type: string })[];
}

export interface Descriptions {
  readonly statements: readonly DescribedStatement[];
  /** Enum types that the statements use, with their labels in order. */
  readonly enums: ReadonlyMap<string, readonly string[]>;
}

/** Most parameters that a statement may number; with more, nobody sees which value is which. */
const numberedMax = 4;

/**
 * Asks a migrated database about statements. Nothing is executed: each is prepared, which gives the types, and made the
 * body of a function, in which PostgreSQL keeps it analyzed, which gives what can be null. All is rolled back.
 *
 * @throws for a statement that the server refuses, naming it.
 */
export async function describeStatements(url: string, statements: readonly DefinedStatement[]): Promise<Descriptions> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin");
    const catalog = await readCatalog(client);
    const described: DescribedStatement[] = [];
    for (const statement of statements) {
      described.push(
        await describeOne(client, catalog, statement).catch((error: unknown) => {
          throw new Error(`${statement.name}: ${Error.isError(error) ? error.message : String(error)}`, {
            cause: error,
          });
        }),
      );
    }
    const enums = await client.query<{ name: string; labels: string[] }>(
      `select t.oid::regtype::text as name, array_agg(e.enumlabel::text order by e.enumsortorder) as labels
       from pg_type t join pg_enum e on e.enumtypid = t.oid group by t.oid`,
    );
    return { statements: described, enums: new Map(enums.rows.map(({ name, labels }) => [name, labels])) };
  } finally {
    await client.end();
  }
}

async function describeOne(
  client: pg.Client,
  catalog: Catalog,
  { name, text, parameterNames }: DefinedStatement,
): Promise<DescribedStatement> {
  await client.query(`prepare described as ${text}`);
  const prepared = await client.query<{ parameters: string[]; results: string[] | null }>(
    `select parameter_types::text[] as parameters, result_types::text[] as results
     from pg_prepared_statements where name = 'described'`,
  );
  await client.query("deallocate described");
  const { parameters = [], results } = prepared.rows[0] ?? {};
  if (parameters.length > numberedMax && parameterNames.length === 0)
    throw new Error(
      `has ${parameters.length} numbered parameters: with more than ${numberedMax}, name them (@organization_id) and call it with an object`,
    );
  await client.query(
    `create function pg_temp.described(${parameters.join(", ")}) returns void begin atomic ${text}; end`,
  );
  const stored = await client.query<{ oid: string; body: string }>(
    "select oid, prosqlbody::text as body from pg_proc where oid = 'pg_temp.described'::regproc",
  );
  await client.query("drop function pg_temp.described");
  const columns = resultColumns(onlyQuery(stored.rows[0]?.body ?? ""), catalog);
  const names = columns.map((column) => column.name);
  const twice = names.find((column, index) => names.indexOf(column) !== index);
  if (twice !== undefined) throw new Error(`two columns are named ${twice}`);
  return {
    name,
    parameters,
    parameterNames,
    columns: columns.map((column, index) => ({ ...column, type: results?.[index] ?? "" })),
  };
}

/** A function's body is a list of lists of statements. */
function onlyQuery(body: string): TreeNode {
  let tree = parseNodeTree(body);
  while (typeof tree === "object" && !isNode(tree) && tree[0] !== undefined) tree = tree[0];
  if (!isNode(tree) || tree.tag !== "QUERY") throw new Error("the server stored no query");
  return tree;
}

async function readCatalog(client: pg.Client): Promise<Catalog> {
  const columns = await client.query<{ key: string }>(
    "select attrelid || '.' || attnum as key from pg_attribute where attnotnull and attnum > 0",
  );
  const functions = await client.query<{ oid: string; name: string }>(
    "select oid::text as oid, proname::text as name from pg_proc",
  );
  const labels = await client.query<{ oid: string; label: string }>(
    "select oid::text as oid, enumlabel::text as label from pg_enum",
  );
  const notNull = new Set(columns.rows.map(({ key }) => key));
  const names = new Map(functions.rows.map(({ oid, name }) => [oid, name]));
  const labelOf = new Map(labels.rows.map(({ oid, label }) => [oid, label]));
  return {
    isNotNull: (table, column) => notNull.has(`${table}.${column}`),
    functionName: (oid) => names.get(oid) ?? "",
    enumLabel: (oid) => labelOf.get(oid),
  };
}
