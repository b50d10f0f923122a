import type { BookRow, RowsFound } from "@service/embedded-answers";
import type { FieldPolicy } from "@service/privacy";
import { hidesText, listLedger, shownText } from "../../../book/ledger/index.ts";
import type { ReadDeps } from "../../../book/records/index.ts";
import type { BookView } from "../../../book/seats/index.ts";

/** Whose tasks are read; `tasks` left out: none. */
interface TaskRowsRequest {
  readonly viewer: BookView;
  readonly signal: AbortSignal;
  readonly tasks?: { readonly environmentId: string } | undefined;
}

const pageRows = 200;
const rowsMax = 2_000;

/** Whether the policy keeps from the viewer what people wrote into tasks. */
export function isTitleHidden(policy: FieldPolicy): boolean {
  return hidesText(policy, "title");
}

/** Tasks of the ledger, of one client or all, as its list shows them to the viewer. */
export async function taskRows(
  deps: ReadDeps,
  { viewer, signal, tasks }: TaskRowsRequest,
  { connectionId, clientKey }: { readonly connectionId: string; readonly clientKey: string | undefined },
): Promise<RowsFound> {
  if (tasks === undefined) return { rows: [], isComplete: true };
  const rows: BookRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await listLedger(
      deps,
      "tasks",
      { viewer, signal },
      {
        route: "conversations.tasks",
        environmentId: tasks.environmentId,
        connectionId: cursor === undefined ? connectionId : undefined,
        clientKey,
        limit: pageRows,
        cursor,
      },
    );
    for (const { row } of page.rows) {
      const { task_key: key, client_key, policy_key, status, priority, due_on, assignee_seat, category } = row;
      const title = shownText(viewer.policy, "title", row.title);
      rows.push({
        key,
        fields: { client_key, policy_key, status, priority, due_on, seat_key: assignee_seat, category, title },
      });
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && rows.length < rowsMax);
  return { rows, isComplete: cursor === undefined };
}
