import type { DeliveredEventType, PayloadMode } from "@service/contract";
import { hotStatement } from "@service/db";

import type { Deps } from "../../deps.ts";
import { stateAfter, statesBefore } from "./delivery-states.ts";
import { isRequested, isRequestedSince } from "./shown-state.ts";

/** After this many failures in a row an endpoint gets one delivery at a time, in the slow lane's slots (HOOK-92). */
export const slowLaneFailures = 20;

/** A live signing secret, sealed. */
export interface SealedSecret {
  readonly id: string;
  readonly sealed: string;
}

/** A delivery that this process may send once, while it extends the lease. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly leaseToken: string;
  readonly cycle: number;
  readonly attemptNumber: number;
  readonly trigger: string;
  readonly eventId: string;
  readonly eventType: DeliveredEventType;
  /** The bytes that are signed and sent. */
  readonly body: string;
  readonly mode: PayloadMode;
  /** The endpoint asks for full payloads, but this one was too large. */
  readonly isThinForSize: boolean;
  readonly endpointId: string;
  readonly url: string;
  readonly sealedHeaders: string | null;
  /** Newest first; at most three. */
  readonly secrets: readonly SealedSecret[];
  /** W3C traceparent of the submission that led to the event. */
  readonly traceParent: string | null;
  /** From the commit of the event to this claim. */
  readonly sinceEventMs: number;
}

export interface Claim {
  readonly deliveries: readonly ClaimedDelivery[];
  /** Where the next claim starts to look, so that no endpoint starves behind others. */
  readonly cursor: string;
  /** Time until the next delivery is due; null when none is scheduled among the endpoints looked at. */
  readonly nextDueInMs: number | null;
  /** An endpoint was locked by another claim: look again within milliseconds. */
  readonly isContended: boolean;
  /** An endpoint reached its rate for this second: look again within a fraction of it. */
  readonly isAtRate: boolean;
  /** An endpoint has its maximum of attempts in flight: look again when one of them ends. */
  readonly isEndpointFull: boolean;
  /** Endpoints have more sendable deliveries than their share of this claim: look again at once. */
  readonly isMore: boolean;
}

/** First cursor: before every endpoint. */
export const firstCursor = "00000000-0000-0000-0000-000000000000";

/** Endpoints one claim looks at. */
const endpointsPerClaimMax = 500;
/**
 * `max_per_second` holds for any second, counted in twentieths: a second touches at most 21 of them. Counted on the
 * endpoint's row, which a claim writes anyway: counting the logged attempts was most of a claim's work (measured).
 */
const rateSlotsPerSecond = 20;
const rateSlots = rateSlotsPerSecond + 1;
const rateSlotNow = `floor(extract(epoch from now()) * ${rateSlotsPerSecond})::bigint`;

/** Whether all due deliveries of an endpoint `e` may be sent. */
const isOpen = "e.status = 'enabled' and e.resume_asked_at is null";

/** Most body bytes of one claim: a batch of the largest payloads must not fill the memory. */
const bodyBytesPerClaimMax = 16 * 1024 * 1024;

/**
 * Claims due deliveries and logs their attempts as `started`, in one statement (HOOK-36).
 *
 * In: slots, cursor, lease seconds, slow lane?, per-endpoint share, deadline seconds, endpoints to skip. Out: one row
 * for each claimed delivery, or one row of nulls; each with cursor, next due time and contention.
 *
 * Works endpoint by endpoint, not by due time, so the backlog of one endpoint never delays the others. The limits of an
 * endpoint hold over all processes: its row is locked, and taken only if no other claim has committed since this
 * statement's snapshot (`claim_count`); an endpoint locked by another claim is skipped and reported as contended. Slots
 * are divided among the endpoints below their limits; slots one leaves unused go to the others in the next claim.
 * Nothing here waits for a lock, so a claim cannot be part of a deadlock.
 *
 * From the commit that disables or enables an endpoint, it gets only requested deliveries (resends, tests) until the
 * sweep has moved its backlog. The lock is taken only if the endpoint is unchanged since the snapshot.
 * Safe to repeat; a claim whose answer was lost ends with its lease.
 */
const claimDue = hotStatement(
  "webhooks_claim_deliveries",
  `with recursive visited (endpoint_id, earliest, place) as (
    (select endpoint_id, next_attempt_at, 1 from webhook_deliveries
      where state in (${statesBefore("claim")}) and endpoint_id > @cursor::uuid
      order by endpoint_id, next_attempt_at limit 1)
    union all
    select following.endpoint_id, following.next_attempt_at, visited.place + 1
      from visited cross join lateral (
        select d.endpoint_id, d.next_attempt_at from webhook_deliveries d
         where d.state in (${statesBefore("claim")}) and d.endpoint_id > visited.endpoint_id
         order by d.endpoint_id, d.next_attempt_at limit 1) following
     where visited.place < ${endpointsPerClaimMax}
  ), due as materialized (
    select e.id, e.claim_count, e.status, e.disabled_at, e.resume_asked_at, e.url, e.headers, e.max_in_flight,
           e.max_per_second, e.rate_counts, e.rate_slot
      from visited v join webhook_endpoints e on e.id = v.endpoint_id
     where v.earliest <= now() and e.deleted_at is null
       and (e.failures_in_a_row >= ${slowLaneFailures}) = @is_slow_lane::boolean
         and e.id <> all(@excluded_endpoint_ids::uuid[])
       and (${isOpen} or exists (
         select from webhook_deliveries d
          where d.endpoint_id = e.id and ${isRequested} and d.next_attempt_at <= now()
            and (e.status = 'enabled' or ${isRequestedSince})))
  ), locked as materialized (
    select e.id from webhook_endpoints e join due on due.id = e.id and due.claim_count = e.claim_count
       and e.deleted_at is null and e.status = due.status and e.resume_asked_at is not distinct from due.resume_asked_at
       for no key update of e skip locked
  ), under_way as materialized (
    select endpoint_id, count(*) as deliveries from webhook_deliveries where state = 'delivering' group by endpoint_id
  ), roomy as materialized (
    select due.id, due.status, due.disabled_at, due.resume_asked_at, recent.per_second,
           least(
             case when @is_slow_lane::boolean then 1 else due.max_in_flight end - coalesce(under_way.deliveries, 0),
             recent.per_second, @per_endpoint::int, @slots::int) as places
      from due join locked on locked.id = due.id left join under_way on under_way.endpoint_id = due.id
        cross join lateral (
          select due.max_per_second - coalesce(sum(r.tries), 0) as per_second
            from unnest(due.rate_counts) with ordinality as r(tries, place)
           where due.rate_slot - (r.place - 1) > ${rateSlotNow} - ${rateSlots}) recent
  ), shares as materialized (
    select id, status, disabled_at, resume_asked_at, places,
      least(places, ceil(@slots::float8 / count(*) over ()))::int as share
      from roomy where places > 0
  ), candidates as materialized (
    -- Not locked yet: most claims see more than they take.
    select waiting.id, waiting.byte_count, e.id as endpoint_id,
           row_number() over (partition by e.id order by waiting.next_attempt_at, waiting.id) as turn
      from shares e cross join lateral (
        (select d.id, d.next_attempt_at, b.byte_count
           from webhook_deliveries d join webhook_bodies b on b.event_id = d.event_id and b.mode = d.mode
          where ${isOpen} and d.endpoint_id = e.id and d.state in (${statesBefore("claim")})
            and d.next_attempt_at <= now()
          order by d.next_attempt_at limit e.share)
        union all
        (select d.id, d.next_attempt_at, b.byte_count
           from webhook_deliveries d join webhook_bodies b on b.event_id = d.event_id and b.mode = d.mode
          where not (${isOpen}) and d.endpoint_id = e.id and ${isRequested} and d.next_attempt_at <= now()
            and (e.status = 'enabled' or ${isRequestedSince})
          order by d.next_attempt_at limit e.share)) waiting
  ), chosen as materialized (
    select id from (
      select id, row_number() over (order by turn, id) as place, sum(byte_count) over (order by turn, id) as bytes
        from candidates) ranked
     where place <= @slots::int and (place = 1 or bytes <= ${bodyBytesPerClaimMax})
  ), taken as materialized (
    select d.id from chosen join webhook_deliveries d on d.id = chosen.id
     where d.state in (${statesBefore("claim")}) for no key update of d skip locked
  ), claimed as (
    update webhook_deliveries d set
      state = ${stateAfter("claim")}, tries = d.tries + 1, next_attempt_at = null,
      lease_token = gen_random_uuid(), lease_until = now() + @lease_seconds::float8 * interval '1 second',
      cycle_deadline = coalesce(d.cycle_deadline, now() + @cycle_seconds::float8 * interval '1 second')
      from taken where d.id = taken.id and d.state in (${statesBefore("claim")})
    returning d.id, d.lease_token, d.cycle, d.tries, d.trigger, d.event_id, d.event_type, d.platform_type, d.mode,
      d.thin_for_size, d.endpoint_id, d.run_id
  ), counted as (
    update webhook_endpoints e set
      claim_count = e.claim_count + 1,
      rate_slot = greatest(e.rate_slot, ${rateSlotNow}),
      rate_counts = case
        when e.rate_slot >= ${rateSlotNow}
          then (coalesce(e.rate_counts[1], 0) + c.deliveries)::smallint || e.rate_counts[2:${rateSlots}]
        else c.deliveries::smallint
          || array_fill(0::smallint, array[least(${rateSlotNow} - e.rate_slot, ${rateSlots})::int - 1])
          || e.rate_counts[1:${rateSlots} - least(${rateSlotNow} - e.rate_slot, ${rateSlots})::int] end
      from (select endpoint_id, count(*) as deliveries from claimed group by endpoint_id) c
     where e.id = c.endpoint_id
  ), logged as (
    insert into webhook_attempts (delivery_id, cycle, try, endpoint_id, trigger, outcome, url)
    select c.id, c.cycle, c.tries, c.endpoint_id, c.trigger, 'started', due.url
      from claimed c join due on due.id = c.endpoint_id
  ), summary as (
    select
      case when count(*) >= ${endpointsPerClaimMax} then (array_agg(endpoint_id order by place desc))[1]
        else '${firstCursor}'::uuid end as cursor,
      extract(epoch from min(earliest) filter (where earliest > now()) - now()) * 1000 as next_due_in_ms,
      (select count(*) from due) > (select count(*) from locked) as is_contended,
      exists (select 1 from roomy where per_second <= 0) as is_at_rate,
      exists (
        select 1 from roomy left join lateral (
          select count(*) as found from candidates c where c.endpoint_id = roomy.id) f on true
         where greatest(places, 0) <= f.found) as is_endpoint_full,
      (select count(*) from candidates) > (select count(*) from taken) or exists (
        select 1 from shares
         where share < places and share = (select count(*) from candidates c where c.endpoint_id = shares.id)) as is_more
      from visited
  )
  select s.cursor, s.next_due_in_ms::float8 as "nextDueInMs", s.is_contended as "isContended", s.is_at_rate as "isAtRate",
    s.is_endpoint_full as "isEndpointFull", s.is_more as "isMore",
    c.id, c.lease_token as "leaseToken", c.cycle, c.tries as "attemptNumber", c.trigger, c.event_id as "eventId",
    coalesce(c.platform_type, c.event_type::text) as "eventType", c.mode, c.thin_for_size as "isThinForSize", c.endpoint_id as "endpointId",
    b.body, due.url, due.headers as "sealedHeaders", r.trace_parent as "traceParent",
    (extract(epoch from now() - v.created_at) * 1000)::float8 as "sinceEventMs",
    (select json_agg(json_build_object('id', k.id, 'sealed', k.ciphertext) order by k.created_at desc, k.id)
       from webhook_secrets k
      where k.endpoint_id = c.endpoint_id and (k.expires_at is null or k.expires_at > now())) as secrets
    from summary s
    left join (claimed c
      join due on due.id = c.endpoint_id
      join webhook_events v on v.id = c.event_id
      join webhook_bodies b on b.event_id = c.event_id and b.mode = c.mode
      left join runs r on r.id = c.run_id) on true`,
  // `summary` is one row, always with a cursor. `eventType` is text, because platform events have types of their own.
).narrowed<{ readonly cursor: string } & (Unclaimed | (Omit<ClaimedDelivery, "secrets"> & StoredSecrets))>();

type Unclaimed = { readonly id: null };
type StoredSecrets = { readonly secrets: readonly SealedSecret[] | null };

/**
 * Takes up to `slots` due deliveries under a lease (see the statement above).
 *
 * @param options.perEndpoint slots one endpoint may take at once: its share of this process.
 * @param options.isSlowLane true: endpoints that failed `slowLaneFailures` times in a row, one delivery each; false: all
 *   others.
 * @param options.excludedEndpointIds endpoints to skip: they already have their share of this process.
 * @param options.cycleSeconds time from a cycle's start to its deadline, already scaled; used where it is not set yet.
 */
export async function claimDeliveries(
  deps: Pick<Deps, "db">,
  options: {
    slots: number;
    cursor: string;
    leaseSeconds: number;
    isSlowLane: boolean;
    perEndpoint: number;
    excludedEndpointIds: readonly string[];
    cycleSeconds: number;
  },
): Promise<Claim> {
  const { slots, cursor, leaseSeconds, isSlowLane, perEndpoint, excludedEndpointIds, cycleSeconds } = options;
  const { rows } = await deps.db.hot.query(
    claimDue({ slots, cursor, leaseSeconds, isSlowLane, perEndpoint, cycleSeconds, excludedEndpointIds }),
  );
  const [summary] = rows;
  if (!summary) throw new Error("a claim returned no summary");
  return {
    deliveries: rows.filter((row) => row.id !== null).map((row) => ({ ...row, secrets: row.secrets ?? [] })),
    cursor: summary.cursor,
    nextDueInMs: summary.nextDueInMs,
    isContended: summary.isContended,
    isAtRate: summary.isAtRate,
    isEndpointFull: summary.isEndpointFull,
    isMore: summary.isMore,
  };
}
