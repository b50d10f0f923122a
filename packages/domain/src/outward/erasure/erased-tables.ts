import { type Session, statement } from "@service/db";
import { blankJson, blankText } from "./blank-json.ts";
import type { ErasedClient, ErasedCounts } from "./erasure.ts";
import { blankPages } from "./pages.ts";

/** A table whose rows are about several clients: of those that name the erased one, `jsons` and `texts` are blanked. */
interface ErasedTable {
  /** Under which its rows are counted. */
  readonly name: string;
  readonly table: string;
  /** The rows of the organization, or of the connection; `join` leads to what says so. Default: by `organization_id`. */
  readonly join?: string;
  readonly of?: string;
  /** Columns of its key with their types, in the order in which it is walked. */
  readonly key: Readonly<Record<string, string>>;
  readonly jsons?: readonly string[];
  readonly texts?: readonly string[];
  /** Where more, or something else, is written than the blanked columns: `v.parts` has `jsons`, then `texts`. */
  readonly set?: string;
  /** What would be left of such a row is of no use: it goes. */
  readonly isRemoved?: true;
}

const tables = [
  {
    name: "outcomes_blanked",
    table: "run_outcomes",
    key: { organization_id: "uuid", event_id: "uuid" },
    jsons: ["target", "payload"],
    texts: ["reason_text"],
  },
  {
    name: "annotations_blanked",
    table: "run_annotations",
    key: { organization_id: "uuid", event_id: "uuid" },
    texts: ["comment"],
  },
  {
    name: "corrections_blanked",
    table: "run_corrections",
    join: "join runs r on r.id = t.run_id",
    of: "r.organization_id = $1",
    key: { id: "uuid" },
    jsons: ["output", "solutions"],
    texts: ["reason"],
  },
  // A delivery that is sent from now on sends the blanked bytes under a signature of them.
  {
    name: "webhook_bodies_blanked",
    table: "webhook_bodies",
    join: "join webhook_events e on e.id = t.event_id",
    of: "e.organization_id = $1",
    key: { event_id: "uuid", mode: "payload_mode" },
    jsons: ["body"],
    set: "body = v.parts[1], byte_count = octet_length(v.parts[1]), sha256 = sha256(convert_to(v.parts[1], 'UTF8'))",
  },
  // ERA-7
  {
    name: "events_blanked",
    table: "platform_events",
    key: { seq: "bigint", id: "uuid" },
    jsons: ["data"],
    set: `data = '{"erased":true}'`,
  },
  {
    name: "conversations_blanked",
    table: "conversations",
    key: { id: "uuid" },
    jsons: ["variables", "metadata", "seed"],
    texts: ["title"],
    set: "variables = v.parts[1], metadata = v.parts[2]::jsonb, seed = v.parts[3], title = v.parts[4]",
  },
  {
    name: "eval_scenarios_blanked",
    table: "eval_scenario_revisions",
    join: "join eval_scenarios s on s.id = t.scenario_id",
    of: "s.organization_id = $1",
    key: { scenario_id: "uuid", revision: "int" },
    jsons: ["body"],
  },
  {
    name: "eval_results_blanked",
    table: "eval_results",
    join: "join eval_runs e on e.id = t.eval_run_id",
    of: "e.organization_id = $1",
    key: { eval_run_id: "uuid", scenario_key: "text", trial: "smallint" },
    jsons: ["body"],
  },
  // Stored questions and answers: what is left of one would be wrong.
  { name: "analyses_removed", table: "analyses", key: { id: "uuid" }, jsons: ["query", "rows"], isRemoved: true },
  {
    name: "quarantined_removed",
    table: "record_quarantine",
    of: "t.connection_id = $1",
    key: { id: "bigint" },
    texts: ["source_id", "body", "reasons", "staged"],
    isRemoved: true,
  },
  // What was computed over several clients: the derivation makes it anew.
  {
    name: "derived_rows_over_clients_removed",
    table: "book.derived_rows",
    of: "t.connection_id = $1 and t.client_key = ''",
    key: { connection_id: "uuid", derivation_key: "text", row_key: "text", from_version: "int" },
    jsons: ["body"],
    texts: ["row_key", "body"],
    isRemoved: true,
  },
] as const satisfies readonly ErasedTable[];

const rowsPerPage = 500;

function eraserOf(declared: ErasedTable & { readonly name: (typeof tables)[number]["name"] }) {
  const { name, table, join = "", of = "t.organization_id = $1", jsons = [], texts = [], isRemoved } = declared;
  const columns = [...jsons, ...texts];
  const strings = columns.map((column) => `t.${column}::text`).join(", ");
  const keys = Object.keys(declared.key).map((column) => `t.${column}`);
  const valuesOf = (from: string): string =>
    Object.values(declared.key)
      .map((type, at) => `${from}[${at + 1}]::${type}`)
      .join(", ");
  const read = statement(
    `erasure_read_${name}`,
    `select array[${keys.map((each) => `${each}::text`).join(", ")}] as key, array[${strings}] as parts from ${table} t ${join}
     where ${of} and num_nonnulls(${strings}) > 0
       and ($2::text[] is null or (${keys.join(", ")}) > (${valuesOf("($2::text[])")}))
     order by ${keys.join(", ")} limit ${rowsPerPage}`,
  );
  const set = declared.set ?? columns.map((column, at) => `${column} = v.parts[${at + 1}]`).join(", ");
  const write = statement(
    `erasure_write_${name}`,
    `${isRemoved ? `delete from ${table} t using` : `update ${table} t set ${set} from`}
       (select $1::text[] as key, $2::text[] as parts) v where (${keys.join(", ")}) = (${valuesOf("v.key")})`,
  );
  return async (session: Session, client: ErasedClient): Promise<ErasedCounts> => {
    const { organizationId, connectionId, traces, isDryRun } = client;
    const owner = of.includes("connection_id") ? connectionId : organizationId;
    const erased = await blankPages({
      first: null,
      rowsPerPage,
      read: async (after: readonly string[] | null) => (await session.query(read([owner, after]))).rows,
      placeOf: ({ key }) => key,
      blank: async ({ key, parts }) => {
        const found = parts.map((part: string | null, at) =>
          part === null ? undefined : at < jsons.length ? blankJson(part, traces) : blankText(part, traces),
        );
        if (found.every((part) => part === undefined)) return false;
        if (!isDryRun) await session.query(write([key, parts.map((part, at) => found[at] ?? part)]));
        return true;
      },
    });
    return { [name]: erased };
  };
}

/** Erases the client from what is about other clients too (ERA-4), table by table. */
export const tableErasers = tables.map(eraserOf);
