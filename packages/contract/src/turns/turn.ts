import * as z from "zod";
import { configHashExample, traceIdExample } from "../resources/examples.ts";
import { JsonObject, Timestamp } from "../resources/shapes.ts";

export const turnStatuses = [
  "queued",
  "running",
  "completed",
  "incomplete",
  "failed",
  "cancelled",
  "interrupted",
] as const;
export type TurnStatus = (typeof turnStatuses)[number];

export const endedTurnStatuses = ["completed", "incomplete", "failed", "cancelled", "interrupted"] as const;
export type EndedTurnStatus = (typeof endedTurnStatuses)[number];

export const incompleteReasons = ["max_output_tokens", "content_filtered", "tool_steps"] as const;
export type IncompleteReason = (typeof incompleteReasons)[number];

/** How an answer was made: by a rule, a look-up in structured rows, quoted sentences, no evidence, or a model. */
export const answerMethods = ["rule", "lookup", "extractive", "declined", "generated"] as const;
export type AnswerMethod = (typeof answerMethods)[number];

/** Codes of the errors with which a turn ends; a stream may also end with a code of the error table. */
export const turnErrorCodes = [
  "provider_error",
  "turn_timeout",
  "turn_interrupted",
  "source_error",
  "output_rejected",
  "queue_unreachable",
  "conversation_deleted",
  "internal_error",
] as const;
export type TurnErrorCode = (typeof turnErrorCodes)[number];

/** How a further attempt begins: from nothing, or where the text so far ends. */
export const resumeModes = ["restart", "continue"] as const;
export type ResumeMode = (typeof resumeModes)[number];

/** Where something that was quoted comes from. `ref` is what the public API takes; its members depend on the kind. */
export const CitationSource = z
  .object({
    kind: z.string().meta({ examples: ["knowledge"] }),
    ref: JsonObject.meta({ examples: [{ key: "claims-hours", passage: 1 }] }),
    title: z.string().meta({ examples: ["Claims desk"] }),
    locator: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: "CitationSource" });

const citationExample = {
  n: 1,
  source: { kind: "knowledge", ref: { key: "hours", passage: 1 }, title: "Claims desk", locator: null },
  quote: "The claims desk is open from 8 to 18.",
  span: { start: 0, end: 41 },
};

export const Citation = z
  .object({
    n: z.int().meta({ description: "The number in brackets in the text.", examples: [1] }),
    source: CitationSource,
    quote: z.string().meta({ examples: ["The claims desk is open from 8 to 18."] }),
    span: z
      .object({ start: z.int(), end: z.int() })
      .nullable()
      .meta({
        description: "What it supports, in Unicode code points of the text.",
        examples: [{ start: 0, end: 41 }],
      }),
    tentative: z.literal(true).optional().meta({
      description: "There where the quote is only near what was asked: it may answer it. Never with an answer in JSON.",
    }),
  })
  .meta({ id: "Citation", example: citationExample });
export type Citation = z.infer<typeof Citation>;

export const TurnModel = z
  .object({
    alias: z.string().meta({ examples: ["embedded"] }),
    provider: z.string().meta({ examples: ["embedded"] }),
    name: z.string().meta({ description: "The name of the model.", examples: ["embedded/extractive-1"] }),
    fallback_used: z.boolean(),
  })
  .meta({ id: "TurnModel" });

const TurnOutput = z
  .object({
    text: z
      .string()
      .nullable()
      .meta({
        description: "Null until the turn has ended.",
        examples: ["The claims desk is open from 8 to 18. [1]"],
      }),
    json: z
      .unknown()
      .meta({ description: "The parsed text where the instance answers JSON, else null.", examples: [null] }),
    citations: z.array(Citation).meta({ examples: [[citationExample]] }),
    method: z.enum(answerMethods).nullable(),
    tentative: z.literal(true).optional().meta({
      description:
        "There where nothing answers for certain, and the text quotes the nearest section behind “This may answer it:”. Show it as a suggestion. Never there with an answer in JSON.",
    }),
    withheld: z.boolean().meta({
      description: "True where the reader may not read what the answer was made from; the text is then null.",
    }),
  })
  .meta({ id: "TurnOutput" });

export const TurnError = z
  .object({
    code: z.string().meta({ examples: ["provider_error"] }),
    reason: z
      .string()
      .nullable()
      .meta({ examples: ["unavailable"] }),
    message: z.string().meta({ examples: ["The provider is not available right now."] }),
    retryable: z.boolean(),
  })
  .meta({ id: "TurnError" });

const TurnUsage = z
  .object({
    input_tokens: z.int().meta({ examples: [210] }),
    output_tokens: z.int().meta({ examples: [9] }),
    estimated: z.boolean(),
  })
  .meta({ id: "TurnUsage" });

export const TurnAttempt = z
  .object({
    attempt: z.int().meta({ examples: [1] }),
    started_at: Timestamp,
    ended_at: Timestamp.nullable(),
    end_reason: z
      .string()
      .nullable()
      .meta({ examples: ["completed"] }),
  })
  .meta({ id: "TurnAttempt" });

/** A release number, or the draft. */
export const InstanceVersionPin = z.union([z.int().min(1), z.literal("draft")]).meta({ examples: [3] });

/** One question with its answer. */
export const Turn = z
  .object({
    turn_id: z.uuid(),
    conversation_id: z.uuid(),
    index: z.int().meta({ description: "1, 2, 3 … in the order of creation.", examples: [1] }),
    parent_turn_id: z.uuid().nullable().meta({ description: "The turn that it continues; null begins anew." }),
    status: z.enum(turnStatuses),
    input: z.object({
      text: z.string().meta({ examples: ["When is the claims desk open?"] }),
      attachment_ids: z.array(z.uuid()).meta({ examples: [[]] }),
      metadata: z.record(z.string(), z.string()).meta({ examples: [{}] }),
    }),
    output: TurnOutput,
    instance_version: InstanceVersionPin,
    config_hash: z.string().meta({ examples: [configHashExample] }),
    model: TurnModel,
    attempt: z.int().meta({ examples: [1] }),
    attempts: z.array(TurnAttempt),
    usage: TurnUsage.nullable(),
    error: TurnError.nullable(),
    incomplete_reason: z.enum(incompleteReasons).nullable(),
    resumable: z.boolean(),
    last_event_id: z.string().meta({ description: "Of the newest frame of its stream.", examples: ["1-14"] }),
    submitted_by: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    trace_id: z
      .string()
      .nullable()
      .meta({ examples: [traceIdExample] }),
    created_at: Timestamp,
    started_at: Timestamp.nullable(),
    completed_at: Timestamp.nullable(),
    cancel_requested_at: Timestamp.nullable(),
  })
  .meta({ id: "Turn" });
export type Turn = z.infer<typeof Turn>;

export const TurnList = z
  .object({
    turns: z.array(Turn),
    next_cursor: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: "TurnList" });
