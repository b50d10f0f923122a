import * as z from "zod";
import { engineSlugPattern } from "../resources/engines.ts";
import { limits } from "../limits.ts";
import { ConfigHash, JsonObject, KeyId, text, Timestamp } from "../resources/shapes.ts";
import { InstanceConfig } from "./instance-config.ts";

export const instanceStatuses = ["active", "archived"] as const;
export type InstanceStatus = (typeof instanceStatuses)[number];

/** Any length: a malformed slug is answered as not found. */
export const InstanceParams = z.object({ slug: z.string().min(1).meta({ example: "service-desk" }) });

/** What an evaluation must show before a draft is released. Members that are left out have their default. */
export const EvalGate = z
  .strictObject({
    min_scenarios: z
      .int()
      .min(1)
      .max(limits.evalScenariosPerGate)
      .default(1)
      .meta({ description: "Active scenarios that the evaluation covers at least." }),
    min_pass_rate: z.number().min(0).max(1).default(1),
    max_regressions: z.int().min(0).max(limits.evalScenariosPerGate).default(0),
    required_tags: z
      .array(text(1, 50))
      .max(20)
      .default([])
      .meta({ examples: [["claims"]] }),
    max_age_hours: z.int().min(1).max(8_760).default(168),
    trials: z.int().min(1).max(5).default(1),
    trial_rule: z.enum(["all", "majority"]).default("all"),
  })
  .meta({ id: "EvalGate" });
export type EvalGate = z.output<typeof EvalGate>;

/** CONV-1. */
export const ConversationInstance = z
  .object({
    id: z.uuid(),
    slug: z.string().meta({ examples: ["service-desk"] }),
    label: z.string().meta({ examples: ["Service desk"] }),
    description: z.string().meta({ examples: ["Answers questions about policies of a client"] }),
    status: z.enum(instanceStatuses),
    latest_version: z
      .int()
      .nullable()
      .meta({ description: "What new turns execute; null before the first release.", examples: [3] }),
    draft_config_hash: ConfigHash,
    draft_updated_at: Timestamp,
    revision: z
      .int()
      .min(1)
      .meta({ description: "Of the draft; send it in `If-Match`, in quotes.", examples: [7] }),
    eval_gate: EvalGate,
    retention_days: z
      .int()
      .nullable()
      .meta({ description: "Null: as the organization has it.", examples: [90] }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "ConversationInstance" });

export const ConversationInstanceList = z
  .object({
    conversation_instances: z.array(ConversationInstance),
    next_cursor: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: "ConversationInstanceList" });

/** A name for people: at least one character that is not a space. */
const label = text(1, limits.engineLabelCharsMax).refine((value) => value.trim() !== "", "must not be only spaces");
const description = text(0, limits.engineDescriptionCharsMax);

/** The configuration as a caller sends it: its problems are listed by JSON Pointer under a code of their own. */
const SentConfig = JsonObject.meta({
  description: "See `ConversationInstanceConfig`; members that are left out have their default.",
  examples: [{ instructions: "Answer briefly.", grounding: { sources: [{ kind: "knowledge" }] } }],
});

export const CreateInstanceRequest = z
  .strictObject({
    slug: z
      .string()
      .regex(
        engineSlugPattern,
        "must be 3 to 50 lowercase letters, digits or hyphens, beginning and ending with a letter or digit",
      )
      .meta({ examples: ["service-desk"] }),
    label: label.meta({ examples: ["Service desk"] }),
    description: description.optional().meta({ examples: ["Answers questions about policies of a client"] }),
    config: SentConfig.optional(),
  })
  .meta({ id: "CreateInstanceRequest", example: { slug: "service-desk", label: "Service desk" } });

export const UpdateInstanceRequest = z
  .strictObject({
    label: label.optional().meta({ examples: ["Service desk"] }),
    description: description.optional().meta({ examples: ["Answers questions about policies of a client"] }),
    status: z.enum(instanceStatuses).optional(),
    eval_gate: EvalGate.optional().meta({ description: "Replaces the gate as a whole." }),
    retention_days: z
      .int()
      .min(1)
      .max(limits.conversationRetentionDaysMax)
      .nullable()
      .optional()
      .meta({ description: "Days after the last turn. Null: as the organization has it.", examples: [90] }),
  })
  .refine(
    (patch) => Object.values(patch).some((value) => value !== undefined),
    "must hold at least one of label, description, status, eval_gate and retention_days",
  )
  .meta({ id: "UpdateInstanceRequest", example: { status: "archived" } });

export const SaveDraftRequest = z
  .strictObject({ config: SentConfig })
  .meta({ id: "SaveDraftRequest", example: { config: { instructions: "Answer briefly." } } });

/** A model that a configuration may name. */
export const ModelAlias = z
  .object({
    alias: z.string().meta({ examples: ["embedded"] }),
    provider: z.string().meta({ examples: ["embedded"] }),
    caps: z
      .record(z.string(), z.boolean())
      .meta({ examples: [{ continuation: true, tools: false, json: true, judge: false, embeddings: false }] }),
    max_output_tokens: z
      .int()
      .nullable()
      .meta({ description: "Null: the model has no such bound.", examples: [null] }),
  })
  .meta({ id: "ModelAlias" });

/**
 * What the evaluation gate says of a configuration: `not_met`: no fresh finished run of exactly this configuration, or too few
 * scenarios.
 */
export const gateStates = ["passed", "not_met", "failed", "regressed"] as const;
export type GateState = (typeof gateStates)[number];

export const DraftGate = z.object({
  state: z.enum(gateStates),
  missing: z.array(z.string()).meta({
    description: "What a release still needs, in words.",
    examples: [["an evaluation of exactly this configuration"]],
  }),
  eval_run_id: z.uuid().nullable(),
});

/** The configuration that is being edited. */
export const InstanceDraft = z
  .object({
    config: InstanceConfig,
    config_hash: ConfigHash,
    revision: z
      .int()
      .min(1)
      .meta({ examples: [7] }),
    updated_at: Timestamp,
    updated_by: KeyId,
    preset: InstanceConfig.meta({ description: "The default of every member." }),
    models: z.array(ModelAlias).meta({ description: "Models that are open to the organization." }),
    gate: DraftGate,
  })
  .meta({ id: "InstanceDraft" });
