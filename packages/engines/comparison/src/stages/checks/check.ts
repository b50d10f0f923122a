import { type EvidenceSource, severities, type Severity, type WorkItemKind } from "@service/engine-kit";
import type { Truth } from "@service/conditions";
import type { ComparedRow } from "../diff-rows.ts";
import type { TakenPart } from "../labels/taken-away.ts";
import type { NormalizedItem } from "../normalize.ts";
import type { CheckParameters } from "../../settings.ts";
import type { ReadTopic } from "./wording-meaning.ts";

/** What a structural check of CMP-8 may read. */
export type CheckContext = {
  /** Comparable items, the baseline first, then by key. */
  readonly items: readonly NormalizedItem[];
  readonly baseline: NormalizedItem | undefined;
  readonly rows: readonly ComparedRow[];
  /** `YYYY-MM-DD` of `as_of`. */
  readonly asOfDay: string;
  readonly parameters: CheckParameters;
  readonly topics: readonly ReadTopic[];
};

export type CheckHit = {
  readonly itemKey: string;
  /** Completes the finding key: `rule_key:item_key[:suffix]`. */
  readonly suffix: string | undefined;
  readonly severity: Severity;
  readonly status: "fail" | "review" | "gap" | "partial" | "conflict";
  readonly title: string;
  readonly detail: string;
  readonly recommendation: string;
  readonly target: { readonly line: string; readonly coverage?: string } | undefined;
  /** A fact is missing: the finding asks for it and costs no points (TYPE-4). */
  readonly isUnknown: boolean;
  readonly evidence: readonly EvidenceSource[];
  /** What an exclusion takes away, for the headline (CMP-108). */
  readonly parts?: readonly TakenPart[];
  readonly workKind: WorkItemKind;
  readonly dueOn: string | undefined;
};

export type CheckReport = { readonly outcome: Truth; readonly hits: readonly CheckHit[] };

/** One structural check, a pure function; every item that it could judge counts towards a definite outcome. */
export type StructuralCheck = (context: CheckContext, severity: Severity) => CheckReport;

/** Collects the hits of a check; the outcome is "unknown" when nothing could be judged. */
export class Findings {
  readonly #hits: CheckHit[] = [];
  #judged = 0;

  /** Records an item that was judged and is in order. */
  pass(): void {
    this.#judged += 1;
  }

  hit(hit: Omit<CheckHit, "suffix" | "target" | "isUnknown" | "dueOn"> & Partial<CheckHit>): void {
    const { suffix, target, isUnknown = false, dueOn } = hit;
    if (!isUnknown) this.#judged += 1;
    this.#hits.push({ ...hit, suffix, target, isUnknown, dueOn });
  }

  report(): CheckReport {
    const isTrue = this.#hits.some((hit) => !hit.isUnknown);
    return { outcome: isTrue ? "true" : this.#judged > 0 ? "false" : "unknown", hits: this.#hits };
  }
}

/** One step milder, never below `info`. */
export function milder(severity: Severity): Severity {
  return severities[Math.max(0, severities.indexOf(severity) - 1)] ?? severity;
}
