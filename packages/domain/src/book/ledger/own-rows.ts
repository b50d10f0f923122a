import type { NamedEntity } from "./entity-kinds.ts";
import type { NoteRow, TaskRow } from "./ledger-rows.ts";
import type { LedgerStates } from "./ledger-states.ts";

/** What decides who sees a task, a workflow or a note. */
export type OwnRow = Pick<NoteRow, "environment_id" | "connection_id" | "client_key" | "policy_key" | "is_open"> & {
  /** Who made it. */
  readonly by: string;
  readonly assignee: TaskRow["assignee_seat"];
  /** The author of a private note. */
  readonly privateTo: string | null;
};

/** Kinds whose rows are the ledger's own. */
export function isOwn(kind: string): boolean {
  return kind === "task" || kind === "workflow" || kind === "note";
}

/** The row of a task, a workflow or a note; undefined for other kinds, and when there is none. */
export function ownRowOf(states: LedgerStates, { kind, key }: NamedEntity): OwnRow | undefined {
  switch (kind) {
    case "task": {
      const task = states.task(key);
      return task && { ...task, by: task.created_by, assignee: task.assignee_seat, privateTo: null };
    }
    case "workflow": {
      const workflow = states.workflow(key);
      return workflow && { ...workflow, by: workflow.created_by, assignee: null, privateTo: null };
    }
    case "note": {
      const note = states.note(key);
      return (
        note && {
          ...note,
          by: note.author,
          assignee: null,
          privateTo: note.visibility === "private" ? note.author : null,
        }
      );
    }
    default:
      return undefined;
  }
}
