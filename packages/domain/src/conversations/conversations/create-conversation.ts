import { randomUUID } from "node:crypto";
import { fail, type InstanceConfig } from "@service/contract";
import { statement } from "@service/db";
import type { JsonObject } from "@service/json";
import type { Deps } from "../../deps.ts";
import { keyScopeOf } from "../grounding/index.ts";
import type { Viewer } from "../../book/seats/index.ts";
import { replayable, type Replayable, replayOf } from "../../replays.ts";
import type { ReadDeps } from "../../book/records/index.ts";
import { readConfiguration } from "./configuration.ts";
import { conversationColumns, type ConversationRow, type NarrowedColumns } from "./conversation.ts";
import { assertInstanceActive, type Instance, requireInstance } from "./instance.ts";
import { type SubjectRequest, assertSubjectPerson, noSubject, resolveSubject } from "./resolve-subject.ts";
import { assertVariables, type VariableValues } from "./variables.ts";
import { requireVersion } from "./version.ts";

/** A conversation as it is asked for. */
export interface ConversationRequest {
  readonly slug: string;
  readonly title: string | undefined;
  readonly subject: SubjectRequest | undefined;
  readonly variables: VariableValues;
  readonly metadata: Readonly<Record<string, string>>;
  readonly seed: readonly { readonly role: "user" | "assistant"; readonly text: string }[];
  readonly idempotencyKey: string | undefined;
  /** The body as it was sent, which a repetition must equal. */
  readonly body: JsonObject;
}

const insertConversation = statement(
  "conversations_insert",
  `with e as materialized (
     select id, slug from environments where id = @environment_id and organization_id = @organization_id for key share
   ), c as (
     insert into conversations (id, organization_id, environment_id, environment_slug, instance_id, title,
       owner_principal, connection_id, client_key, policy_key, run_ids, variables, metadata, seed, idem_hash,
       request_hash)
     select @id, @organization_id, e.id, e.slug, @instance_id, @title, @owner_principal, @connection_id, @client_key,
       @policy_key, @run_ids::uuid[], @variables, @metadata::jsonb, @seed, @idem_hash, @request_hash from e
     on conflict (idem_hash) do nothing
     returning *
   )
   select ${conversationColumns} from c join conversation_instances i on i.id = c.instance_id`,
).narrowed<NarrowedColumns>();

const readByKey = statement(
  "conversations_read_by_key",
  `select ${conversationColumns}, c.request_hash as "requestHash"
   from conversations c join conversation_instances i on i.id = c.instance_id
   where c.idem_hash = $1 and c.deleted_at is null`,
).narrowed<NarrowedColumns>();

/**
 * Begins a conversation (CONV-22 to CONV-26). A repeated Idempotency-Key with an equal body answers the conversation that it
 * made.
 * @throws `identity_unmapped`, `conversation_instance_not_found`, `idempotency_key_reused`,
 *   `conversation_instance_archived`, `conversation_instance_not_released`, `invalid_request` for variables and a subject that the
 *   instance does not take, `not_found` for a subject that the creator may not read.
 */
export async function createConversation(
  deps: ReadDeps,
  { viewer, signal }: { readonly viewer: Viewer; readonly signal: AbortSignal },
  request: ConversationRequest,
): Promise<{ readonly conversation: ConversationRow; readonly isNew: boolean }> {
  if (request.subject) assertSubjectPerson(viewer, request.subject);
  const instance = await requireInstance(deps, viewer, request.slug);
  // CONV-25: whose key it is, and where it is used.
  const scope = keyScopeOf(viewer, instance.id);
  const hashes = replayable({ scope, key: request.idempotencyKey, body: request.body });
  const replayed = await findReplay(deps, hashes);
  if (replayed) return { conversation: replayed, isNew: false };
  assertInstanceActive(instance);
  const config = await configurationFor(deps, viewer, instance);
  assertVariables(config.variables, request.variables);
  assertSubjectMode(config.grounding.subject, request.subject);
  const subject = request.subject ? await resolveSubject(deps, { viewer, signal }, request.subject) : noSubject;
  const { rows } = await deps.db.pool.query(
    insertConversation({
      id: randomUUID(),
      environmentId: viewer.environmentId,
      organizationId: viewer.organizationId,
      instanceId: instance.id,
      title: request.title ?? "",
      ownerPrincipal: viewer.principal,
      connectionId: subject.connectionId,
      clientKey: subject.clientKey,
      policyKey: subject.policyKey,
      runIds: subject.runIds,
      variables: JSON.stringify(request.variables),
      metadata: JSON.stringify(request.metadata),
      seed: JSON.stringify(request.seed),
      idemHash: hashes.keyHash,
      requestHash: hashes.requestHash,
    }),
  );
  const [made] = rows;
  if (made) return { conversation: made, isNew: true };
  // Another request with the same key was faster, or the environment, and with it the key, is gone.
  const first = await findReplay(deps, hashes);
  if (first) return { conversation: first, isNew: false };
  throw fail("unauthorized");
}

/** @throws `idempotency_key_reused` */
async function findReplay(
  deps: Pick<Deps, "db">,
  { keyHash, requestHash }: Replayable,
): Promise<ConversationRow | undefined> {
  if (keyHash === null) return undefined;
  const { rows } = await deps.db.pool.query(readByKey([keyHash]));
  return replayOf(rows[0], requestHash, ({ id }) =>
    fail("idempotency_key_reused", { details: { conversation_id: id } }),
  );
}

/**
 * The configuration that a new conversation is checked against: of the latest release, and in a sandbox before the first one
 * of the draft. @throws `conversation_instance_not_released`
 */
async function configurationFor(deps: Pick<Deps, "db">, viewer: Viewer, instance: Instance): Promise<InstanceConfig> {
  if (instance.latestVersion !== null) {
    const { configHash } = await requireVersion(deps.db.pool, instance.id, instance.latestVersion);
    return readConfiguration(deps, configHash);
  }
  if (viewer.isLive) throw fail("conversation_instance_not_released");
  return readConfiguration(deps, instance.draftConfigHash);
}

/** @throws `invalid_request` */
function assertSubjectMode(mode: InstanceConfig["grounding"]["subject"], subject: SubjectRequest | undefined): void {
  if (mode === "optional" || (mode === "required") === (subject !== undefined)) return;
  const message = mode === "required" ? "is required by this instance" : "is not taken by this instance";
  throw fail("invalid_request", {
    message: `The request is not valid. subject ${message}.`,
    details: [{ field: "subject", message }],
  });
}
