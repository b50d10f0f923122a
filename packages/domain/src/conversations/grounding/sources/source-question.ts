import type { Capability } from "@service/contract";
import type { Deps } from "../../../deps.ts";
import type { ConfigurationDeps } from "../../../engines/engines/index.ts";
import type { GraphDeps } from "../../../book/graph/index.ts";
import type { BookDeps } from "../../../book/records/index.ts";
import type { Viewer } from "../../../book/seats/index.ts";
import type { Evidence } from "../evidence.ts";
import type { GroundingConfig, GroundingSource, GroundingSubject, Passage, SourceKind } from "../passage.ts";
import type { QueryWords } from "../rank-texts.ts";
import type { VariableValues } from "../selected.ts";

/** What reading sources uses of a process. */
export type GroundingDeps = Pick<Deps, "db" | "log" | "clock" | "secrets"> & BookDeps & ConfigurationDeps & GraphDeps;

/** What rows, documents and runs of clients a turn may be answered from (GROUND-22). */
export type Reach =
  /** The conversation has no subject: whatever the rights allow. */
  | { readonly kind: "all"; readonly connectionId: string | undefined }
  | {
      readonly kind: "client";
      readonly connectionId: string | undefined;
      readonly clientKey: string;
      /** What belongs to another policy is not read. */
      readonly policyKey: string | undefined;
    }
  /** The subject names no client that the viewer may read: nothing of any client. */
  | { readonly kind: "none" };

/** A question, with everything that decides what is read for it. */
export interface SourceQuestion {
  readonly viewer: Viewer;
  readonly query: QueryWords;
  readonly config: GroundingConfig;
  readonly variables: VariableValues;
  readonly subject: GroundingSubject;
  readonly reach: Reach;
  readonly conversationId: string | undefined;
  readonly attachmentIds: readonly string[];
  readonly looksUp: boolean;
  readonly signal: AbortSignal;
}

export type SourceOf<Kind extends SourceKind> = Extract<GroundingSource, { readonly kind: Kind }>;

/** What a source gave, the best first, and what a viewer of it needs. */
export interface FromSource {
  readonly passages: readonly Passage[];
  readonly needs: Evidence;
}

export function opens({ capabilities }: Viewer, capability: Capability): boolean {
  return capabilities.includes(capability);
}
