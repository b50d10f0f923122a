import { type Querying, statement } from "@service/db";

export const importStates = [
  "reading",
  "staged",
  "applying",
  "served",
  "unchanged",
  "refused",
  "failed",
  "cancelled",
] as const;
export type ImportState = (typeof importStates)[number];

interface Transition {
  readonly from: readonly ImportState[];
  readonly to: ImportState;
  /** Event that commits with the change. */
  readonly announces?: "sync.finished" | "sync.failed";
  /** The rule of docs/spec/imports.md. */
  readonly row: string;
}

/**
 * Every transition of an import. Each is the one statement below, whose condition repeats `from`, so a change that lost a
 * race matches no row. Whoever changes a state holds the lock of the connection (IMP-62).
 */
export const importTransitions = {
  stage: { from: ["reading"], to: "staged", row: "IMP-61" },
  begin: { from: ["staged"], to: "applying", row: "IMP-61" },
  serve: { from: ["applying"], to: "served", announces: "sync.finished", row: "IMP-67" },
  settleUnchanged: { from: ["reading", "applying"], to: "unchanged", row: "IMP-68" },
  refuse: { from: ["reading", "staged"], to: "refused", announces: "sync.failed", row: "IMP-66" },
  fail: { from: ["reading", "staged", "applying"], to: "failed", announces: "sync.failed", row: "IMP-70" },
  cancel: { from: ["reading", "staged", "applying"], to: "cancelled", row: "IMP-72" },
  startOver: { from: ["reading", "staged", "applying"], to: "reading", row: "IMP-71" },
} as const satisfies Record<string, Transition>;

export type ImportAction = keyof typeof importTransitions;

const unfinished: ReadonlySet<ImportState> = new Set(["reading", "staged", "applying"]);

/** A finished import never changes again. */
export function isFinished(state: ImportState): boolean {
  return !unfinished.has(state);
}

/**
 * Null keeps a column, except `applied_*`, which a change of state clears. Counts and report are JSON texts.
 */
const move = statement(
  "record_imports_move",
  `update record_imports set state = @to::text::record_import_state, seq = coalesce(@seq, seq),
    counts = coalesce(@counts, counts),
     report = coalesce(@report, report), reason = coalesce(@reason, reason), complete = coalesce(@complete, complete),
       applied_family = null, applied_key = null,
     finished_at = case when @to::text in ('served', 'unchanged', 'refused', 'failed', 'cancelled') then now() end
   where id = @import_id and state::text = any(@from::text[])`,
);

/**
 * Makes one transition of an import.
 * @throws when the import is in another state: somebody else has moved it.
 */
export async function moveImport(
  tx: Querying,
  importId: string,
  action: ImportAction,
  changes: {
    readonly seq?: number;
    readonly counts?: string;
    readonly report?: string;
    readonly reason?: string;
    /** Families that the delivery is complete in. */
    readonly complete?: readonly string[];
  } = {},
): Promise<void> {
  const { from, to } = importTransitions[action];
  const { seq = null, counts = null, report = null, reason = null, complete } = changes;
  const { rowCount } = await tx.query(
    move({
      importId,
      from: [...from],
      to,
      seq,
      counts,
      report,
      reason,
      complete: complete === undefined ? null : [...complete],
    }),
  );
  if (rowCount !== 1) throw new Error(`the import ${importId} cannot ${action} in its present state`);
}

/**
 * Commits with a slice: where a resumed import goes on. A slice that is committed after somebody asked to cancel, or
 * after another process has moved the import, matches no row and must be rolled back.
 */
const markSlice = statement(
  "record_imports_mark_slice",
  `update record_imports set applied_family = $2, applied_key = $3, counts = $4
   where id = $1 and state = 'applying' and cancel_asked_at is null`,
);

/** @returns false when the import is to be cancelled. */
export async function markSliceApplied(
  tx: Querying,
  importId: string,
  applied: { readonly step: string; readonly key: string; readonly counts: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(markSlice([importId, applied.step, applied.key, applied.counts]));
  return rowCount === 1;
}

const askCancel = statement(
  "record_imports_ask_cancel",
  `update record_imports set cancel_asked_at = coalesce(cancel_asked_at, now())
   where id = $1 and state in ('reading', 'staged', 'applying')`,
);

/** @returns false when the import is finished. */
export async function askToCancel(db: Querying, importId: string): Promise<boolean> {
  const { rowCount } = await db.query(askCancel([importId]));
  return rowCount === 1;
}

const findCancelRequest = statement(
  "record_imports_is_cancel_asked",
  `select from record_imports where id = $1 and cancel_asked_at is not null`,
);

export async function isCancelRequested(db: Querying, importId: string): Promise<boolean> {
  const { rowCount } = await db.query(findCancelRequest([importId]));
  return rowCount === 1;
}
