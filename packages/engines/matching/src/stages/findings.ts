import {
  type EvidenceCollector,
  orderWorkItems,
  severities,
  type Severity,
  workItem,
  type WorkItemKind,
  writeFindingContent,
  priorityOf,
} from "@service/engine-kit";
import { type JsonObject, byText, clipped } from "@service/json";
import type { OutputFinding } from "../output.ts";
import type { Client } from "./client.ts";
import type { MissingFact } from "./placement.ts";
import type { NeedStanding } from "./rejections.ts";
import type { Solution } from "./solutions.ts";
import { amount, amountOfCents, counted, percent, words } from "./wording.ts";

export type Finding = {
  readonly findingKey: string;
  readonly ruleKey: string;
  readonly severity: Severity;
  readonly status: "pass" | "review" | "gap";
  readonly title: string;
  readonly detail: string;
  readonly recommendation: string | undefined;
  readonly line: string | undefined;
  readonly confidence: number;
  readonly evidenceIds: readonly string[];
  readonly work: WorkItemKind | undefined;
};

export type FindingFacts = {
  readonly client: Client;
  readonly needs: readonly NeedStanding[];
  readonly missingFacts: readonly MissingFact[];
  readonly solutions: readonly Solution[];
  readonly evidence: EvidenceCollector;
};

const missingFindingsMax = 30;
const referredMax = 20;

/** Findings, gravest first: open needs, missing facts, referrals, and where to submit. */
export function findingsOf(facts: FindingFacts): readonly Finding[] {
  const findings = [
    ...facts.needs.flatMap((need) => needFindings(need, facts)),
    ...facts.missingFacts.slice(0, missingFindingsMax).map((missing) => missingFinding(missing, facts.evidence)),
    ...facts.solutions
      .filter(({ entry }) => entry.kind === "single" && entry.eligibility === "refer")
      .slice(0, referredMax)
      .map(referralFinding),
  ];
  const gravity = ({ severity }: Finding): number => severities.indexOf(severity);
  return findings.sort((a, b) => gravity(b) - gravity(a) || byText(a.findingKey, b.findingKey));
}

/** A finding as the output carries it. */
export function presentFinding(finding: Finding): OutputFinding {
  return writeFindingContent({
    ...finding,
    target: finding.line === undefined ? undefined : { line: finding.line },
  });
}

/** Work items of the findings, each with a task that a person may post (TYPE-52). */
export function workItemsOf(
  findings: readonly Finding[],
  runId: string,
  clientKey: string | undefined,
): readonly JsonObject[] {
  const items = findings.flatMap((finding) => {
    if (finding.work === undefined) return [];
    const title = clipped(finding.title, 160);
    const detail = clipped([finding.detail, finding.recommendation ?? ""].join(" ").trim(), 1000);
    return [
      workItem(runId, finding.findingKey, {
        kind: finding.work,
        title,
        detail,
        severity: finding.severity,
        subject: clientKey === undefined ? {} : { client_key: clientKey },
        evidenceIds: finding.evidenceIds,
        suggestedCommand: {
          type: "create_task",
          payload: { title, body: detail, priority: priorityOf(finding.severity), source: { run_id: runId } },
        },
      }),
    ];
  });
  return orderWorkItems(items);
}

function needFindings(
  { need, eligible, refer, best, gap }: NeedStanding,
  { evidence }: FindingFacts,
): readonly Finding[] {
  const name = words(need.line);
  const { line } = need;
  if (gap !== undefined) {
    const fact = evidence.add({ kind: "fact", ref: { fact: `input.needs.${need.key}` }, excerpt: gap });
    return [
      {
        findingKey: `need_unplaced:${need.key}`,
        ruleKey: "need_unplaced",
        severity: "high",
        status: "gap",
        title: `No market yet for ${name}`,
        detail: `${gap.slice(0, 1).toUpperCase()}${gap.slice(1)}.`,
        recommendation: "Look at the near misses and missing facts, or approach further markets.",
        line,
        confidence: 1,
        evidenceIds: fact === undefined ? [] : [fact],
        work: "review_gap",
      },
    ];
  }
  if (best === undefined) return [];
  return [
    submitFinding(need.key, line, best),
    ...documentFinding(need.key, line, best),
    ...priceFinding(need.key, line, best),
    ...thinFinding(need.key, line, eligible + refer, best),
  ];
}

function submitFinding(needKey: string, line: string, best: Solution): Finding {
  const name = nameOf(best);
  const isReferral = best.entry.eligibility === "refer";
  return {
    findingKey: `recommended_market:${needKey}`,
    ruleKey: "recommended_market",
    severity: "low",
    status: "pass",
    title: `Submit ${words(line)} to ${name}`,
    detail: `${name} ranks first for ${needKey} with ${amount(best.entry.rankScore)} points${isReferral ? " and needs a referral" : ""}.`,
    recommendation: best.reasonsFor.length === 0 ? undefined : `In favour: ${best.reasonsFor.slice(0, 3).join("; ")}.`,
    line,
    confidence: best.entry.confidence,
    evidenceIds: best.evidenceIds,
    work: "submit_market",
  };
}

function documentFinding(needKey: string, line: string, best: Solution): readonly Finding[] {
  const documents = best.entry.parts.flatMap(({ placement }) => placement.offering.requiredDocuments);
  if (documents.length === 0) return [];
  return [
    {
      findingKey: `documents_required:${needKey}`,
      ruleKey: "documents_required",
      severity: "low",
      status: "review",
      title: `${nameOf(best)} asks for ${counted(documents.length, "document")}`,
      detail: `Required: ${documents.map(words).join(", ")}.`,
      recommendation: undefined,
      line,
      confidence: 1,
      evidenceIds: best.evidenceIds,
      work: "request_document",
    },
  ];
}

function priceFinding(needKey: string, line: string, best: Solution): readonly Finding[] {
  const [only] = best.entry.parts;
  const indication = only?.score.indication;
  const target = only?.placement.need.target;
  if (indication === undefined || target === undefined) return [];
  const ratio = indication.midCents / (target.amount * 100);
  if (ratio <= 1) return [];
  const name = target.source === "target" ? "the target" : "the incumbent's premium";
  return [
    {
      findingKey: `price_above_target:${needKey}`,
      ruleKey: "price_above_target",
      severity: "low",
      status: "review",
      title: `The best ${words(line)} market is indicated above ${name}`,
      detail: `The indication ${amountOfCents(indication.midCents)} is ${percent(ratio - 1)} above ${amount(target.amount)}. It is no quote.`,
      recommendation: "Prepare the client, or ask for terms that lower the premium.",
      line,
      confidence: best.entry.confidence,
      evidenceIds: best.evidenceIds,
      work: undefined,
    },
  ];
}

function thinFinding(needKey: string, line: string, markets: number, best: Solution): readonly Finding[] {
  if (markets !== 1) return [];
  return [
    {
      findingKey: `single_market:${needKey}`,
      ruleKey: "single_market",
      severity: "low",
      status: "review",
      title: `Only one market for ${words(line)}`,
      detail: `${nameOf(best)} is the only offering that can be approached.`,
      recommendation: "Have an alternative in mind before relying on it.",
      line,
      confidence: 1,
      evidenceIds: best.evidenceIds,
      work: undefined,
    },
  ];
}

function missingFinding({ fact, affects }: MissingFact, evidence: EvidenceCollector): Finding {
  const isOfferings = fact.startsWith("offering.");
  const id = evidence.add({
    kind: "fact",
    ref: { fact: clipped(fact, 200) },
    excerpt: `${counted(affects, "offering")} waiting`,
  });
  return {
    findingKey: `fact_missing:${clipped(fact, 200)}`,
    ruleKey: "fact_missing",
    severity: "medium",
    status: "review",
    title: `Not known: ${fact}`,
    detail: `${counted(affects, "offering")} cannot be judged without it.`,
    recommendation: isOfferings ? "Ask the market, or complete its entry." : "Ask the client.",
    line: undefined,
    confidence: 1,
    evidenceIds: id === undefined ? [] : [id],
    work: isOfferings ? "correct_data" : "verify_fact",
  };
}

function referralFinding({ entry, evidenceIds }: Solution): Finding {
  const [part] = entry.parts;
  const messages = part?.placement.referrals.map(({ message }) => message) ?? [];
  const offering = part?.placement.offering;
  const name = offering === undefined ? "" : `${offering.carrierName} ${offering.product}`;
  return {
    findingKey: `referral:${entry.key}`,
    ruleKey: "referral",
    severity: "medium",
    status: "review",
    title: `${name} needs a referral`,
    detail: `${messages.length === 0 ? "A fact is missing" : messages.join("; ")}.`,
    recommendation: "Have it approved before submitting.",
    line: part?.placement.need.line,
    confidence: entry.confidence,
    evidenceIds,
    work: "approve",
  };
}

function nameOf({ entry }: Solution): string {
  const offering = entry.parts[0]?.placement.offering;
  return offering === undefined ? "" : `${offering.carrierName} ${offering.product}`;
}
