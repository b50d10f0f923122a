import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";

/** What waits and runs for conversations, over all processes. */
export interface ConversationWork {
  readonly turns: {
    readonly waiting: number;
    readonly running: number;
    readonly cancelPending: number;
    /** Age of the oldest waiting turn, seconds; null when none waits. */
    readonly oldestWaitSeconds: number | null;
  };
  /** Trials of evaluations that have not ended. */
  readonly evaluations: { readonly waiting: number; readonly running: number };
  /** Files, of conversations and of the book, whose text is not read yet. */
  readonly files: {
    readonly waiting: number;
    /** Those of them that the scanner gave no verdict on when it was asked. */
    readonly unscanned: number;
    /** Since the first time that the scanner gave none for one of them, seconds; null: it answers. */
    readonly unscannedSeconds: number | null;
  };
}

const countTurns = statement(
  "turns_count_active",
  `select count(*) filter (where status = 'queued')::int as waiting,
     count(*) filter (where status = 'running')::int as running,
     count(*) filter (where cancel_requested_at is not null)::int as "cancelPending",
     extract(epoch from now() - min(created_at) filter (where status = 'queued'))::float8 as "oldestWaitSeconds"
   from (
     -- Two selects, because each status has its own small index.
     select status, created_at, cancel_requested_at from turns where status = 'queued'
     union all select status, created_at, cancel_requested_at from turns where status = 'running') active`,
);

const countTrials = statement(
  "eval_results_count_active",
  `select count(*) filter (where status = 'queued')::int as waiting,
     count(*) filter (where status = 'running')::int as running
   from (select status from eval_results where status = 'queued'
     union all select status from eval_results where status = 'running') active`,
);

const countFiles = statement(
  "blobs_count_pending",
  `select count(*)::int as waiting, count(unscanned_since)::int as unscanned,
     extract(epoch from now() - min(unscanned_since))::float8 as "unscannedSeconds"
   from blobs where text_status = 'pending' and removing_at is null`,
);

/** For metrics and `svc queue status` (OPS-190, OPS-191). Reads every turn that has not ended: ask rarely. */
export async function measureConversations({ db }: Pick<Deps, "db">): Promise<ConversationWork> {
  const [turns, trials, files] = await Promise.all([
    db.pool.query(countTurns([])),
    db.pool.query(countTrials([])),
    db.pool.query(countFiles([])),
  ]);
  const [turn] = turns.rows;
  const [trial] = trials.rows;
  const [file] = files.rows;
  return {
    turns: {
      waiting: turn?.waiting ?? 0,
      running: turn?.running ?? 0,
      cancelPending: turn?.cancelPending ?? 0,
      oldestWaitSeconds: turn?.oldestWaitSeconds ?? null,
    },
    evaluations: { waiting: trial?.waiting ?? 0, running: trial?.running ?? 0 },
    files: {
      waiting: file?.waiting ?? 0,
      unscanned: file?.unscanned ?? 0,
      unscannedSeconds: file?.unscannedSeconds ?? null,
    },
  };
}
