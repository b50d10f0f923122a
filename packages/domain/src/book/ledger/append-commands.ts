import { fail, type ServiceError } from "@service/contract";
import { type Database, isRowError, type Transaction } from "@service/db";
import { type Batcher, createBatcherByKey, OverloadedError } from "@service/runtime";
import { setOpportunityStatuses } from "../opportunities/index.ts";
import { areGranted, type RequestedEntity, checkEntities, type EntityFacts, isOfOwner } from "./entity-checks.ts";
import { type AppendRequest, type CommandResult, type Judged, judgeRequest, type Standing } from "./judge-request.ts";
import { LedgerStates } from "./ledger-states.ts";
import {
  type CommandRow,
  type LedgerHead,
  loadStates,
  lockLedger,
  readRecorded,
  type RecordedCommand,
  type RecordPlace,
  writeLedger,
} from "./ledger-store.ts";
import type { OpportunityRequestRow } from "./ledger-rows.ts";
import type { ReadCommand } from "./read-commands.ts";
import { unknownSeats } from "../seats/index.ts";
import { seatsNamedBy } from "./named-seats.ts";
import { isOwn, type OwnRow, ownRowOf } from "./own-rows.ts";

/** What an accepted request is answered with. */
export interface Appended {
  readonly results: readonly CommandResult[];
  readonly head: LedgerHead;
  /** Entities that posture lit would not have shown to the person. */
  readonly unseen: number;
}

type Outcome =
  { readonly kind: "refused"; readonly refusal: ServiceError } | ({ readonly kind: "accepted" } & Appended);

export interface LedgerAppends {
  readonly append: Batcher<AppendRequest, Outcome>;
}

export interface LedgerDeps {
  readonly ledger: LedgerAppends;
}

/** Requests of one transaction, and those that may wait in a process. */
const requestsMax = 64;
const organizationsAtOnce = 4;
const waitingMax = 2_000;

/** Opens appends once per process: requests that wait for one organization's head share a transaction (LEDGER-12). */
export function openLedger(db: Database): LedgerAppends {
  return {
    append: createBatcherByKey({
      name: "ledger appends",
      keyOf: ({ organizationId }) => organizationId,
      maxBatch: requestsMax,
      maxKeysInFlight: organizationsAtOnce,
      maxWaiting: waitingMax,
      run: (requests) => appendTogether(db, requests),
      // Texts are the callers': one that cannot be stored must not fail the others.
      repeatsOneByOne: isRowError,
    }),
  };
}

/**
 * Appends the commands of a request: all or none (LEDGER-12).
 * @throws `action_payload_invalid`, `not_found`; `book_unavailable` when too many wait.
 */
export async function appendCommands(deps: LedgerDeps, request: AppendRequest): Promise<Appended> {
  try {
    const outcome = await deps.ledger.append(request);
    if (outcome.kind === "refused") throw outcome.refusal;
    return outcome;
  } catch (error) {
    if (error instanceof OverloadedError) throw fail("book_unavailable", { retryAfterSeconds: 2, cause: error });
    throw error;
  }
}

/** All of one organization, in the order in which they came. */
async function appendTogether(db: Database, requests: readonly AppendRequest[]): Promise<Outcome[]> {
  const organizationId = requests[0]?.organizationId ?? "";
  const commands = requests.flatMap((request) => request.commands.map((command) => ({ request, command })));
  // Before the lock: the book does not change under it, and reads of the book must not lengthen it.
  const facts = await factsOfRecords(db, organizationId, commands);
  const named = new Set(commands.flatMap(({ command }) => seatsNamedBy(command).map(({ seatKey }) => seatKey)));
  const unknown = await unknownSeats(db, organizationId, [...named]);
  return db.inTransaction(async (tx) => {
    const { agentCommands, lockedAt, ...head } = await lockLedger(tx, organizationId);
    const keys = [...new Set(commands.map(({ command }) => command.idempotencyKey))];
    const recorded = new Map(await readRecorded(tx, organizationId, keys));
    const fresh = commands.filter(({ command }) => !recorded.has(command.idempotencyKey));
    const states = await loadStates(tx, organizationId, neededBy(fresh));
    const seen = await seenRows(tx, organizationId, states, fresh);
    const recordedAt = lockedAt.toISOString();
    return judgeAll(tx, requests, {
      organizationId,
      head,
      recorded,
      states,
      standing: {
        agentCommands,
        recordedAt,
        unknownSeats: unknown,
        factsOf: (_request, command) => seen.get(command) ?? facts.get(command),
      },
    });
  });
}

/** Judges the requests one after the other, each on what those before it left, and writes what was accepted. */
async function judgeAll(
  tx: Transaction,
  requests: readonly AppendRequest[],
  given: {
    readonly organizationId: string;
    readonly head: LedgerHead;
    readonly recorded: Map<string, RecordedCommand>;
    readonly states: LedgerStates;
    readonly standing: Pick<Standing, "agentCommands" | "recordedAt" | "unknownSeats" | "factsOf">;
  },
): Promise<Outcome[]> {
  const { recorded, standing, organizationId } = given;
  const states = new LedgerStates(given.states);
  const rows: CommandRow[] = [];
  let { head } = given;
  const outcomes = requests.map((request): Judged => {
    const judged = judgeRequest({ ...standing, head, states, recorded }, request);
    if (judged.kind === "refused") return judged;
    head = judged.head;
    states.keep(judged.states);
    rows.push(...judged.rows);
    for (const one of judged.recorded) recorded.set(one.idempotencyKey, one);
    return judged;
  });
  if (rows.length > 0) {
    const changes = states.rows();
    await writeLedger(tx, organizationId, head, { commands: rows, changes });
    await decideOpportunities(tx, organizationId, changes.opportunityRequests);
  }
  return outcomes.map((judged) => {
    if (judged.kind === "refused") return judged;
    const { results, unseen } = judged;
    return { kind: "accepted", results, head: judged.head, unseen };
  });
}

/** Of several commands about one opportunity in a transaction the last one counts. */
async function decideOpportunities(
  tx: Transaction,
  organizationId: string,
  requests: readonly OpportunityRequestRow[],
): Promise<void> {
  await setOpportunityStatuses(
    tx,
    organizationId,
    requests.map((request) => ({
      environmentId: request.environment_id,
      opportunityId: request.opportunity_id,
      status: request.status,
      reason: request.reason ?? undefined,
      by: request.requested_by,
      now: new Date(request.requested_at),
    })),
  );
}

type Appends = readonly { readonly request: AppendRequest; readonly command: ReadCommand }[];

async function factsOfRecords(
  db: Database,
  organizationId: string,
  commands: Appends,
): Promise<ReadonlyMap<ReadCommand, EntityFacts>> {
  const entities = commands.map(
    ({ request: { environmentId, connectionId, viewer }, command: { entity } }): RequestedEntity => ({
      entity,
      environmentId,
      connectionId,
      viewer,
    }),
  );
  const found = await checkEntities(db, organizationId, entities);
  return new Map(
    commands.flatMap(({ command }, at) => {
      const facts = found[at];
      return facts === undefined ? [] : [[command, facts] as const];
    }),
  );
}

function neededBy(fresh: Appends) {
  const keysOf = (kind: string): string[] => [
    ...new Set(fresh.flatMap(({ command: { entity } }) => (entity.kind === kind ? [entity.key] : []))),
  ];
  const placesOf = (isNeeded: (command: ReadCommand) => boolean): RecordPlace[] =>
    fresh.flatMap(({ request: { environmentId }, command }) =>
      isNeeded(command) ? [{ environmentId, kind: command.entity.kind, key: command.entity.key }] : [],
    );
  return {
    tasks: keysOf("task"),
    workflows: keysOf("workflow"),
    notes: keysOf("note"),
    flagged: placesOf(({ type }) => type.name === "clear_flag"),
    awaited: placesOf(({ expectedLastSeq, entity }) => expectedLastSeq !== undefined && !isOwn(entity.kind)),
  };
}

/** The facts of tasks, workflows and notes that the person of each command may see or, under shadow, is counted for. */
async function seenRows(
  tx: Transaction,
  organizationId: string,
  states: LedgerStates,
  fresh: Appends,
): Promise<ReadonlyMap<ReadCommand, EntityFacts>> {
  const found = fresh.flatMap(({ request, command }) => {
    const row = ownRowOf(states, command.entity);
    return row !== undefined && isInReach(row, request, command) ? [{ request, command, row }] : [];
  });
  const restricted = found.flatMap(({ request: { viewer }, command, row }) =>
    viewer.grants === null || row.client_key === null
      ? []
      : [
          {
            command,
            connectionId: row.connection_id,
            clientKey: row.client_key,
            policyKey: row.policy_key,
            grants: viewer.grants,
          },
        ],
  );
  const granted = await areGranted(tx, organizationId, restricted);
  const hidden = new Set(restricted.filter((_, at) => granted[at] !== true).map(({ command }) => command));
  return new Map(
    found.map(({ request: { viewer, actor }, command, row }) => {
      const isSeen =
        row.client_key === null
          ? viewer.grants === null || row.is_open || row.by === actor.principal
          : !hidden.has(command);
      const isMine = row.assignee !== null && row.assignee === viewer.seatKey;
      const { client_key: clientKey, policy_key: policyKey, is_open: isOpen } = row;
      return [command, { clientKey, policyKey, isOpen, isSeen: isSeen || isMine }] as const;
    }),
  );
}

/** Of the key's environment and connection; a private note for its author alone (LEDGER-42). */
function isInReach(
  row: OwnRow,
  { environmentId, connectionId, actor }: AppendRequest,
  { entity }: ReadCommand,
): boolean {
  if (row.environment_id !== environmentId) return false;
  if (row.connection_id !== null && row.connection_id !== connectionId) return false;
  if (row.privateTo !== null && row.privateTo !== actor.principal) return false;
  return isOfOwner(entity, { clientKey: row.client_key, policyKey: row.policy_key });
}
