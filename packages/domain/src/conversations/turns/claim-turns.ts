import type { ResumeMode } from "@service/contract";
import { hotStatement, type Database, type RowOf } from "@service/db";
import { organizationsAtShare, roomsWithin } from "@service/work";

/**
 * TURN-12: the first turns that wait, by fair rank, locked ones skipped; with everything that answering needs. Of one
 * organization no more than it may still hold (TURN-191): `per_organization`, less what it holds. A turn that continues
 * keeps its text; any other attempt begins without. Repeating it claims more turns, never the same twice.
 *
 * Waits for the disk, unlike the claim of a run: a claim that a crash forgot would be made again under the same number, and the
 * frames that readers have of it would seem to be those of the other one.
 */
const claim = hotStatement(
  "turns_claim",
  `with held as materialized (
     select * from unnest(@organization_ids::uuid[], @rooms::int[]) as u (organization_id, room)
   ), front as materialized (
     select q.id, q.organization_id, q.fair_rank from turns q
     where q.status = 'queued' and q.organization_id <> all(array(select organization_id from held where room <= 0))
     order by q.fair_rank, q.id limit @turns_max for update skip locked
   ), candidate as materialized (
     select f.id from (
       select id, organization_id, row_number() over (partition by organization_id order by fair_rank, id) as place
       from front) f
     left join held h on h.organization_id = f.organization_id
     where f.place <= coalesce(h.room, @per_organization)
   ), claimed as (
     update turns t set status = 'running', attempt = t.attempt + 1, lease_token = gen_random_uuid(),
       lease_owner = @owner,
       lease_expires_at = now() + make_interval(secs => @lease_seconds), heartbeat_at = now(),
       started_at = coalesce(t.started_at, now()),
       last_seq = case when t.attempt = 0 then t.last_seq else 0 end,
       output_text = case when t.resume_mode = 'continue' then t.output_text end,
       citations = case when t.resume_mode = 'continue' then t.citations else '[]' end,
       output_json = null, method = null, error = null, incomplete_reason = null
     from candidate c
     where t.id = c.id and t.id = any(array(select id from candidate))
     returning t.*
   ), begun as (
     insert into turn_attempts (turn_id, attempt, worker, mode, started_at)
     select id, attempt, @owner, coalesce(resume_mode, 'restart'), now() from claimed
   )
   select t.id, t.attempt, t.lease_token as token, t.organization_id as "organizationId",
     t.environment_id as "environmentId", t.conversation_id as "conversationId", t.instance_id as "instanceId", t.index,
     t.parent_turn_id as "parentTurnId", t.input_text as "inputText", t.attachment_ids as "attachmentIds",
     t.config_hash as "configHash", t.test_scenario as "testScenario", t.test_after_chars as "testAfterChars",
     t.rights, t.trace_parent as "traceParent", t.interruptions, t.reclaims, t.resume_mode as "resumeMode", t.passages,
     t.evidence, t.output_text as "outputText", t.citations, t.last_seq as "lastSeq", t.created_at as "createdAt",
     t.cancel_requested_at is not null as "isCancelRequested",
     c.connection_id as "connectionId", c.client_key as "clientKey", c.policy_key as "policyKey", c.run_ids as "runIds",
     c.variables, c.seed, i.slug as "instanceSlug",
     exists (select from turns e where e.conversation_id = t.conversation_id and e.index < t.index and e.method is not null)
       as "hasAnswers",
     extract(epoch from now() - t.created_at)::float8 as "waitedSeconds"
   from claimed t join conversations c on c.id = t.conversation_id
   join conversation_instances i on i.id = t.instance_id`,
).narrowed<{ readonly token: string; readonly resumeMode: ResumeMode | null }>();

/** A turn that this worker holds. */
export type ClaimedTurn = Omit<RowOf<"turns_claim">, "token" | "resumeMode"> & {
  readonly token: string;
  readonly resumeMode: ResumeMode | null;
};

/** Most turns that one organization has in the slots of a process: half of them (TURN-191). */
export function turnsPerOrganization(slots: number): number {
  return Math.max(1, Math.ceil(slots / 2));
}

/**
 * @returns `isMore`: turns may wait that this claim did not take. `hidesOthers`: an organization reached its share in this
 * claim, so its turns may stand before those of others: claim again at once.
 */
export async function claimTurns(
  db: Database,
  request: {
    readonly owner: string;
    /** Free slots. */
    readonly turnsMax: number;
    readonly leaseSeconds: number;
    /** Most turns of one organization, with those of `held`. */
    readonly perOrganization: number;
    readonly held: readonly { readonly organizationId: string }[];
  },
): Promise<{ readonly turns: ClaimedTurn[]; readonly isMore: boolean; readonly hidesOthers: boolean }> {
  const { owner, turnsMax, leaseSeconds, perOrganization, held } = request;
  if (turnsMax <= 0) return { turns: [], isMore: true, hidesOthers: false };
  const { organizationIds, rooms } = roomsWithin(perOrganization, held);
  const { rows } = await db.hot.query(
    claim({ owner, turnsMax, leaseSeconds, organizationIds, rooms, perOrganization }),
  );
  const claimed = new Set(rows.map(({ organizationId }) => organizationId));
  const reached = organizationsAtShare([...held, ...rows], perOrganization).some((id) => claimed.has(id));
  const wasAtShare = rooms.some((room) => room <= 0);
  return {
    turns: rows,
    isMore: rows.length >= turnsMax || reached || wasAtShare,
    hidesOthers: reached,
  };
}
