import { fail, type InstanceConfig } from "@service/contract";
import { isUnavailable } from "@service/db";
import type { JsonObject } from "@service/json";
import { sleep } from "@service/runtime";
import { randomUUID } from "node:crypto";
import { attachmentsForTurn } from "../attachments/index.ts";
import { readConfiguration } from "../conversations/index.ts";
import type { Deps } from "../../deps.ts";
import { replayable, type Replayable, replayOf } from "../../replays.ts";
import { keyScopeOf } from "../grounding/index.ts";
import type { Viewer } from "../../book/seats/index.ts";
import { resolveModel } from "../models/index.ts";
import { cancelTurnRow } from "./cancel-turn.ts";
import { insertTurn, type NewTurn } from "./insert-turn.ts";
import { embeddedModel } from "./present-turn.ts";
import { conversationRequest, type FoundPlace, foundPlace, idOrNone } from "./read-turn.ts";
import { readTurnPlace, type TurnPlace } from "./read-turn-place.ts";
import { refuseUnqueuedTurn } from "./refuse-unqueued-turn.ts";
import { checkTurnTestScenario } from "./turn-test-scenario.ts";
import { storableText } from "./turn.ts";

/** A turn as it was asked for. */
export interface TurnRequest {
  readonly slug: string;
  readonly conversationId: string;
  readonly text: string;
  /** Undefined: the newest turn; null: a new beginning. */
  readonly parentTurnId: string | null | undefined;
  readonly attachmentIds: readonly string[];
  readonly onConflict: "reject" | "interrupt";
  readonly cancelsOnLeave: boolean;
  readonly isDraft: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  readonly testScenario: unknown;
  readonly afterChars: number | undefined;
  /** The body as it was sent, which a repetition must equal. */
  readonly body: JsonObject;
  readonly idempotencyKey: string | undefined;
  readonly traceId: string | null;
  readonly traceParent: string | null;
}

export interface SubmittedTurn {
  readonly turnId: string;
  readonly conversationId: string;
  /** The key was used before: this is that turn. */
  readonly isReplay: boolean;
}

type SubmitTurnDeps = Pick<Deps, "queue"> & Parameters<typeof resolveModel>[0];

/** How long a submission with `on_conflict: "interrupt"` waits for the turn that it cancelled. */
const interruptWaitMs = 5_000;
const interruptPollMs = 50;
/** A submission is judged again when its conversation changed between its check and its insert; each round needs a race. */
const roundsMax = 20;
/** What a caller over the cap of active turns is asked to wait, seconds. */
const capRetrySeconds = 2;
/** A wake-up needs no answer of its own when the queue has just answered. */
const wakeTrustedMs = 1_000;

/**
 * Accepts a turn (TURN-1 to TURN-4, TURN-20): one read of everything it depends on, one statement that inserts it, one wake-up.
 * @throws refusals in the order of all routes: of the request, the instance, the conversation, the parent, the state.
 */
export async function submitTurn(deps: SubmitTurnDeps, viewer: Viewer, request: TurnRequest): Promise<SubmittedTurn> {
  const testScenario = checkTurnTestScenario(viewer, {
    requested: request.testScenario,
    afterChars: request.afterChars,
  });
  if (request.isDraft && viewer.isLive) throw fail("instance_version_draft_requires_sandbox_key");
  const conversation = conversationRequest(viewer, request);
  // TURN-20: who uses a key, and where; kept as long as the turn.
  const scope = keyScopeOf(viewer, conversation.conversationId);
  const hashes = replayable({ scope, key: request.idempotencyKey, body: request.body });
  const parentTurnId = typeof request.parentTurnId === "string" ? idOrNone(request.parentTurnId) : undefined;
  const deadlineMs = performance.now() + interruptWaitMs;
  for (let round = 0; round < roundsMax;) {
    const found = await readTurnPlace(deps.db, { ...conversation, parentTurnId, idemHash: hashes.keyHash });
    const replay = found && turnOfKey(found, hashes);
    if (replay) {
      // The turn of the first request may not be on disk yet.
      await deps.db.untilDurable();
      return replay;
    }
    const place = foundPlace(found?.instanceStatus === "archived" ? refuseArchived() : found);
    if (parentTurnId !== undefined && place.parentId === null) throw fail("turn_not_found");
    const configuration = await configurationFor(deps, { viewer, request, place });
    if (place.conversationStatus === "archived") throw fail("conversation_archived");
    const { activeTurnId } = place;
    if (activeTurnId !== null) {
      if (request.onConflict === "reject" || performance.now() >= deadlineMs)
        throw fail("turn_in_progress", { details: { turn_id: activeTurnId } });
      const reason = "interrupted by the next turn";
      await cancelTurnRow(deps, { turnId: activeTurnId, conversationId: place.conversationId, reason });
      await sleep(interruptPollMs);
      continue;
    }
    const turn = await newTurnOf(deps, { viewer, request, place, configuration, testScenario, hashes });
    const inserted = await insertTurn(deps.db, turn);
    round += 1;
    switch (inserted.kind) {
      case "inserted":
        return announceTurn(deps, turn);
      case "full":
        throw fail("rate_limited", {
          retryAfterSeconds: capRetrySeconds,
          message: "The organization has as many turns under way as it may have. Retry after the given time.",
        });
      case "gone":
      case "taken":
        continue;
    }
  }
  throw new Error(`the conversation changed ${roundsMax} times while one turn was submitted`);
}

function refuseArchived(): never {
  throw fail("conversation_instance_archived");
}

/** @throws `idempotency_key_reused` */
function turnOfKey(place: TurnPlace, { requestHash }: Replayable): SubmittedTurn | undefined {
  const { keyTurnId: turnId, keyRequestHash, conversationId } = place;
  if (turnId === null || keyRequestHash === null || conversationId === null) return undefined;
  replayOf({ requestHash: keyRequestHash }, requestHash, () =>
    fail("idempotency_key_reused", { details: { turn_id: turnId } }),
  );
  return { turnId, conversationId, isReplay: true };
}

/**
 * The configuration that answers.
 * @throws `conversation_instance_not_released`; what it refuses of the request, which comes before the state of the conversation.
 */
async function configurationFor(
  deps: SubmitTurnDeps,
  given: { readonly viewer: Viewer; readonly request: TurnRequest; readonly place: FoundPlace },
): Promise<{ readonly hash: string; readonly config: InstanceConfig }> {
  const { request, place } = given;
  const hash = request.isDraft ? place.draftHash : place.releasedHash;
  if (hash === null) throw fail("conversation_instance_not_released");
  const config = await readConfiguration(deps, hash);
  assertInput(request, config.limits.max_input_chars);
  await assertAttachments(deps, { ...given, limits: config.attachments });
  return { hash, config };
}

async function newTurnOf(
  deps: SubmitTurnDeps,
  given: {
    readonly viewer: Viewer;
    readonly request: TurnRequest;
    readonly place: FoundPlace;
    readonly configuration: { readonly hash: string; readonly config: InstanceConfig };
    readonly testScenario: string | null;
    readonly hashes: Replayable;
  },
): Promise<NewTurn> {
  const { viewer, request, place, configuration, testScenario, hashes } = given;
  return {
    id: randomUUID(),
    organizationId: viewer.organizationId,
    conversationId: place.conversationId,
    parentTurnId: request.parentTurnId === null ? null : place.parentId,
    inputText: request.text,
    attachmentIds: request.attachmentIds,
    inputMetadata: JSON.stringify(request.metadata),
    cancelsOnLeave: request.cancelsOnLeave,
    instanceVersion: request.isDraft ? null : place.latestVersion,
    configHash: configuration.hash,
    model: await modelOf(deps, viewer, configuration.config.model.alias),
    testScenario,
    testAfterChars: request.afterChars ?? null,
    rights: JSON.stringify(viewer),
    submittedBy: viewer.principal,
    keyId: viewer.keyId,
    idemHash: hashes.keyHash,
    requestHash: hashes.requestHash,
    traceId: request.traceId,
    traceParent: request.traceParent,
    title: titleOf(request.text),
  };
}

/** @throws `provider_not_configured` for an alias that the organization no longer has. */
async function modelOf(deps: SubmitTurnDeps, { organizationId }: Viewer, alias: string): Promise<NewTurn["model"]> {
  if (alias === embeddedModel.alias) return embeddedModel;
  const resolved = await resolveModel(deps, { organizationId, alias, surface: "conversation" });
  switch (resolved.kind) {
    case "embedded":
      return embeddedModel;
    case "model":
      return { alias, provider: resolved.line.provider, name: resolved.line.model };
    case "refused":
      throw fail("provider_not_configured");
  }
}

/** @throws `invalid_request` with the path of the field. */
function assertInput({ text }: TurnRequest, charsMax: number): void {
  if (text.length <= charsMax || [...text].length <= charsMax) return;
  const details = [{ field: "text", message: `must have at most ${charsMax} characters` }];
  throw fail("invalid_request", { details });
}

/** @throws `invalid_request` for too many or where the instance takes none; `attachment_not_found`, `attachment_not_ready`. */
async function assertAttachments(
  deps: Pick<Deps, "db">,
  given: {
    readonly viewer: Viewer;
    readonly request: TurnRequest;
    readonly place: FoundPlace;
    readonly limits: { readonly enabled: boolean; readonly max_files_per_turn: number };
  },
): Promise<void> {
  const { viewer, request, place, limits } = given;
  const { attachmentIds } = request;
  if (attachmentIds.length === 0) return;
  const message = !limits.enabled
    ? "the instance takes no attachments"
    : attachmentIds.length > limits.max_files_per_turn
      ? `must have at most ${limits.max_files_per_turn} elements`
      : undefined;
  if (message !== undefined) throw fail("invalid_request", { details: [{ field: "attachment_ids", message }] });
  await attachmentsForTurn(deps, viewer, { conversationId: place.conversationId, attachmentIds });
}

const titleCharsMax = 80;

/** The first characters of the first input, on one line. */
function titleOf(text: string): string {
  const line = storableText(text).replaceAll(/\s+/g, " ").trim();
  return [...line].slice(0, titleCharsMax).join("");
}

/**
 * Wakes a worker, which may begin while the disk writes; the caller is answered when the turn is durable (TURN-1). Without a queue the turn is stored as failed, unless a worker has taken it already (TURN-11).
 * @throws `queue_unreachable`.
 */
async function announceTurn(deps: SubmitTurnDeps, turn: NewTurn): Promise<SubmittedTurn> {
  const { id: turnId, conversationId } = turn;
  const durable = deps.db.untilDurable();
  durable.catch(() => undefined);
  const isWoken = await deps.queue.wake("turns", { trustedForMs: wakeTrustedMs });
  if (!isWoken && (await isRefused(deps, turnId))) throw fail("queue_unreachable", { details: { turn_id: turnId } });
  await durable;
  return { turnId, conversationId, isReplay: false };
}

async function isRefused({ db, log }: SubmitTurnDeps, turnId: string): Promise<boolean> {
  try {
    return await refuseUnqueuedTurn(db, turnId);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    log.warn({ turn_id: turnId, err: error }, "a turn without a wake-up could not be failed; a worker will find it");
    return false;
  }
}
