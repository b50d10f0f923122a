import type { ConversationInstance, InstanceDraft } from "@service/contract";
import type * as z from "zod";
import { presetConfig } from "./configuration.ts";
import { gateOf, type Instance } from "./instance.ts";
import type { Draft } from "./read-draft.ts";

/** CONV-1. */
export function presentInstance(instance: Instance): z.output<typeof ConversationInstance> {
  return {
    id: instance.id,
    slug: instance.slug,
    label: instance.label,
    description: instance.description,
    status: instance.status,
    latest_version: instance.latestVersion,
    draft_config_hash: instance.draftConfigHash,
    draft_updated_at: instance.draftUpdatedAt.toISOString(),
    revision: instance.revision,
    eval_gate: gateOf(instance),
    retention_days: instance.retentionDays,
    created_at: instance.createdAt.toISOString(),
    updated_at: instance.updatedAt.toISOString(),
  };
}

/** CONV-12: the draft with what it may name and what the gate says of it. */
export function presentDraft({ instance, config, models, gate }: Draft): z.output<typeof InstanceDraft> {
  return {
    config,
    config_hash: instance.draftConfigHash,
    revision: instance.revision,
    updated_at: instance.draftUpdatedAt.toISOString(),
    updated_by: instance.draftUpdatedBy,
    preset: presetConfig(),
    models: models.map(({ alias, provider, caps, maxOutputTokens }) => ({
      alias,
      provider,
      caps: { ...caps },
      max_output_tokens: maxOutputTokens,
    })),
    gate: { state: gate.state, missing: [...gate.missing], eval_run_id: gate.evalRunId },
  };
}
