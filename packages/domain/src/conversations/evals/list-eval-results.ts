import type { EvalResultStatus } from "@service/contract";
import { statement } from "@service/db";
import * as z from "zod";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import { openPlace, type Page, pageOf, sealPlace } from "../../paging.ts";
import type { Deps } from "../../deps.ts";
import { resultColumns, type ResultRow } from "./eval-result.ts";
import { readEvalRun } from "./list-eval-runs.ts";

const readPage = statement(
  "eval_results_list",
  `select ${resultColumns} from eval_results
   where eval_run_id = @run_id and status in ('passed', 'failed', 'errored') and (@status::text is null
     or status::text = @status::text)
     and (scenario_key collate "C", trial) > (@after_key::text collate "C", @after_trial::int)
   order by scenario_key collate "C", trial limit @limit`,
).narrowed<{ readonly status: string }>();

/**
 * The results of a run by scenario and trial, as far as they are there.
 * @throws `conversation_instance_not_found`, `eval_run_not_found`, `invalid_cursor`.
 */
export async function listEvalResults(
  deps: Pick<Deps, "db" | "secrets">,
  caller: EnvironmentScope,
  named: { readonly slug: string; readonly id: string },
  request: {
    readonly status: EvalResultStatus | undefined;
    readonly limit: number;
    readonly cursor: string | undefined;
  },
): Promise<Page<ResultRow>> {
  const { status, limit, cursor } = request;
  const run = await readEvalRun(deps, caller, named);
  const list = { list: "eval_results", runId: run.id, status };
  const [key, trial] =
    cursor === undefined ? ["", 0] : openPlace(deps.secrets, list, cursor, z.tuple([z.string(), z.int()]));
  const { rows } = await deps.db.pool.query(
    readPage({ runId: run.id, status: status ?? null, afterKey: key, afterTrial: trial, limit: limit + 1 }),
  );
  return pageOf(rows, limit, (last) => sealPlace(deps.secrets, list, [last.scenarioKey, last.trial]));
}
