import { type Session, statement } from "@service/db";
import type { Actor } from "../../identity/access/index.ts";
import { recordChange } from "../../identity/audit/index.ts";
import { appendPlatformEvents } from "../../events/events/index.ts";
import type { ImportCounts } from "./import-counts.ts";
import { moveImport } from "./import-states.ts";
import { projectSeats } from "./project-seats.ts";
import type { RecordImport } from "./record-import.ts";

/**
 * What an import `i` of fetched files changes of its connection `c` beside the rows: a watermark of an earlier config or
 * mapping would hide what the present one makes of older rows (`fetchedWith`).
 */
const takeFetch = `fetched_at = coalesce(i.fetched_at, now()),
       watermark = case when i.fetched_with = encode(sha256(convert_to(c.config || E'\\n' || c.mapping, 'UTF8')), 'hex') then i.watermark
         else c.watermark end`;

/**
 * The switch: readers see the next snapshot from this commit on. No row: another import has moved it. `as_of` never goes
 * back: what an older delivery adds makes nothing older that is there already.
 */
const switchTo = statement(
  "record_connections_serve",
  `with served as (
     update record_connections c set served_seq = $2, as_of = greatest(c.as_of, $3), last_import_id = $4, ${takeFetch}
     from record_imports i where c.id = $1 and c.served_seq = $2 - 1 and i.id = $4 returning c.id, c.as_of
   )
   insert into record_snapshots (connection_id, seq, import_id, as_of) select id, $2, $4, as_of from served
   returning as_of as "asOf"`,
);

/** What was not found again in this import was tried by it: its own orphans are the ones that wait. */
const settleOrphans = statement(
  "record_quarantine_settle_orphans",
  "update record_quarantine set is_orphan = false, staged = null where connection_id = $1 and is_orphan and import_id <> $2",
);

/** Serves what was applied: one transaction for snapshot, seats, state, event and audit row (IMP-67). */
export async function serveSnapshot(
  session: Session,
  actor: Actor,
  served: RecordImport,
  { seq, counts, report }: { readonly seq: number; readonly counts: ImportCounts; readonly report: string },
): Promise<void> {
  const { id, connectionId, organizationId } = served;
  await session.inTransaction(async (tx) => {
    await moveImport(tx, id, "serve", { counts: JSON.stringify(counts), report });
    const { rows } = await tx.query(switchTo([connectionId, seq, served.asOf, id]));
    const [switched] = rows;
    if (switched === undefined) throw new Error(`the connection ${connectionId} does not serve snapshot ${seq - 1}`);
    const { asOf } = switched;
    await tx.query(settleOrphans([connectionId, id]));
    await projectSeats(tx, { organizationId, connectionId });
    await recordChange(tx, actor, {
      action: "records.import",
      kind: "record_connection",
      id: connectionId,
      organizationId,
      before: { snapshot_seq: seq - 1 },
      after: { snapshot_seq: seq, import_id: id, as_of: asOf },
    });
    await appendPlatformEvents(tx, [
      {
        organizationId,
        type: "sync.finished",
        dedupeKey: id,
        subject: { kind: "connection", key: connectionId },
        data: {
          connection_id: connectionId,
          import_id: id,
          snapshot_seq: seq,
          as_of: asOf.toISOString(),
          counts: Object.fromEntries(Object.entries(counts).map(([family, of]) => [family, { ...of }])),
        },
      },
    ]);
  });
}

const renewConnection = statement(
  "record_connections_renew",
  `update record_connections c set as_of = greatest(c.as_of, $2), last_import_id = $3, ${takeFetch}
   from record_imports i where c.id = $1 and i.id = $3 returning c.served_seq as "servedSeq"`,
);

/** The same rows are served already: only their date is renewed (IMP-68). */
export async function renewSnapshot(
  session: Session,
  actor: Actor,
  renewed: RecordImport,
  /** Without a report where the files were not read, because they are those that are served. */
  { counts, report }: { readonly counts: ImportCounts; readonly report?: string },
): Promise<number> {
  const { id, connectionId, organizationId, asOf } = renewed;
  return session.inTransaction(async (tx) => {
    await moveImport(tx, id, "settleUnchanged", {
      counts: JSON.stringify(counts),
      ...(report === undefined ? {} : { report }),
    });
    const { rows } = await tx.query(renewConnection([connectionId, asOf, id]));
    if (report !== undefined) await tx.query(settleOrphans([connectionId, id]));
    const seq = rows[0]?.servedSeq ?? 0;
    await recordChange(tx, actor, {
      action: "records.import",
      kind: "record_connection",
      id: connectionId,
      organizationId,
      before: { snapshot_seq: seq },
      after: { snapshot_seq: seq, import_id: id, as_of: asOf },
    });
    return seq;
  });
}

const noteLast = statement(
  "record_connections_note_last_import",
  "update record_connections set last_import_id = $2 where id = $1",
);

/** Ends an import that serves nothing, with its reason; what was served stays. */
export async function endImport(
  session: Session,
  ended: RecordImport,
  {
    action,
    reason,
    checks = [],
  }: {
    readonly action: "refuse" | "fail" | "cancel";
    readonly reason: string;
    /** Guards that did not pass, as events. */
    readonly checks?: readonly { readonly name: string; readonly message: string }[];
  },
): Promise<void> {
  const { id, connectionId, organizationId } = ended;
  await session.inTransaction(async (tx) => {
    await moveImport(tx, id, action, { reason });
    await tx.query(noteLast([connectionId, id]));
    if (action === "cancel") return;
    const subject = { kind: "connection", key: connectionId };
    await appendPlatformEvents(tx, [
      {
        organizationId,
        type: "sync.failed",
        dedupeKey: id,
        subject,
        data: {
          connection_id: connectionId,
          import_id: id,
          state: action === "refuse" ? "refused" : "failed",
          reason,
        },
      },
      ...checks.map(({ name, message }) => ({
        organizationId,
        type: "check.failed" as const,
        dedupeKey: `${id}:${name}`,
        subject,
        data: { connection_id: connectionId, import_id: id, check: name, message },
      })),
    ]);
  });
}
