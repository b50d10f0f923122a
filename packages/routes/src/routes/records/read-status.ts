import { fail, Timestamp } from "@service/contract";
import { readLedgerHead } from "@service/domain/ledger";
import { freshnessOf, readBookStatus } from "@service/domain/records";
import { familyNames } from "@service/record-families";
import * as z from "zod";
import { route } from "../../http/route.ts";
import { serverTiming } from "./book-route.ts";
import { ReadScope } from "./envelope.ts";
import { BookQuery } from "./list-query.ts";

const Connection = z
  .object({
    connection_id: z.uuid(),
    name: z.string().meta({ examples: ["Agency system"] }),
    kind: z.enum(["import", "file_drop", "http_json", "sql"]),
    posture: z.enum(["off", "shadow", "lit"]),
    state: z.enum(["active", "syncing", "failed", "disabled"]),
    snapshot_seq: z.int(),
    as_of: Timestamp.nullable(),
    freshness: z.enum(["fresh", "aging", "stale", "unknown"]),
    families: z
      .array(z.object({ family: z.enum(familyNames), rows: z.int(), quarantined: z.int() }))
      .nullable()
      .meta({ description: "Null for readers who do not see the whole book." }),
    last_sync: z
      .object({
        import_id: z.uuid(),
        state: z.string().meta({ examples: ["served"] }),
        started_at: Timestamp,
        finished_at: Timestamp.nullable(),
        counts: z.record(z.string(), z.unknown()).meta({ examples: [{ accounts: { read: 120, new: 3 } }] }),
      })
      .nullable(),
  })
  .meta({ id: "RecordsConnection" });

/** The connections of the organization, with a scope block of their own (REC-44). */
export const readStatus = route({
  id: "records.status",
  method: "GET",
  path: "/api/v1/records/status",
  summary: "Read the status of the book's connections",
  description: "The active connections; none is an empty list. One that is named and not active is `not_found`.",
  hasServerTiming: true,
  endsWithCaller: true,
  query: BookQuery,
  responses: {
    200: z.object({
      duration_ms: z.int(),
      connections: z.array(Connection),
      ledger: z.object({ action_seq: z.int() }),
      analyses_enabled: z.boolean(),
      scope: ReadScope.pick({ posture: true, seat_key: true, scope: true, lens: true }).extend({
        connections: z.array(z.uuid()),
      }),
    }),
  },
  errors: ["not_found"],
  async handle({ caller, deps, viewer, query, time, startedAtMs, reply }) {
    const readAtMs = performance.now();
    const hasCounts = viewer.posture === "off" || viewer.scope === "All" || viewer.scope === "Platform";
    const leave = await deps.book.enter(viewer.organizationId, time.signal);
    const all = await readBookStatus(deps, viewer, { hasCounts, signal: time.signal }).finally(leave);
    const ledger = await readLedgerHead(deps, viewer.organizationId);
    const requestedConnection = query.connection_id;
    const found = all.filter(
      ({ connectionId }) => requestedConnection === undefined || connectionId === requestedConnection,
    );
    if (requestedConnection !== undefined && found.length === 0) throw fail("not_found");
    const foundAtMs = performance.now();
    const now = deps.clock.now();
    const connections = found.map((one) => ({
      connection_id: one.connectionId,
      name: one.name,
      kind: one.kind,
      posture: viewer.posture,
      state: one.state,
      snapshot_seq: one.seq,
      as_of: one.asOf?.toISOString() ?? null,
      freshness: freshnessOf(one, now),
      families: one.families === undefined ? null : [...one.families],
      last_sync:
        one.lastSync === undefined
          ? null
          : {
              import_id: one.lastSync.importId,
              state: one.lastSync.state,
              started_at: one.lastSync.startedAt.toISOString(),
              finished_at: one.lastSync.finishedAt?.toISOString() ?? null,
              counts: one.lastSync.counts,
            },
    }));
    const doneAtMs = performance.now();
    const body = {
      duration_ms: Math.round(doneAtMs - startedAtMs),
      connections,
      ledger: { action_seq: ledger.seq },
      analyses_enabled: caller.organization.analysesEnabled,
      scope: {
        posture: viewer.posture,
        ...(viewer.seatKey !== null && { seat_key: viewer.seatKey }),
        scope: viewer.scope,
        ...(viewer.lens !== null && { lens: viewer.lens }),
        connections: found.map(({ connectionId }) => connectionId),
      },
    };
    const timing = { db: foundAtMs - readAtMs, present: doneAtMs - foundAtMs, total: doneAtMs - startedAtMs };
    return reply(200, body, { "server-timing": serverTiming(timing) });
  },
});
