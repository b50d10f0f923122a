import { type Session, statement } from "@service/db";
import { blankJson } from "./blank-json.ts";
import type { ErasedClient, ErasedCounts } from "./erasure.ts";
import { nilUuid } from "./pages.ts";

const rowsPerPage = 100;

const readBodies = statement(
  "erasure_read_bodies",
  `select b.event_id as "eventId", b.mode, b.body from webhook_bodies b join webhook_events e on e.id = b.event_id
   where e.organization_id = $1 and (b.event_id, b.mode) > ($2::uuid, $3::text::payload_mode)
   order by b.event_id, b.mode limit $4`,
);
/** A delivery that is sent from now on sends the blanked bytes under a signature of them. */
const writeBody = statement(
  "erasure_write_body",
  `update webhook_bodies set body = $3, byte_count = octet_length($3), sha256 = sha256(convert_to($3, 'UTF8'))
   where event_id = $1 and mode = $2::text::payload_mode`,
);

const readAnswers = statement(
  "erasure_read_answers",
  `select a.delivery_id as "deliveryId", a.cycle, a.try, a.started_at as "startedAt", a.response_body as body,
     a.response_is_base64 as "isBase64"
   from webhook_attempts a join webhook_endpoints e on e.id = a.endpoint_id
   where e.organization_id = $1 and a.response_body is not null
     and (a.delivery_id, a.cycle, a.try, a.started_at) > ($2::uuid, $3::smallint, $4::smallint, $5::timestamptz)
   order by a.delivery_id, a.cycle, a.try, a.started_at limit $6`,
);
const removeAnswer = statement(
  "erasure_remove_answer",
  `update webhook_attempts set response_body = null
   where delivery_id = $1 and cycle = $2 and try = $3 and started_at = $4`,
);

const readEvents = statement(
  "erasure_read_events",
  `select id, seq, data from platform_events where organization_id = $1 and seq > $2 order by seq limit $3`,
);
const writeEvent = statement(
  "erasure_write_event",
  `update platform_events set data = '{"erased":true}' where id = $1`,
);

/** Blanks the client in stored bodies of webhooks, in what endpoints answered, and in the log of events. */
export async function blankEvents(session: Session, client: ErasedClient): Promise<ErasedCounts> {
  return {
    webhook_bodies_blanked: await blankBodies(session, client),
    endpoint_answers_removed: await removeAnswers(session, client),
    events_blanked: await blankLog(session, client),
  };
}

async function blankBodies(session: Session, { organizationId, traces, isDryRun }: ErasedClient): Promise<number> {
  let blanked = 0;
  for (let after: { eventId: string; mode: string } = { eventId: nilUuid, mode: "thin" }; ;) {
    const { rows } = await session.query(readBodies([organizationId, after.eventId, after.mode, rowsPerPage]));
    for (const { eventId, mode, body } of rows) {
      const without = blankJson(body, traces);
      if (without === undefined) continue;
      blanked += 1;
      if (!isDryRun) await session.query(writeBody([eventId, mode, without]));
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerPage) return blanked;
    after = last;
  }
}

async function removeAnswers(session: Session, { organizationId, traces, isDryRun }: ErasedClient): Promise<number> {
  let removed = 0;
  for (let after = { deliveryId: nilUuid, cycle: 0, try: 0, startedAt: new Date(0) }; ;) {
    const { deliveryId, cycle, try: attempt, startedAt } = after;
    const { rows } = await session.query(
      readAnswers([organizationId, deliveryId, cycle, attempt, startedAt, rowsPerPage]),
    );
    for (const row of rows) {
      const body = row.isBase64 ? Buffer.from(row.body ?? "", "base64").toString("utf8") : (row.body ?? "");
      if (!traces.mayBeIn(body) || !traces.isNamedIn(body)) continue;
      removed += 1;
      if (!isDryRun) await session.query(removeAnswer([row.deliveryId, row.cycle, row.try, row.startedAt]));
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerPage) return removed;
    after = last;
  }
}

async function blankLog(session: Session, { organizationId, traces, isDryRun }: ErasedClient): Promise<number> {
  let blanked = 0;
  for (let after = 0; ;) {
    const { rows } = await session.query(readEvents([organizationId, after, rowsPerPage]));
    for (const { id, data } of rows) {
      if (blankJson(data, traces) === undefined) continue;
      blanked += 1;
      if (!isDryRun) await session.query(writeEvent([id]));
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerPage) return blanked;
    after = last.seq;
  }
}
