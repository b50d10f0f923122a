import { severities, type Severity, writeFindingContent } from "@service/engine-kit";
import type { WrittenGap } from "../output.ts";

type FindingStatus = "pass" | "fail" | "review" | "gap" | "partial" | "conflict";

/** A question to the client, with the fact that its answer settles (ENT-74). */
export type Question = { readonly fact: string; readonly text: string };

/** A rule that an unknown fact leaves undecided; it adds no finding of its own (ENT-74). */
export type OpenRule = {
  readonly label: string;
  readonly severity: Severity;
  readonly line: string | undefined;
  /** Paths of the unknown facts. */
  readonly paths: readonly string[];
  readonly evidenceIds: readonly string[];
};

/** Findings that one request or endorsement settles (ENT-83). */
export type PointGroup = "documents" | "losses" | "contract";

/** A finding before it is written (TYPE-41). */
export type Finding = {
  readonly findingKey: string;
  readonly ruleKey: string;
  readonly dimension: string | undefined;
  readonly severity: Severity;
  readonly status: FindingStatus;
  readonly title: string;
  readonly detail: string;
  readonly target: { readonly line?: string; readonly coverage?: string } | undefined;
  readonly recommendation: string | undefined;
  readonly confidence: number;
  readonly evidenceIds: readonly string[];
  readonly group?: PointGroup | undefined;
  /** What the file shows, as a group tells it behind the title (ENT-83). */
  readonly figures?: string;
  /** Keys of the findings that this one stands for (ENT-76, ENT-83). */
  readonly standsFor?: readonly string[];
  /** Gaps only. */
  readonly exposureAmount?: number;
  readonly talkingPoints?: readonly string[];
  /** Grouped questions only. */
  readonly questions?: readonly Question[];
};

/** With the insured, who is named once in a paragraph. */
type Named = Finding & { readonly about?: string };

/** A finding as `gaps[]` carries it. */
export function writeGap(finding: Named): WrittenGap {
  return { ...findingFacts(finding), talking_points: finding.talkingPoints ?? [] };
}

/** A finding as `findings[]` carries it. */
export function writeFinding(finding: Named): ReturnType<typeof writeFindingContent> & {
  readonly questions?: readonly Question[];
} {
  const { questions } = finding;
  return { ...writeFindingContent(finding), ...(questions === undefined ? {} : { questions }) };
}

/** What overlays see under `finding.*`. */
export function findingFacts(finding: Named): Omit<WrittenGap, "talking_points"> {
  const { exposureAmount } = finding;
  return {
    ...writeFindingContent(finding),
    ...(exposureAmount === undefined ? {} : { exposure_amount: exposureAmount }),
  };
}

/** `finding_key` = `rule_key[:target]` (ENT-58, TYPE-42). */
export function findingKey(ruleKey: string, target?: { readonly line?: string; readonly coverage?: string }): string {
  const parts = target === undefined ? [] : [target.line, target.coverage].filter((part) => part !== undefined);
  return parts.length === 0 ? ruleKey : `${ruleKey}:${parts.join("/")}`;
}

const statusOrder: readonly FindingStatus[] = ["fail", "gap", "partial", "conflict", "review", "pass"];

/** Gravest first: established findings before unknown ones, then by key. */
export function inOrderOfGravity(findings: readonly Finding[]): Finding[] {
  const rank = (finding: Finding): number => {
    const status = statusOrder.indexOf(finding.status);
    const severity = severities.length - severities.indexOf(finding.severity);
    return (status === 5 ? 200 : status === 4 ? 100 : 0) + severity * 10 + status;
  };
  return [...findings].sort(
    (a, b) => rank(a) - rank(b) || (a.findingKey < b.findingKey ? -1 : a.findingKey > b.findingKey ? 1 : 0),
  );
}
