import type { EngineStatus, EngineTypeName, PinPolicy } from "@service/contract";

/** The newest release of one major version. */
export interface LatestRelease {
  readonly major: number;
  readonly minor: number;
  readonly configHash: string;
  /** False when an operator withdrew it: `engine_release_unservable`. */
  readonly servable: boolean;
}

/**
 * All that a request to an engine needs, read by a statement batched over concurrent requests: binding, budget, archive
 * check, pin resolution and the settings that are read at request time (ENG-18).
 */
export interface EngineForCall {
  readonly id: string;
  /** The engine of the contract registry: every organization has it, in sandboxes only; no organization owns it. */
  readonly isBuiltIn?: true;
  /** Increases with every change of the engine or of a release; 0 for the built-in engine, which never changes. */
  readonly revision: number;
  readonly slug: string;
  readonly engineType: EngineTypeName;
  readonly status: EngineStatus;
  readonly pinPolicy: PinPolicy;
  readonly draftConfigHash: string;
  readonly exposeWarnings: boolean;
  readonly notifyOnSupersede: boolean;
  readonly requestsPerMinute: number;
  /** Newest first, one per major; empty = nothing released. Look up other exact pins with `findRelease`. */
  readonly latest: readonly LatestRelease[];
}
