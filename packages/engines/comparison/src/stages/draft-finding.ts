import type { EvidenceSource, Severity, WorkItemKind } from "@service/engine-kit";
import { cut, sha256Hex } from "@service/json";
import type { Dimension } from "../codes.ts";
import type { TakenPart } from "./labels/taken-away.ts";

/** A finding before it has evidence ids: ids are numbered in the final order, so the gravest findings keep theirs. */
export type DraftFinding = {
  readonly findingKey: string;
  readonly ruleKey: string;
  readonly itemKey: string;
  readonly dimension: Dimension;
  readonly severity: Severity;
  readonly status: "fail" | "review" | "gap" | "partial" | "conflict";
  readonly title: string;
  readonly detail: string;
  /** What to do, without its stop; whose it is and by when is added (CMP-109). */
  readonly recommendation: string;
  readonly target: { readonly line: string; readonly coverage?: string } | undefined;
  /** What an exclusion takes away, for the headline (CMP-108). */
  readonly parts?: readonly TakenPart[];
  readonly confidence: number;
  readonly evidence: readonly EvidenceSource[];
  readonly work: { readonly kind: WorkItemKind; readonly dueOn: string | undefined } | undefined;
};

export type Finding = DraftFinding & { readonly evidenceIds: readonly string[] };

/** Of a finding that asks for a missing fact. */
export const unknownConfidence = 0.5;

const findingKeyChars = 400;

/** `rule_key:item[:target]`; a key too long to store keeps its start and a hash of the whole, so it stays unique and stable. */
export function findingKeyOf(ruleKey: string, itemKey: string, suffix: string | undefined): string {
  const key = suffix === undefined ? `${ruleKey}:${itemKey}` : `${ruleKey}:${itemKey}:${suffix}`;
  return key.length <= findingKeyChars ? key : `${cut(key, findingKeyChars - 33)}:${sha256Hex(key).slice(0, 32)}`;
}
