import type { EngineTypeName } from "@service/contract";

/** What of a run's context may leave for a model provider (MODEL-1, MODEL-2). Default deny: only listed paths leave. */
export type EgressManifest = {
  readonly schema_version: 1;
  readonly destinations: readonly string[];
  readonly rules: readonly EgressRule[];
};

export type EgressRule = {
  readonly engine_type: EngineTypeName;
  /** Dotted, `[]` for every element: `findings[].title`. A path to an object or array covers what lies under it. */
  readonly path: string;
  readonly transform: EgressTransform;
  /** Bounds each string that leaves. */
  readonly max_chars?: number;
};

export const egressTransforms = ["pass", "mask", "hash", "bucket", "drop"] as const;
type EgressTransform = (typeof egressTransforms)[number];

/** Manifests an operator has registered, by hash. */
export type RegisteredManifests = ReadonlyMap<string, EgressManifest>;
