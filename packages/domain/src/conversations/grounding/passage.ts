import type { JsonObject } from "@service/json";
import type { Evidence } from "./evidence.ts";

/** The kinds of sources that a configuration may name. */
export type SourceKind =
  "knowledge" | "attachments" | "catalog_documents" | "catalog_items" | "records" | "run_outputs" | "graph";

type Strings = readonly string[] | undefined;
interface Ranked {
  /** Passages of the source at most. */
  readonly top_k: number;
  readonly required: boolean;
}

/** A source as a configuration names it; a selector that is left out means everything that rights and subject allow. */
export type GroundingSource = Ranked &
  (
    | { readonly kind: "knowledge"; readonly selector?: { readonly keys?: Strings } | undefined }
    | { readonly kind: "attachments"; readonly selector?: object | undefined }
    | {
        readonly kind: "catalog_documents";
        readonly selector?: { readonly document_keys?: Strings; readonly kinds?: Strings } | undefined;
      }
    | {
        readonly kind: "catalog_items";
        readonly selector?: { readonly dataset_keys?: Strings; readonly row_keys?: Strings } | undefined;
      }
    | {
        readonly kind: "records";
        readonly selector?:
          | {
              readonly connection_id?: string | undefined;
              readonly families?: Strings;
              readonly client_key?: string | undefined;
              readonly policy_key?: string | undefined;
            }
          | undefined;
      }
    | {
        readonly kind: "run_outputs";
        readonly selector?: { readonly engine_slugs?: Strings; readonly run_ids?: Strings } | undefined;
      }
    | {
        readonly kind: "graph";
        readonly selector?: { readonly kinds?: Strings; readonly node_keys?: Strings } | undefined;
      }
  );

/** What of an instance's configuration says where a turn reads. */
export interface GroundingConfig {
  readonly grounding: { readonly sources: readonly GroundingSource[] };
  readonly knowledge: readonly { readonly key: string; readonly title: string; readonly text: string }[];
}

/** What a conversation is about; nothing beyond it is read. */
export interface GroundingSubject {
  readonly connection_id?: string | undefined;
  readonly client_key?: string | undefined;
  readonly policy_key?: string | undefined;
  readonly run_ids?: readonly string[] | undefined;
}

/** Text that an answer may quote, with what a caller opens it by: kept with the turn as JSON for every attempt. */
export interface Passage {
  readonly kind: SourceKind;
  /** What the public interface takes (GROUND-20). */
  readonly ref: JsonObject;
  readonly title: string;
  /** A page or a part for people; null where the reference says it all. */
  readonly locator: string | null;
  readonly text: string;
}

/** Why a source that the configuration names gave nothing. */
export interface SourceNotice {
  readonly source: SourceKind;
  readonly reason: "rights" | "egress" | "failed" | "empty";
  /** Why it failed, where whoever asks can do something about it. */
  readonly remedy?: string;
  /** The turn must not be answered without it (`source_error`). */
  readonly required: boolean;
}

/** A finished run as the viewer sees it. */
export interface GroundingRun {
  readonly runId: string;
  readonly engineType: string;
  /** `YYYY-MM-DD` on which it finished. */
  readonly completedOn: string;
  /** Its output with what the viewer may not see withheld; pointers of citations lead into it. */
  readonly output: JsonObject;
}

/** The finished runs that the viewer sees of the subject, the newest first; those that are named where some are. */
export interface GroundingRuns {
  newest(): Promise<readonly GroundingRun[]>;
}

/** What was read for a question; `Book` is what look-ups of the answerer use. */
export interface Gathered<Book> {
  /** At most 40, with 64 KiB of text together; the best first within each source, sources in the order of the configuration. */
  readonly passages: readonly Passage[];
  /** Null where the configuration does not name the book, or the viewer may not read it. */
  readonly book: Book | null;
  readonly runs: GroundingRuns | null;
  /** Attachments of the question that have no text to read. */
  readonly skippedAttachmentIds: readonly string[];
  readonly notices: readonly SourceNotice[];
  /** What a viewer needs for everything that was read or can still be looked up: an upper bound while an answer is written. */
  readonly evidence: Evidence;
  /** The same for the passages and for what was looked up until now: of an answer that is complete. */
  readonly evidenceSoFar: () => Evidence;
}
