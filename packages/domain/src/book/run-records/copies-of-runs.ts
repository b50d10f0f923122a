import { statement } from "@service/db";
import { isJsonObject, parseJson } from "@service/json";
import { type FieldPolicy, hidesAnything, type RecordCopies } from "@service/privacy";
import type { Deps } from "../../deps.ts";
import { familiesOfClients, readRecordCopies, type RecordsOfResult } from "../records/index.ts";
import { readWanted } from "./run-records.ts";

/** A run as it is stored; its parts are JSON text. */
export interface ResultOfRun {
  readonly id: string;
  readonly output: string | null;
  readonly solutions: string | null;
  readonly workItems?: string | null;
}

const readForCopies = statement(
  "run_records_read_for_copies",
  `select run_id as "runId", connection_id as "connectionId", snapshot_seq as seq, wanted
   from run_records where run_id = any($1::uuid[])`,
);

/**
 * What a viewer may not see of the records that each run read (PRIV-23), in the order of the runs; undefined for a run that
 * read no book, and where the policy hides nothing of it. A few statements for all of them.
 * @param of `texts`: of what people wrote about the runs, who may name any value that their clients have now (PRIV-25).
 */
export async function copiesOfRuns(
  deps: Pick<Deps, "db">,
  policy: FieldPolicy,
  runs: readonly ResultOfRun[],
  of: "results" | "texts" = "results",
): Promise<readonly (RecordCopies | undefined)[]> {
  if (!hidesAnything(policy) || runs.length === 0) return runs.map(() => undefined);
  const { rows } = await deps.db.pool.query(readForCopies([runs.map(({ id }) => id)]));
  if (rows.length === 0) return runs.map(() => undefined);
  const read = new Map(rows.map((row) => [row.runId, row]));
  const overBook = runs.flatMap((run) => {
    const row = read.get(run.id);
    if (row === undefined) return [];
    const { connectionId } = row;
    const result = readOf(run, row.wanted);
    const shown: RecordsOfResult =
      of === "texts"
        ? { ...result, connectionId, seq: "served", families: familiesOfClients }
        : { ...result, connectionId, seq: run.output === null ? "served" : row.seq };
    return [{ id: run.id, result: shown }];
  });
  const copies = await readRecordCopies(
    deps,
    policy,
    overBook.map(({ result }) => result),
  );
  const byRun = new Map(overBook.map(({ id }, index) => [id, copies[index]]));
  return runs.map(({ id }) => byRun.get(id));
}

function readOf(run: ResultOfRun, wantedText: string): Pick<RecordsOfResult, "clientKeys" | "policyKeys" | "families"> {
  const { clientKeys, policyKeys, families } = readWanted(wantedText);
  if (policyKeys !== null) return { clientKeys: [], policyKeys, families };
  return { clientKeys: clientKeys ?? clientsNamedIn(run), families: [...new Set([...families, ...familiesOfInputs])] };
}

/** The service writes needs of a client's run from these (REC-137), which its engine does not read. */
const familiesOfInputs = ["policies", "coverages"] as const;

/** The clients of whom a result speaks, of a run that read all of them. */
function clientsNamedIn({ output, solutions, workItems }: ResultOfRun): readonly string[] {
  const named = new Set<string>();
  for (const text of [output, solutions, workItems])
    for (const [member] of (text ?? "").matchAll(/"client_key":"(?:[^"\\]|\\.)*"/g)) {
      const value = parseJson(`{${member}}`);
      if (isJsonObject(value) && typeof value["client_key"] === "string") named.add(value["client_key"]);
    }
  return [...named];
}
