import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { endsWithin } from "@service/runtime";
import pg from "pg";
import { ConnectorError, type Fetch, type FetchOptions, lasting, temporary } from "../fetch.ts";
import { makeDeliveryFolder } from "../spool.ts";
import { asksSince, type SqlConfig, type SqlSource } from "./sql-config.ts";
import { converterOf, watermarkOrderOf } from "./sql-values.ts";
import { readWatermarks, type SqlWatermarks, writeWatermarks } from "./sql-watermarks.ts";

const rowsPerSlice = 2_000;
const endTimeoutMs = 5_000;
/** Every value as the text that the server sends. */
const rawValues: pg.CustomTypesConfig = { getTypeParser: () => (value: string) => value };

/** A PostgreSQL database, read in one read-only transaction: all sources at one moment (IMP-230 to IMP-233). */
export async function fetchSql(config: SqlConfig, options: FetchOptions): Promise<Fetch> {
  const { clock, signal, log } = options;
  const watermarks = readWatermarks(config.sources, options.watermark);
  const folder = await makeDeliveryFolder(options.spoolFolder, clock);
  try {
    return await withClient(config, signal, async (client) => {
      const asOf = clock.now();
      await begin(client, config);
      const values: Record<string, string | null> = {};
      for (const source of config.sources) {
        const { rows, watermark } = await fetchSource(client, source, { folder, watermarks, signal });
        values[source.name] = watermark;
        log.info({ source: source.name, rows }, "a source was read");
      }
      await client.query("commit");
      const hasWatermarks = config.sources.every(({ watermark_column: column }) => column !== undefined);
      return {
        kind: "fetched",
        mode: watermarks === undefined ? "full" : "delta",
        asOf,
        fetchedAt: clock.now(),
        folder,
        paths: config.sources.map(fileOf),
        ...(hasWatermarks ? { watermark: writeWatermarks(config.sources, values) } : {}),
      };
    });
  } catch (error) {
    // Another transaction would see another moment: nothing of this one can be continued.
    await rm(folder, { recursive: true, force: true });
    signal.throwIfAborted();
    throw asConnectorError(error, "The database");
  }
}

async function withClient<T>(
  { dsn, connect_timeout_s: connectSeconds, statement_timeout_s: statementSeconds }: SqlConfig,
  signal: AbortSignal,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: dsn,
    application_name: "service-connector",
    connectionTimeoutMillis: connectSeconds * 1_000,
    // The server ends a statement first; this is for a server that says nothing any more.
    query_timeout: (statementSeconds + connectSeconds) * 1_000,
    keepAlive: true,
  });
  // A connection that breaks while nothing is asked: the next statement fails with it.
  client.on("error", () => undefined);
  const end = () => void client.end().catch(() => undefined);
  signal.addEventListener("abort", end, { once: true });
  try {
    await client.connect();
    signal.throwIfAborted();
    return await work(client);
  } finally {
    signal.removeEventListener("abort", end);
    await endsWithin(client.end(), endTimeoutMs).catch(() => undefined);
  }
}

/** Settings are the transaction's: a pooler between us and the server keeps none of them. */
async function begin(client: pg.Client, { statement_timeout_s: seconds }: SqlConfig): Promise<void> {
  await client.query("begin transaction isolation level repeatable read read only");
  await client.query(
    `select set_config('statement_timeout', $1, true), set_config('datestyle', 'ISO', true),
       set_config('timezone', 'UTC', true), set_config('intervalstyle', 'iso_8601', true)`,
    [String(seconds * 1_000)],
  );
}

/** Reads one source into its file. */
async function fetchSource(
  client: pg.Client,
  source: SqlSource,
  { folder, watermarks, signal }: { folder: string; watermarks: SqlWatermarks | undefined; signal: AbortSignal },
): Promise<{ rows: number; watermark: string | null }> {
  const previous = watermarks?.[source.name] ?? null;
  const path = join(folder, fileOf(source));
  const file = await open(`${path}.part`, "w", 0o600);
  try {
    // The simple protocol, which is used where there are no values, runs several statements: a commit among them. A name
    // would have the same effect, and stay behind in a server session that a pooler gives to the next fetch.
    const declare = {
      text: `declare rows_of_source no scroll cursor for ${source.query}`,
      values: asksSince(source.query) ? [previous] : [],
      queryMode: "extended",
    };
    await client.query(declare);
    let rows = 0;
    let watermark = previous;
    for (;;) {
      signal.throwIfAborted();
      const slice = await client.query<(string | null)[]>({
        text: `fetch ${rowsPerSlice} from rows_of_source`,
        rowMode: "array",
        types: rawValues,
      });
      const shape = shapeOf(source, slice.fields);
      await file.appendFile(slice.rows.map((row) => `${lineOf(row, shape)}\n`).join(""));
      rows += slice.rows.length;
      watermark = newestOf(watermark, slice.rows, shape);
      if (slice.rows.length < rowsPerSlice) break;
    }
    await client.query("close rows_of_source");
    await file.datasync();
    await rename(`${path}.part`, path);
    return { rows, watermark };
  } catch (error) {
    throw asConnectorError(error, `Source ${source.name}`);
  } finally {
    await file.close();
  }
}

function fileOf({ name }: Pick<SqlSource, "name">): string {
  return `${name}.ndjson`;
}

interface Shape {
  readonly columns: readonly { readonly name: string; readonly convert: ReturnType<typeof converterOf> }[];
  readonly watermark?: { readonly index: number; readonly compare: (a: string, b: string) => number };
}

/** @throws ConnectorError for a name that occurs twice, and a watermark that is not there or has no order. */
function shapeOf(source: SqlSource, fields: readonly pg.FieldDef[]): Shape {
  const names = fields.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw lasting(`Source ${source.name} has two columns named ${twice}.`);
  const columns = fields.map(({ name, dataTypeID }) => ({ name, convert: converterOf(dataTypeID) }));
  const { watermark_column: column } = source;
  if (column === undefined) return { columns };
  const index = names.indexOf(column);
  if (index === -1) throw lasting(`Source ${source.name} has no column ${column}, which is its watermark.`);
  const compare = watermarkOrderOf(fields[index]?.dataTypeID ?? 0);
  if (compare === undefined) {
    throw lasting(
      `The watermark ${column} of source ${source.name} must be a whole number, a date or a timestamp: cast it in the query.`,
    );
  }
  return { columns, watermark: { index, compare } };
}

function lineOf(row: readonly (string | null)[], { columns }: Shape): string {
  const entries = columns.map(({ name, convert }, index) => {
    const value = row[index] ?? null;
    return [name, value === null ? null : convert(value)] as const;
  });
  return JSON.stringify(Object.fromEntries(entries));
}

function newestOf(previous: string | null, rows: readonly (readonly (string | null)[])[], shape: Shape): string | null {
  if (shape.watermark === undefined) return null;
  const { index, compare } = shape.watermark;
  let newest = previous;
  for (const row of rows) {
    const value = row[index] ?? null;
    // `infinity` would hide every later change.
    if (value === null || !/^\d|^-\d/.test(value)) continue;
    if (newest === null || compare(value, newest) > 0) newest = value;
  }
  return newest;
}

/** A sentence with the server's message, and never with the address or what it holds. */
function asConnectorError(error: unknown, what: string): ConnectorError {
  if (error instanceof ConnectorError) return error;
  if (error instanceof pg.DatabaseError) {
    const sentence = `${what}: the server answers "${error.message}" (${error.code ?? "no code"}).`;
    return isPassing(error.code ?? "") ? temporary(sentence) : lasting(sentence);
  }
  const code = Error.isError(error) && "code" in error && typeof error.code === "string" ? ` (${error.code})` : "";
  return temporary(`${what} cannot be reached, or the connection broke${code}.`);
}

/** Connections, resources, operators and waits (classes 08, 53, 57, 58), logins (28) and conflicts with recovery (40). */
function isPassing(code: string): boolean {
  return /^(?:08|28|40|53|57|58)/.test(code);
}
