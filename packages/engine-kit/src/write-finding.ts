import { clipped } from "@service/json";
import { capitalized, namedOnce } from "./wording/sentences.ts";
import type { Severity } from "./codes.ts";
import type { WrittenFinding } from "./schemas/index.ts";

/** What findings of all engine types have in common (TYPE-41). */
export type FindingContent = {
  readonly findingKey: string;
  readonly ruleKey: string;
  /** The insured, whose name stands once in a paragraph (WORD-8). */
  readonly about?: string | undefined;
  readonly dimension?: string | undefined;
  readonly severity: Severity;
  readonly status: WrittenFinding["status"];
  readonly title: string;
  readonly detail: string;
  readonly target?: WrittenFinding["target"] | undefined;
  readonly recommendation?: string | undefined;
  readonly confidence: number;
  readonly evidenceIds: readonly string[];
};

const findingChars = { title: 160, detail: 1000, recommendation: 1000 } as const;

/** A finding as an output carries it, its strings cut to their bounds; types add their own members. */
export function writeFindingContent(finding: FindingContent): WrittenFinding {
  const { dimension, target, recommendation, about = "" } = finding;
  const withNameOnce = (text: string): string => namedOnce(text, about);
  return {
    finding_key: finding.findingKey,
    rule_key: finding.ruleKey,
    ...(dimension === undefined ? {} : { dimension }),
    severity: finding.severity,
    status: finding.status,
    title: capitalized(clipped(finding.title, findingChars.title)),
    detail: capitalized(clipped(withNameOnce(finding.detail), findingChars.detail)),
    ...(target === undefined ? {} : { target }),
    ...(recommendation === undefined
      ? {}
      : { recommendation: clipped(withNameOnce(recommendation), findingChars.recommendation) }),
    confidence: finding.confidence,
    evidence_ids: finding.evidenceIds,
  };
}
