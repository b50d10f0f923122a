import type { Database } from "@service/db";
import { parseJsonObject } from "@service/json";
import type { RecordCopies } from "@service/privacy";
import { type BookDeps, copiesInTexts, SqlText } from "../records/index.ts";
import type { BookView } from "../seats/index.ts";
import { isSeenInLedger } from "./ledger-visibility.ts";
import { shownText } from "./shown-texts.ts";

/** What the ledger holds of a client, for its summary (LEDGER-62). */
export interface ClientWork {
  readonly openTasks: number;
  /** The last contact that was logged. */
  readonly lastTouch: { readonly at: string; readonly commandId: string; readonly summary: string | null } | undefined;
}

/** Whose rights count, and where. */
export interface WorkRead {
  readonly viewer: BookView;
  readonly connectionId: string;
  readonly seq: number;
  readonly environmentId: string;
  readonly signal: AbortSignal;
}

/** Open tasks and the last logged contact of some clients, of what the viewer may see. */
export async function workOfClients(
  deps: BookDeps & { readonly db: Pick<Database, "pool"> },
  read: WorkRead,
  clients: readonly string[],
): Promise<ReadonlyMap<string, ClientWork>> {
  const { viewer, environmentId } = read;
  const values = new SqlText();
  const place = `t.organization_id = ${values.value(viewer.organizationId, "uuid")}
    and t.environment_id = ${values.value(environmentId, "uuid")} and t.client_key = asked.client_key`;
  const seenBy = (list: { readonly by: string; readonly assignee?: string }): string =>
    viewer.enforced ? isSeenInLedger(values, read, list) : "true";
  const text = `
    select asked.client_key as "clientKey", tasks.open as "openTasks", touch.at, touch.id as "commandId", touch.payload
    from unnest(${values.value(clients, "text[]")}) asked(client_key)
    cross join lateral (
      select count(*)::int as open from ledger_tasks t
      where ${place} and t.status = 'open' and ${seenBy({ by: "created_by", assignee: "assignee_seat" })}) tasks
    left join lateral (
      select t.occurred_at as at, t.command_id as id, t.payload from ledger_commands t
      where ${place} and t.type = 'log_activity' and ${seenBy({ by: "actor_principal" })}
      order by t.occurred_at desc limit 1) touch on true`;
  const rows = await deps.book.query<WorkRow>({ text, values }, read.signal);
  const { connectionId } = read;
  const copies = await copiesInTexts(
    deps,
    viewer.policy,
    rows.map(({ clientKey }) => ({ connectionId, clientKey })),
  );
  return new Map(
    rows.map(({ clientKey, openTasks, at, commandId, payload }, index) => {
      const lastTouch =
        at === null || commandId === null || payload === null
          ? undefined
          : { at: at.toISOString(), commandId, summary: summaryOf(viewer, payload, copies[index]) };
      return [clientKey, { openTasks, lastTouch }];
    }),
  );
}

interface WorkRow {
  readonly clientKey: string;
  readonly openTasks: number;
  readonly at: Date | null;
  readonly commandId: string | null;
  readonly payload: string | null;
}

function summaryOf({ policy }: BookView, payload: string, records: RecordCopies | undefined): string | null {
  const { summary } = parseJsonObject(payload);
  const shown = typeof summary === "string" ? shownText(policy, "summary", summary) : null;
  return shown === null || records === undefined ? shown : records.shownText(shown);
}
