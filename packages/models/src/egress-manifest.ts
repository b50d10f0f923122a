import type { EngineTypeName } from "@service/contract";
import type { PromptPart } from "./conversation/prompt-parts.ts";

/** What of a run's context or of a conversation may leave for a model provider (MODEL-1, MODEL-2). Default deny. */
export type EgressManifest = {
  readonly schema_version: 1;
  readonly destinations: readonly string[];
  readonly rules: readonly EgressRule[];
};

export type EgressRule = EngineEgressRule | ConversationEgressRule;

/** A value of a run's context that may leave. */
export type EngineEgressRule = {
  readonly engine_type: EngineTypeName;
  /** Dotted, `[]` for every element: `findings[].title`. A path to an object or array covers what lies under it. */
  readonly path: string;
  readonly transform: EgressTransform;
  /** Bounds each string that leaves. */
  readonly max_chars?: number;
};

/** A part of a conversation's prompt that may leave (MODEL-70). */
export type ConversationEgressRule = {
  readonly surface: "conversation";
  readonly part: PromptPart;
  readonly transform: ConversationTransform;
  /** Bounds each text of the part that leaves. */
  readonly max_chars?: number;
};

export const egressTransforms = ["pass", "mask", "hash", "bucket", "drop"] as const;
type EgressTransform = (typeof egressTransforms)[number];

/** A prompt is text: a hash or a band of it says nothing. */
export const conversationTransforms = ["pass", "mask", "drop"] as const;
type ConversationTransform = (typeof conversationTransforms)[number];

/** Manifests an operator has registered, by hash. */
export type RegisteredManifests = ReadonlyMap<string, EgressManifest>;

export function isEngineRule(rule: EgressRule): rule is EngineEgressRule {
  return "engine_type" in rule;
}

export function isConversationRule(rule: EgressRule): rule is ConversationEgressRule {
  return "surface" in rule;
}
