import { randomUUID } from "node:crypto";
import { fail, type ServiceError } from "@service/contract";
import { parseJsonObject } from "@service/json";
import * as z from "zod";
import type { BookView } from "../seats/index.ts";
import { hashOfCommand } from "./chain.ts";
import type { Effect, PlacedCommand } from "./command-type.ts";
import { commandTypeNamed, isForAgents } from "./command-types.ts";
import type { EntityFacts } from "./entity-checks.ts";
import { type CreatedKind, keyOfCreated } from "./entity-key.ts";
import { isOfCatalog } from "./entity-kinds.ts";
import { LedgerStates } from "./ledger-states.ts";
import type { CommandRow, LedgerHead, RecordedCommand } from "./ledger-store.ts";
import { seatsNamedBy } from "./named-seats.ts";
import { type CommandProblem, type ReadCommand, refusalOf } from "./read-commands.ts";

export const actorTypes = ["producer", "agent"] as const;
export type ActorType = (typeof actorTypes)[number];

/** A request to append, its shape checked and its person resolved. */
export interface AppendRequest {
  readonly organizationId: string;
  readonly environmentId: string;
  readonly keyId: string;
  readonly traceId: string | undefined;
  readonly viewer: BookView;
  readonly actor: { readonly principal: string; readonly type: ActorType };
  /** Undefined where every command is about the Catalog. */
  readonly connectionId: string | undefined;
  readonly commands: readonly ReadCommand[];
}

/** An entity as it was sent. */
const StoredEntity = z.object({
  kind: z.string(),
  key: z.string(),
  client_key: z.string().optional(),
  policy_key: z.string().optional(),
});

/** What became of one command (LEDGER-11). */
export interface CommandResult {
  readonly idempotencyKey: string;
  readonly commandId: string;
  readonly seq: number;
  readonly type: string;
  readonly entity: z.infer<typeof StoredEntity>;
  readonly created: { readonly kind: CreatedKind; readonly key: string } | undefined;
  readonly isReplay: boolean;
}

/** What a request is judged against, under the lock of the head. */
export interface Standing {
  readonly head: LedgerHead;
  readonly agentCommands: string | null;
  readonly states: LedgerStates;
  /** Recorded commands by idempotency key. */
  readonly recorded: ReadonlyMap<string, RecordedCommand>;
  readonly recordedAt: string;
  /** Of the seats that the commands name those that are not there (SEAT-43). */
  readonly unknownSeats: ReadonlySet<string>;
  /** The facts of an entity, undefined when there is none for the person. */
  factsOf(request: AppendRequest, command: ReadCommand): EntityFacts | undefined;
}

export type Judged =
  | { readonly kind: "refused"; readonly refusal: ServiceError }
  | {
      readonly kind: "accepted";
      readonly results: readonly CommandResult[];
      readonly head: LedgerHead;
      readonly rows: readonly CommandRow[];
      readonly states: LedgerStates;
      readonly recorded: readonly RecordedCommand[];
      /** Entities that lit would not have shown. */
      readonly unseen: number;
    };

/**
 * Judges a request as a whole (LEDGER-12): a repeat is recognised before anything else about a command, and one command
 * that cannot be done refuses all. Nothing is written here, so a refused request takes no seq.
 */
export function judgeRequest(standing: Standing, request: AppendRequest): Judged {
  const states = new LedgerStates(standing.states);
  const own = new Map<string, RecordedCommand>();
  const results: CommandResult[] = [];
  const rows: CommandRow[] = [];
  const problems: CommandProblem[] = [];
  let { head } = standing;
  let unseen = 0;
  let isMissing = false;
  for (const [index, command] of request.commands.entries()) {
    const recorded = own.get(command.idempotencyKey) ?? standing.recorded.get(command.idempotencyKey);
    if (recorded !== undefined) {
      if (recorded.requestSha256 === command.requestSha256) results.push(resultOf(recorded, true));
      else problems.push({ index, path: "/idempotency_key", message: "was used with another command" });
      continue;
    }
    if (request.actor.type === "agent" && !isForAgents(command.type, standing.agentCommands)) {
      problems.push({ index, path: "/type", message: "is not open to agents of this organization" });
      continue;
    }
    const facts = standing.factsOf(request, command);
    if (facts === undefined || (request.viewer.enforced && !facts.isSeen)) {
      isMissing = true;
      continue;
    }
    if (!facts.isSeen) unseen += 1;
    const placed = placeOf(request, command, facts, { seq: head.seq + 1, recordedAt: standing.recordedAt });
    const problem = seqProblem(states, placed, command);
    if (problem !== undefined) {
      problems.push({ index, ...problem });
      continue;
    }
    const unknown = seatsNamedBy(command).filter(({ seatKey }) => standing.unknownSeats.has(seatKey));
    if (unknown.length > 0) {
      problems.push(...unknown.map(({ path }) => ({ index, path, message: "is no active seat of the organization" })));
      continue;
    }
    const performed = command.type.perform(placed, command.payload, states);
    if (performed.kind === "refused") {
      problems.push({ index, ...performed.problem });
      continue;
    }
    states.put(performed.effect.changes ?? {});
    states.noteLastSeq(placed.environmentId, placed.entity.kind, placed.entity.key, placed.seq);
    const row = rowOf(head, request, command, placed, performed.effect);
    head = { seq: row.seq, hash: row.hash };
    rows.push(row);
    const made = recordedOf(row);
    own.set(command.idempotencyKey, made);
    results.push(resultOf(made, false));
  }
  if (problems.length > 0) return { kind: "refused", refusal: refusalOf(problems) };
  if (isMissing) return { kind: "refused", refusal: fail("not_found") };
  return { kind: "accepted", results, head, rows, states, recorded: [...own.values()], unseen };
}

function placeOf(
  request: AppendRequest,
  { entity }: ReadCommand,
  { clientKey, policyKey, isOpen }: EntityFacts,
  { seq, recordedAt }: { readonly seq: number; readonly recordedAt: string },
): PlacedCommand {
  return {
    organizationId: request.organizationId,
    environmentId: request.environmentId,
    connectionId: isOfCatalog(entity.kind) ? null : (request.connectionId ?? null),
    commandId: randomUUID(),
    seq,
    entity,
    clientKey,
    policyKey,
    isOpen,
    actorPrincipal: request.actor.principal,
    recordedAt,
  };
}

/** `expected_last_seq` names the last command that changed a row of the ledger, or was about a record (LEDGER-13). */
function seqProblem(states: LedgerStates, { environmentId, entity }: PlacedCommand, command: ReadCommand) {
  const expected = command.expectedLastSeq;
  if (expected === undefined) return undefined;
  const { kind, key } = entity;
  const last =
    kind === "task"
      ? states.task(key)?.last_seq
      : kind === "workflow"
        ? states.workflow(key)?.last_seq
        : kind === "note"
          ? states.note(key)?.last_seq
          : states.lastSeq(environmentId, kind, key);
  return last === expected
    ? undefined
    : { path: "/expected_last_seq", message: `is not the last one of the entity, which is ${last ?? 0}` };
}

function rowOf(
  previous: LedgerHead,
  request: AppendRequest,
  command: ReadCommand,
  placed: PlacedCommand,
  effect: Effect,
): CommandRow {
  const { commandId, seq, entity, recordedAt } = placed;
  const { type: actorType, principal: actorPrincipal } = request.actor;
  const { entityText, payloadSha256 } = command;
  const type = command.type.name;
  return {
    organization_id: placed.organizationId,
    seq,
    command_id: commandId,
    idempotency_key: command.idempotencyKey,
    environment_id: placed.environmentId,
    connection_id: placed.connectionId,
    type,
    entity_kind: entity.kind,
    entity_key: entity.key,
    entity: entityText,
    client_key: placed.clientKey,
    policy_key: placed.policyKey,
    run_id: entity.kind === "run" ? entity.key.toLowerCase() : (effect.runId ?? null),
    is_open: placed.isOpen,
    private_to: effect.privateTo ?? null,
    payload: command.payloadText,
    payload_sha256: payloadSha256,
    request_sha256: command.requestSha256,
    actor_principal: actorPrincipal,
    actor_type: actorType,
    actor_seat: request.viewer.seatKey,
    key_id: request.keyId,
    trace_id: request.traceId ?? null,
    occurred_at: command.occurredAt ?? effect.occurredAt ?? null,
    recorded_at: recordedAt,
    hash: hashOfCommand(previous.hash, {
      seq,
      commandId,
      type,
      entity: entityText,
      actorType,
      actorPrincipal,
      recordedAt,
      payloadSha256,
    }),
  };
}

function recordedOf(row: CommandRow): RecordedCommand {
  return {
    idempotencyKey: row.idempotency_key,
    requestSha256: row.request_sha256,
    commandId: row.command_id,
    seq: row.seq,
    type: row.type,
    entity: row.entity,
  };
}

function resultOf({ idempotencyKey, commandId, seq, type, entity }: RecordedCommand, isReplay: boolean): CommandResult {
  const creates = commandTypeNamed(type)?.creates;
  return {
    idempotencyKey,
    commandId,
    seq,
    type,
    entity: StoredEntity.parse(parseJsonObject(entity)),
    created: creates === undefined ? undefined : { kind: creates, key: keyOfCreated(creates, commandId) },
    isReplay,
  };
}
