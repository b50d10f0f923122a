import { type Session, statement } from "@service/db";
import type { ErasedClient, ErasedCounts } from "./erasure.ts";
import { blankPages, nilUuid } from "./pages.ts";

const rowsPerPage = 100;

const readAnswers = statement(
  "erasure_read_answers",
  `select a.delivery_id as "deliveryId", a.cycle, a.try, a.started_at as "startedAt", a.response_body as body,
     a.response_is_base64 as "isBase64"
   from webhook_attempts a join webhook_endpoints e on e.id = a.endpoint_id
   where e.organization_id = @organization_id and a.response_body is not null
     and (a.delivery_id, a.cycle, a.try, a.started_at) > (@after_delivery_id::uuid, @after_cycle::smallint,
       @after_try::smallint, @after_started_at::timestamptz)
   order by a.delivery_id, a.cycle, a.try, a.started_at limit @limit`,
);
const removeAnswer = statement(
  "erasure_remove_answer",
  `update webhook_attempts set response_body = null
   where delivery_id = $1 and cycle = $2 and try = $3 and started_at = $4`,
);

/** Removes what endpoints answered to webhooks that named the client. */
export async function removeAnswers(session: Session, client: ErasedClient): Promise<ErasedCounts> {
  const { organizationId, traces, isDryRun } = client;
  const removed = await blankPages({
    first: { deliveryId: nilUuid, cycle: 0, try: 0, startedAt: new Date(0) },
    rowsPerPage,
    read: async (after) =>
      (
        await session.query(
          readAnswers({
            organizationId,
            afterDeliveryId: after.deliveryId,
            afterCycle: after.cycle,
            afterTry: after.try,
            afterStartedAt: after.startedAt,
            limit: rowsPerPage,
          }),
        )
      ).rows,
    placeOf: (row) => row,
    blank: async (row) => {
      const body = row.isBase64 ? Buffer.from(row.body ?? "", "base64").toString("utf8") : (row.body ?? "");
      if (!traces.mayBeIn(body) || !traces.isNamedIn(body)) return false;
      if (!isDryRun) await session.query(removeAnswer([row.deliveryId, row.cycle, row.try, row.startedAt]));
      return true;
    },
  });
  return { endpoint_answers_removed: removed };
}
