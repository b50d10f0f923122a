import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { appendPlatformEvents, type NewPlatformEvent } from "../events/index.ts";

/** Kinds of notices: no success for so many days, or the first permanent answer since a success. */
export const noticeKinds = ["failing_1_day", "failing_3_days", "failing_5_days", "refused"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

interface NoticeRow {
  readonly id: string;
  readonly organizationId: string;
  readonly endpointId: string;
  readonly environment: string;
  readonly kind: NoticeKind;
  readonly episodeAt: Date;
  readonly failuresInARow: number;
}

/**
 * New notices: one for each endpoint, kind and episode. A unique index makes this safe to repeat, in any number of
 * processes. An episode of failing begins with the first failure after a success, one of refusing with the first
 * permanent answer after it. Endpoints that a person disabled are skipped.
 */
const raise = statement(
  "webhook_notices_raise",
  `
  with raised as (
    insert into webhook_notices (id, organization_id, environment_id, endpoint_id, kind, episode_at)
    select gen_random_uuid(), e.organization_id, e.environment_id, e.id, n.kind, n.episode_at
      from webhook_endpoints e cross join lateral (
        select f.kind, e.first_failure_at as episode_at
          from (values (1, 'failing_1_day'), (3, 'failing_3_days'), (5, 'failing_5_days')) f (days, kind)
         where e.failures_in_a_row > 0 and e.first_failure_at <= now() - make_interval(days => f.days)
        union all
        select 'refused', e.first_refusal_at where e.first_refusal_at is not null and e.last_success_at is not null
      ) n
     where e.deleted_at is null and (e.status = 'enabled' or e.disabled_reason <> 'manual')
       and (e.first_failure_at is not null or e.first_refusal_at is not null)
       and not exists (
         select 1 from webhook_notices known
          where known.endpoint_id = e.id and known.kind = n.kind and known.episode_at = n.episode_at)
    on conflict (endpoint_id, kind, episode_at) do nothing
    returning id, organization_id, environment_id, endpoint_id, kind, episode_at
  )
  select r.id, r.organization_id as "organizationId", r.endpoint_id as "endpointId", v.slug as environment, r.kind,
    r.episode_at as "episodeAt", e.failures_in_a_row as "failuresInARow"
    from raised r join webhook_endpoints e on e.id = r.endpoint_id join environments v on v.id = r.environment_id
   order by r.episode_at, r.kind`,
);

/** Notices whose episode is over: the endpoint has had a success, was enabled anew, or is gone. */
const end = statement(
  "webhook_notices_end",
  `
  with ended as (
    update webhook_notices n set ended_at = now()
      from webhook_endpoints e
     where n.ended_at is null and e.id = n.endpoint_id
       and (e.deleted_at is not null
         or n.episode_at is distinct from case when n.kind = 'refused' then e.first_refusal_at else e.first_failure_at end)
    returning n.id, n.organization_id, n.environment_id, n.endpoint_id, n.kind, n.episode_at, e.failures_in_a_row,
      e.deleted_at
  )
  select d.id, d.organization_id as "organizationId", d.endpoint_id as "endpointId", v.slug as environment, d.kind,
    d.episode_at as "episodeAt", d.failures_in_a_row as "failuresInARow"
    from ended d join environments v on v.id = d.environment_id
   where d.deleted_at is null`,
).narrowed<Pick<NoticeRow, "kind">>();

/** A notice as a platform event: `check.failed` when it is raised, `check.recovered` when its episode is over. */
function eventOf(notice: NoticeRow, type: "check.failed" | "check.recovered"): NewPlatformEvent {
  return {
    organizationId: notice.organizationId,
    type,
    dedupeKey: `webhook_notice:${notice.id}`,
    subject: { kind: "webhook_endpoint", key: notice.endpointId },
    data: {
      check: "webhook_endpoint",
      notice: notice.kind,
      since: notice.episodeAt.toISOString(),
      environment: notice.environment,
      failures_in_a_row: notice.failuresInARow,
    },
  };
}

/** The changes of one call. */
export interface NoticeChange {
  readonly raised: readonly { readonly endpointId: string; readonly kind: NoticeKind }[];
  readonly ended: number;
}

/**
 * Raises and ends the notices about failing endpoints (HOOK-93), each with its platform event in the same
 * commit, so that they do not depend on the failing endpoint alone. Call it before disabling failing endpoints.
 */
export function raiseNotices(deps: Pick<Deps, "db">): Promise<NoticeChange> {
  return deps.db.inTransaction(async (tx) => {
    const { rows: ended } = await tx.query(end([]));
    const { rows: raised } = await tx.query(raise([]));
    await appendPlatformEvents(tx, [
      ...ended.map((notice) => eventOf(notice, "check.recovered")),
      ...raised.map((notice) => eventOf(notice, "check.failed")),
    ]);
    return { raised: raised.map(({ endpointId, kind }) => ({ endpointId, kind })), ended: ended.length };
  });
}
