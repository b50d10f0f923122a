import { type JsonObject, parseJsonObject } from "@service/json";
import { statement } from "@service/db";
import { familyNames, type FamilyName, rowTableOf } from "@service/record-families";
import type { OrganizationScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import type { BookDeps } from "./book-reads.ts";
import type { ServedBook } from "./connection.ts";
import { inSnapshot, SqlText } from "./sql-text.ts";

/** A connection as its organization sees it (REC-44). */
export interface ConnectionStatus extends Omit<ServedBook, "isCurrent" | "attributeClasses"> {
  readonly state: "active" | "syncing" | "failed";
  /** Undefined: the viewer may not see counts. */
  readonly families:
    readonly { readonly family: FamilyName; readonly rows: number; readonly quarantined: number }[] | undefined;
  readonly lastSync:
    | {
        readonly importId: string;
        readonly state: string;
        readonly startedAt: Date;
        readonly finishedAt: Date | null;
        /** Empty: the viewer may not see counts. */
        readonly counts: JsonObject;
      }
    | undefined;
}

const connectionsWithSyncs = statement(
  "records_connections_with_syncs",
  `
  select c.id as "connectionId", c.name, c.kind, c.served_seq as "seq", c.as_of as "asOf", c.fetched_at as "fetchedAt",
    c.fresh_hours as "freshHours", c.aging_hours as "agingHours", i.id as "importId", i.state as "importState",
    i.started_at as "startedAt", i.finished_at as "finishedAt", i.counts
  from record_connections c left join lateral (
    select i.id, i.state, i.started_at, i.finished_at, i.counts from record_imports i where i.connection_id = c.id
    order by i.started_at desc limit 1) i on true
  where c.organization_id = $1 and c.state = 'active' order by c.name`,
);

const quarantinedRows = statement(
  "records_count_quarantined",
  `select q.family, count(*)::int as rows from record_quarantine q where q.connection_id = $1 and q.import_id = $2 group by q.family`,
);

/** The organization's active connections with their last imports, and counts of rows for readers of the whole book. */
export async function readBookStatus(
  deps: Pick<Deps, "db"> & BookDeps,
  { organizationId }: OrganizationScope,
  { hasCounts, signal }: { readonly hasCounts: boolean; readonly signal: AbortSignal },
): Promise<readonly ConnectionStatus[]> {
  const { rows } = await deps.db.pool.query(connectionsWithSyncs([organizationId]));
  return Promise.all(
    rows.map(
      async ({ importId, importState, startedAt, finishedAt, counts, ...connection }): Promise<ConnectionStatus> => {
        signal.throwIfAborted();
        const lastSync =
          importId === null || importState === null || startedAt === null
            ? undefined
            : {
                importId,
                state: importState,
                startedAt,
                finishedAt,
                counts: hasCounts ? parseJsonObject(counts ?? "{}") : {},
              };
        return {
          ...connection,
          state: stateOf(importState),
          families: hasCounts ? await familyCounts(deps, connection, importId) : undefined,
          lastSync,
        };
      },
    ),
  );
}

function stateOf(importState: string | null): ConnectionStatus["state"] {
  if (importState === "reading" || importState === "staged" || importState === "applying") return "syncing";
  return importState === "failed" || importState === "refused" ? "failed" : "active";
}

const untilDone = new AbortController().signal;

/** Counted once per snapshot: a book of millions of rows takes seconds. */
async function familyCounts(
  deps: Pick<Deps, "db"> & BookDeps,
  { connectionId, seq }: { readonly connectionId: string; readonly seq: number },
  importId: string | null,
): Promise<NonNullable<ConnectionStatus["families"]>> {
  const quarantined = new Map<string, number>();
  if (importId !== null) {
    const { rows } = await deps.db.pool.query(quarantinedRows([connectionId, importId]));
    for (const { family, rows: count } of rows) quarantined.set(family, count ?? 0);
  }
  const counted = await Promise.all(
    familyNames.map(async (family) => {
      const rows = await deps.book.count(JSON.stringify(["rows", connectionId, seq, family]), async () => {
        const values = new SqlText();
        const text = `select count(*)::int as rows from ${rowTableOf(family)} t
          where t.connection_id = ${values.value(connectionId, "uuid")} and ${inSnapshot("t", values.value(seq, "int"))}`;
        const [count] = await deps.book.query<{ rows: number }>({ text, values }, untilDone);
        return count?.rows ?? 0;
      });
      return { family, rows, quarantined: quarantined.get(family) ?? 0 };
    }),
  );
  return counted.filter(({ rows, quarantined: put }) => rows > 0 || put > 0);
}
