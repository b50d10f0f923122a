import { hotStatement, type Database } from "@service/db";

/** A checked submission, ready to insert. Members of JSON are texts. */
export interface NewTurn {
  readonly id: string;
  readonly organizationId: string;
  readonly conversationId: string;
  readonly parentTurnId: string | null;
  readonly inputText: string;
  readonly attachmentIds: readonly string[];
  readonly inputMetadata: string;
  readonly cancelsOnLeave: boolean;
  readonly instanceVersion: number | null;
  readonly configHash: string;
  readonly model: { readonly alias: string; readonly provider: string; readonly name: string };
  readonly testScenario: string | null;
  readonly testAfterChars: number | null;
  readonly rights: string;
  readonly submittedBy: string | null;
  readonly keyId: string;
  readonly idemHash: Buffer | null;
  readonly requestHash: Buffer;
  readonly traceId: string | null;
  readonly traceParent: string | null;
  /** For a conversation that has none. */
  readonly title: string;
}

/**
 * TURN-2, TURN-3, TURN-4 in one statement. What the organization may still begin is counted under its lock, then the row of the
 * conversation is locked: the index is one more than its turns. Another active turn, and another turn with the key, are
 * refused by unique indexes; then nothing is inserted, and the caller reads again what stands there. Safe to repeat: the id is
 * chosen before.
 *
 * Commits asynchronously, so that the lock of the organization does not wait for the disk: answer nobody before `untilDurable`.
 *
 * Rank: an organization with nothing waiting joins at the head of the queue, any other continues behind its own last turn.
 */
const insertOne = hotStatement(
  "turns_insert",
  `with room as materialized (
     select turn_room(@organization_id::uuid) as left_over, set_config('synchronous_commit', 'off', true)
   ), place as materialized (
     select c.id, c.environment_id, c.instance_id, c.turn_count from conversations c
     where c.id = @conversation_id and c.organization_id = @organization_id and c.deleted_at is null
       and c.status = 'active'
       and (select left_over from room) > 0
     for update
   ), inserted as (
     insert into turns (id, conversation_id, organization_id, environment_id, instance_id, index, parent_turn_id,
       input_text, attachment_ids, input_metadata, cancels_on_leave, instance_version, config_hash, model_alias,
       test_scenario, test_after_chars, rights, submitted_by, key_id, idem_hash, request_hash, trace_id, trace_parent,
       model_provider, model_name, last_seq, fair_rank)
     select @id, p.id, @organization_id, p.environment_id, p.instance_id, p.turn_count + 1, @parent_turn_id,
       @input_text, @attachment_ids::uuid[], @input_metadata, @cancels_on_leave, @instance_version, @config_hash,
       @model_alias, @test_scenario,
       @test_after_chars, @rights, @submitted_by, @key_id, @idem_hash, @request_hash, @trace_id, @trace_parent,
         @model_provider, @model_name, 1,
       greatest(
         coalesce((select min(q.fair_rank) from turns q where q.status = 'queued'), extract(epoch from now()) * 1000),
         (select max(q.fair_rank) + 1 from turns q where q.organization_id = @organization_id and q.status = 'queued'))
     from place p
     on conflict do nothing
     returning id, conversation_id, index
   ), counted as (
     update conversations c set turn_count = i.index, head_turn_id = i.id, last_turn_at = now(), updated_at = now(),
       title = case when c.title = '' then @title else c.title end
     from inserted i where c.id = i.conversation_id
     returning c.id
   ), attached as (
     update conversation_attachments a set is_attached = true
     from inserted i where a.conversation_id = i.conversation_id and a.id = any(@attachment_ids::uuid[])
       and not a.is_attached
     returning a.id
   )
   select r.left_over as "leftOver", exists (select from place) as "isFound", i.index
   from room r left join inserted i on true left join counted c on true`,
);

export type TurnInserted =
  | { readonly kind: "inserted"; readonly index: number }
  /** The organization has as many active turns as it may have. */
  | { readonly kind: "full" }
  /** The conversation was deleted or archived meanwhile. */
  | { readonly kind: "gone" }
  /** Another turn is active, or has the key. */
  | { readonly kind: "taken" };

export async function insertTurn(db: Database, turn: NewTurn): Promise<TurnInserted> {
  const { rows } = await db.hot.query(
    insertOne({
      id: turn.id,
      organizationId: turn.organizationId,
      conversationId: turn.conversationId,
      parentTurnId: turn.parentTurnId,
      inputText: turn.inputText,
      attachmentIds: turn.attachmentIds,
      inputMetadata: turn.inputMetadata,
      cancelsOnLeave: turn.cancelsOnLeave,
      instanceVersion: turn.instanceVersion,
      configHash: turn.configHash,
      modelAlias: turn.model.alias,
      testScenario: turn.testScenario,
      testAfterChars: turn.testAfterChars,
      rights: turn.rights,
      submittedBy: turn.submittedBy,
      keyId: turn.keyId,
      idemHash: turn.idemHash,
      requestHash: turn.requestHash,
      traceId: turn.traceId,
      traceParent: turn.traceParent,
      title: turn.title,
      modelProvider: turn.model.provider,
      modelName: turn.model.name,
    }),
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the insert of a turn returned no row");
  if (row.index !== null) return { kind: "inserted", index: row.index };
  if ((row.leftOver ?? 0) <= 0) return { kind: "full" };
  return { kind: row.isFound ? "taken" : "gone" };
}
