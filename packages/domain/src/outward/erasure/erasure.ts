import type { ClientTraces } from "./client-traces.ts";

/** The client that is erased, and how it is recognized. */
export interface ErasedClient {
  readonly organizationId: string;
  readonly connectionId: string;
  readonly clientKey: string;
  readonly traces: ClientTraces;
  /** Count only. */
  readonly isDryRun: boolean;
  /** Set by a step that blanked commands about others: what their commands amount to is made anew. */
  mustRebuild: boolean;
}

/** Rows by what became of them, such as `runs_removed`. */
export type ErasedCounts = Readonly<Record<string, number>>;
