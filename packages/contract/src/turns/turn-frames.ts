import * as z from "zod";
import { configHashExample } from "../resources/examples.ts";
import { JsonObject, JsonValue } from "../resources/shapes.ts";
import { Citation, InstanceVersionPin, resumeModes, Turn, turnStatuses, TurnModel } from "./turn.ts";

export const noticeCodes = [
  "source_unavailable",
  "history_truncated",
  "fallback_model_used",
  "attachment_skipped",
  "content_redacted",
  "cancel_requested",
  "embedded_answers",
  "waiting",
] as const;
export type NoticeCode = (typeof noticeCodes)[number];

const TurnStarted = z
  .object({
    type: z.literal("turn.started"),
    turn_id: z.uuid(),
    conversation_id: z.uuid(),
    index: z.int(),
    instance_version: InstanceVersionPin,
    config_hash: z.string().meta({ examples: [configHashExample] }),
    attempt: z.int(),
    model: TurnModel,
    idempotent_replay: z.boolean().meta({ description: "The Idempotency-Key was used before: this is that turn." }),
  })
  .meta({ id: "TurnStartedFrame" });

const AttemptStarted = z
  .object({
    type: z.literal("attempt.started"),
    attempt: z.int(),
    mode: z.enum(resumeModes),
    discard: z.boolean().meta({ description: "Drop all text and citations so far." }),
    reason: z.string().meta({ examples: ["worker_lost"] }),
  })
  .meta({ id: "AttemptStartedFrame" });

const Notice = z
  .object({
    type: z.literal("notice"),
    code: z.enum(noticeCodes),
    message: z.string().meta({ examples: ["The answer quotes its sources and does not generate text."] }),
    detail: JsonObject.meta({ examples: [{}] }),
  })
  .meta({ id: "NoticeFrame" });

const ToolStarted = z
  .object({
    type: z.literal("tool.started"),
    call_id: z.string().meta({ examples: ["call_1"] }),
    name: z.string().meta({ examples: ["search_sources"] }),
    input: JsonValue.meta({ examples: [{ query: "deductible" }] }),
  })
  .meta({ id: "ToolStartedFrame" });

const ToolFinished = z
  .object({
    type: z.literal("tool.finished"),
    call_id: z.string().meta({ examples: ["call_1"] }),
    status: z.enum(["ok", "error", "denied"]),
    duration_ms: z.int().meta({ examples: [12] }),
    summary: z.string().meta({ examples: ["3 passages"] }),
  })
  .meta({ id: "ToolFinishedFrame" });

const TextDelta = z
  .object({
    type: z.literal("text.delta"),
    text: z.string().meta({ examples: ["The claims desk "] }),
    offset: z.int().min(0).meta({ description: "Of its first character, in Unicode code points: no gap goes unseen." }),
  })
  .meta({ id: "TextDeltaFrame" });

const CitationFrame = Citation.extend({ type: z.literal("citation") }).meta({ id: "CitationFrame" });

const Usage = z
  .object({ type: z.literal("usage"), input_tokens: z.int(), output_tokens: z.int(), estimated: z.boolean() })
  .meta({ id: "UsageFrame" });

export const snapshotReasons = ["log_expired", "cursor_unknown", "slow_reader"] as const;
export type SnapshotReason = (typeof snapshotReasons)[number];

const Snapshot = z
  .object({
    type: z.literal("snapshot"),
    text: z.string().meta({ examples: ["The claims desk is open"] }),
    citations: z.array(Citation),
    attempt: z.int(),
    through: z.string().meta({ description: "The frame up to which it tells everything.", examples: ["1-14"] }),
    reason: z.enum(snapshotReasons),
  })
  .meta({ id: "SnapshotFrame", description: "Replaces what the reader has; the rest of the frames follows." });

const ErrorFrame = z
  .object({
    type: z.literal("error"),
    code: z.string().meta({ examples: ["provider_error"] }),
    reason: z
      .string()
      .nullable()
      .meta({ examples: ["unavailable"] }),
    message: z.string().meta({ examples: ["The provider is not available right now."] }),
    retryable: z.boolean(),
    retry_after_seconds: z.int().optional(),
    partial: z.boolean().meta({ description: "Text was sent in this attempt." }),
  })
  .meta({ id: "TurnErrorFrame" });

const Done = z
  .object({ type: z.literal("done"), status: z.enum(turnStatuses), turn: Turn })
  .meta({ id: "DoneFrame", description: "Exactly one, always last." });

const Reconnect = z
  .object({
    type: z.literal("reconnect"),
    reason: z.enum(["server_shutdown", "max_stream_age"]),
    retry_ms: z.int().meta({ examples: [2_000] }),
  })
  .meta({ id: "ReconnectFrame", description: "Without an id; the connection closes and the stream can be continued." });

/**
 * A frame of the stream of a turn (TURN-30). Ids are `<attempt>-<seq>`. Readers ignore names and members that they do not
 * know, and read until `done`.
 */
export const TurnFrame = z
  .discriminatedUnion("type", [
    TurnStarted,
    AttemptStarted,
    Notice,
    ToolStarted,
    ToolFinished,
    TextDelta,
    CitationFrame,
    Usage,
    Snapshot,
    ErrorFrame,
    Done,
    Reconnect,
  ])
  .meta({ id: "TurnFrame" });
export type TurnFrame = z.infer<typeof TurnFrame>;

/** Frames that a worker writes into the log; the others are made from the row of the turn when they are read. */
export type LoggedFrame = Extract<
  TurnFrame,
  { readonly type: "notice" | "tool.started" | "tool.finished" | "text.delta" | "citation" | "usage" }
>;
