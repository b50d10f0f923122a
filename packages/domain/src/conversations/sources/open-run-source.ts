import { ServiceError } from "@service/contract";
import type { RunResult, RunSource } from "@service/embedded-answers";
import { type Caller, decide } from "../../access/index.ts";
import type { Deps } from "../../deps.ts";
import { type ConfigurationDeps, listEngines } from "../../engines/index.ts";
import { assertRunVisible } from "../../run-records/index.ts";
import {
  findLatestRuns,
  presentFinishedRun,
  readRun,
  type RunDeps,
  type RunReadRow,
  type ViewOfRun,
  viewsOfRuns,
} from "../../runs/index.ts";
import type { RunReader } from "../../seats/index.ts";
import { byText, isJson, isJsonObject, type JsonObject } from "@service/json";

export type RunSourceDeps = Pick<Deps, "db"> & { readonly runs: Pick<RunDeps["runs"], "read"> } & ConfigurationDeps;

/** Whose runs are read, about what. */
export interface RunSourceAsked {
  readonly caller: Caller;
  readonly reader: RunReader;
  readonly subject: { readonly clientKey?: string | undefined; readonly runIds?: readonly string[] | undefined };
}

/** Runs that one question reads. */
const runsMax = 10;

/**
 * Finished runs of the subject, the newest first: those that the conversation names, else the newest of each engine that the
 * caller may read runs of. A run that the caller or the person may not see is left out (RUN-84, REC-78, KEY-14).
 */
export function openRunSource(deps: RunSourceDeps, asked: RunSourceAsked): RunSource {
  return {
    async newest() {
      const rows = await rowsOf(deps, asked);
      const views = await viewsOfRuns(deps, asked.reader.policy, rows);
      const results: RunResult[] = [];
      for (const [index, row] of rows.entries()) {
        const view = views[index];
        const output = view === undefined ? undefined : outputOf(row, view);
        if (output === undefined || row.completedAt === null) continue;
        results.push({
          runId: row.id,
          engineType: row.engineType,
          completedOn: row.completedAt.toISOString().slice(0, 10),
          output,
        });
      }
      return results;
    },
  };
}

async function rowsOf(deps: RunSourceDeps, asked: RunSourceAsked): Promise<readonly RunReadRow[]> {
  const { caller } = asked;
  const ids = await idsOf(deps, asked);
  const rows: RunReadRow[] = [];
  for (const runId of ids.slice(0, runsMax)) {
    const row = await readRun(deps, caller, runId);
    if (row === null || row.completedAt === null || row.output === null) continue;
    if (decide(caller, "runs.read", row).kind === "allowed" && (await isVisible(deps, asked, row.id))) rows.push(row);
  }
  return rows.toSorted(
    (left, right) =>
      byText(right.completedAt?.toISOString() ?? "", left.completedAt?.toISOString() ?? "") ||
      byText(left.id, right.id),
  );
}

async function idsOf(deps: RunSourceDeps, { caller, reader, subject }: RunSourceAsked): Promise<readonly string[]> {
  if (subject.runIds !== undefined && subject.runIds.length > 0) return subject.runIds;
  if (subject.clientKey === undefined) return [];
  const ids: string[] = [];
  for (const engine of await listEngines(deps, caller)) {
    const found = await findLatestRuns(deps, caller, {
      engineId: engine.id,
      subjectKeys: [subject.clientKey],
      pinText: undefined,
      overBook: reader.overBook,
    });
    ids.push(...found.values());
  }
  return ids;
}

async function isVisible(deps: RunSourceDeps, { reader }: RunSourceAsked, runId: string): Promise<boolean> {
  try {
    await assertRunVisible(deps, runId, reader.overBook);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "run_not_found") return false;
    throw error;
  }
}

/** The output under the reader's field policy (PRIV-7); undefined where it has none. */
function outputOf(row: RunReadRow, view: ViewOfRun): JsonObject | undefined {
  const { output } = presentFinishedRun(row, view);
  return isJson(output) && isJsonObject(output) ? output : undefined;
}
