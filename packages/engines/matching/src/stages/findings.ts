import {
  capitalized,
  counted,
  cutBetweenWords,
  dateInWords,
  type EvidenceCollector,
  fromCents,
  labelOf,
  listInWords,
  lowered,
  moneyInWords,
  orderWorkItems,
  paragraph,
  possessive,
  severities,
  type Severity,
  todoInWords,
  workItem,
  type WorkItemKind,
  writeFindingContent,
  priorityOf,
} from "@service/engine-kit";
import { type JsonObject, byText, clipped } from "@service/json";
import type { NearMiss, OutputFinding } from "../output.ts";
import type { Client, Need } from "./client.ts";
import { distanceInWords, targetInWords } from "./explain.ts";
import { factName, isOfOffering, unknownInWords } from "./fact-words.ts";
import type { MissingFact } from "./placement.ts";
import type { NeedStanding } from "./rejections.ts";
import type { Solution } from "./solutions.ts";
import { asSentence, clientName, lineName, namePrograms, pointsInWords, programName } from "./wording.ts";

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
  readonly work: Work | undefined;
};

/** The task of a finding; its title begins with a verb (WORD-9). */
type Work = { readonly kind: WorkItemKind; readonly task: string };

export type FindingFacts = {
  readonly client: Client;
  readonly needs: readonly NeedStanding[];
  readonly missingFacts: readonly MissingFact[];
  readonly solutions: readonly Solution[];
  readonly nearMisses: readonly Pick<NearMiss, "need_key">[];
  readonly evidence: EvidenceCollector;
};

const titleChars = 160;
const textChars = 1000;
const documentsInSentence = 6;
const missingFindingsMax = 30;
const referredMax = 20;

/** Findings, gravest first: open needs, missing facts, referrals, and where to submit. */
export function findingsOf(facts: FindingFacts): readonly Finding[] {
  const findings = [
    ...facts.needs.flatMap((need) => needFindings(need, facts)),
    ...facts.missingFacts.slice(0, missingFindingsMax).map((missing) => missingFinding(missing, facts)),
    ...facts.solutions
      .filter(({ entry }) => entry.kind === "single" && entry.eligibility === "refer")
      .slice(0, referredMax)
      .map((solution) => referralFinding(solution, facts.client)),
  ];
  const gravity = ({ severity }: Finding): number => severities.indexOf(severity);
  return findings.sort((a, b) => gravity(b) - gravity(a) || byText(a.findingKey, b.findingKey));
}

/** A finding as the output carries it. */
export function presentFinding(finding: Finding): OutputFinding {
  return writeFindingContent({
    ...finding,
    title: cutBetweenWords(finding.title, titleChars),
    detail: cutBetweenWords(finding.detail, textChars),
    recommendation:
      finding.recommendation === undefined ? undefined : cutBetweenWords(finding.recommendation, textChars),
    target: finding.line === undefined ? undefined : { line: finding.line },
  });
}

/** Work items of the findings, each with a task that a person may post (TYPE-52). */
export function workItemsOf(
  findings: readonly Finding[],
  runId: string,
  { clientKey, label }: Pick<Client, "clientKey" | "label">,
): readonly JsonObject[] {
  const items = findings.flatMap((finding) => {
    if (finding.work === undefined) return [];
    const { kind } = finding.work;
    const title = cutBetweenWords(finding.work.task, titleChars);
    const steps = finding.recommendation;
    const detail = cutBetweenWords(todoInWords({ kind, title, steps, about: clientName(label) }), textChars);
    return [
      workItem(runId, finding.findingKey, {
        kind,
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
  standing: NeedStanding,
  { client, evidence, solutions, nearMisses }: FindingFacts,
): readonly Finding[] {
  const { need, eligible, refer, best, gap } = standing;
  if (gap !== undefined) {
    const { line } = need;
    const fact = evidence.add({ kind: "fact", ref: { fact: `input.needs.${need.key}` }, excerpt: gap.text });
    return [
      {
        findingKey: `need_unplaced:${need.key}`,
        ruleKey: "need_unplaced",
        severity: "high",
        status: "gap",
        title: `${clientName(client.label)} has no market yet for ${lineName(line)}`,
        detail: `For ${clientName(client.label)}, ${lowered(gap.text)}`,
        recommendation: waysOut(
          standing.needsInfo > 0,
          nearMisses.some((near) => near.need_key === need.key),
        ),
        line,
        confidence: 1,
        evidenceIds: fact === undefined ? [] : [fact],
        work: { kind: "review_gap", task: `Find ${clientName(client.label)} a market for ${lineName(line)}` },
      },
    ];
  }
  if (best === undefined) return [];
  return [
    submitFinding(need, client, best, otherwisePlaced(need, best, solutions)),
    ...passedFinding(need, client, best),
    ...documentFinding(need, client, best),
    ...priceFinding(need, client, best),
    ...thinFinding(need, client, eligible + refer, best),
  ];
}

/** What may be done for a need without a market; nothing is named that the answer does not hold. */
function waysOut(hasOpen: boolean, hasNearMiss: boolean): string {
  const steps = [...(hasOpen ? ["complete the missing facts"] : []), ...(hasNearMiss ? ["check the near misses"] : [])];
  return capitalized(`${steps.length === 0 ? "" : `${steps.join(" and ")}, or `}ask further markets.`);
}

function submitFinding({ key, line }: Need, client: Client, best: Solution, otherwise: string | undefined): Finding {
  const name = nameOf(best);
  const whose = `${possessive(clientName(client.label))} ${lineName(line)}`;
  const offering = best.entry.parts[0]?.placement.offering;
  const isAppointed = offering?.isAppointed !== false;
  const reasons = best.reasonsFor.slice(0, 3).map(asSentence);
  return {
    findingKey: `recommended_market:${key}`,
    ruleKey: "recommended_market",
    severity: "low",
    status: "pass",
    title: `${name} ranks first for ${whose}`,
    detail: paragraph(
      `For ${lineName(line)} ${name} has ${pointsInWords(best.entry.rankScore)}.`,
      ...reasons,
      best.entry.eligibility === "refer" ? "It needs a referral." : undefined,
      isAppointed ? undefined : "Its carrier is not appointed, so an appointment is needed first.",
      otherwise,
    ),
    recommendation: `Submit ${lineName(line)} to ${name}.`,
    line,
    confidence: best.entry.confidence,
    evidenceIds: best.evidenceIds,
    work: { kind: "submit_market", task: `Submit ${whose} to ${name}` },
  };
}

/** Where the bundle that leads in all places the need elsewhere: the headline names that bundle. */
function otherwisePlaced({ key, line }: Need, best: Solution, [leader]: readonly Solution[]): string | undefined {
  if (leader === undefined || leader.entry.kind !== "program") return undefined;
  const part = leader.entry.parts.find(({ placement }) => placement.need.key === key);
  const own = best.entry.parts[0]?.placement.offering.key;
  if (part === undefined || part.placement.offering.key === own) return undefined;
  const name = namePrograms(leader.entry.parts.map(({ placement }) => placement.offering));
  return `${capitalized(name)} ranks first in all and places ${lineName(line)} with ${programName(part.placement.offering)}.`;
}

/** No market can start cover on a day that has passed. */
function passedFinding({ key, line, effectiveOn }: Need, client: Client, best: Solution): readonly Finding[] {
  if (effectiveOn >= client.today) return [];
  const whose = `${possessive(clientName(client.label))} ${lineName(line)}`;
  return [
    {
      findingKey: `start_passed:${key}`,
      ruleKey: "start_passed",
      severity: "medium",
      status: "review",
      title: `The start date wanted for ${whose} has passed`,
      detail: `${possessive(client.label)} ${lineName(line)} is wanted from ${dateInWords(effectiveOn)}, which has passed.`,
      recommendation: `Agree on a new start date with ${client.label} before submitting.`,
      line,
      confidence: 1,
      evidenceIds: best.evidenceIds,
      work: undefined,
    },
  ];
}

function documentFinding({ key, line }: Need, client: Client, best: Solution): readonly Finding[] {
  const documents = best.entry.parts.flatMap(({ placement }) => placement.offering.requiredDocuments).map(labelOf);
  if (documents.length === 0) return [];
  const name = nameOf(best);
  const sentences: string[] = [];
  for (let start = 0; start < documents.length; start += documentsInSentence) {
    const named = listInWords(documents.slice(start, start + documentsInSentence));
    sentences.push(
      start === 0
        ? `${name} asks for ${counted(documents.length, "document")}: ${named}.`
        : `It also asks for these: ${named}.`,
    );
  }
  return [
    {
      findingKey: `documents_required:${key}`,
      ruleKey: "documents_required",
      severity: "low",
      status: "review",
      title: `${name} wants ${counted(documents.length, "document")} for ${clientName(client.label)}`,
      detail: sentences.join(" "),
      recommendation: "Send them with the submission.",
      line,
      confidence: 1,
      evidenceIds: best.evidenceIds,
      work: {
        kind: "request_document",
        task: `Send ${name} ${counted(documents.length, "document")} for ${clientName(client.label)}`,
      },
    },
  ];
}

function priceFinding({ key, line, target }: Need, { label, currency }: Client, best: Solution): readonly Finding[] {
  const [only] = best.entry.parts;
  const indication = only?.score.indication;
  if (only === undefined || indication === undefined || target === undefined) return [];
  const ratio = indication.midCents / (target.amount * 100);
  if (ratio <= 1) return [];
  const name = nameOf(best);
  const indicated = moneyInWords(fromCents(indication.midCents), currency);
  const above = target.source === "target" ? "the target" : "the incumbent's premium";
  return [
    {
      findingKey: `price_above_target:${key}`,
      ruleKey: "price_above_target",
      severity: "low",
      status: "review",
      title: `${name} is indicated above ${above}`,
      detail: `${possessive(name)} indicated premium of ${indicated} ${distanceInWords(ratio)} ${targetInWords(only.placement)}. An indication is not a quote.`,
      recommendation: `Prepare ${label} for it, or ask for terms that lower the premium.`,
      line,
      confidence: best.entry.confidence,
      evidenceIds: best.evidenceIds,
      work: undefined,
    },
  ];
}

function thinFinding({ key, line }: Need, { label }: Client, markets: number, best: Solution): readonly Finding[] {
  if (markets !== 1) return [];
  return [
    {
      findingKey: `single_market:${key}`,
      ruleKey: "single_market",
      severity: "low",
      status: "review",
      title: `${clientName(label)} has only one market for ${lineName(line)}`,
      detail: `${nameOf(best)} is the only market that ${label} can approach for ${lineName(line)}.`,
      recommendation: "Seek an alternative before relying on it.",
      line,
      confidence: 1,
      evidenceIds: best.evidenceIds,
      work: undefined,
    },
  ];
}

function missingFinding({ fact, affects }: MissingFact, { client, evidence }: FindingFacts): Finding {
  const isOfferings = isOfOffering(fact);
  const name = factName(fact);
  const offerings = counted(affects, "offering");
  const insured = clientName(client.label);
  const id = evidence.add({ kind: "fact", ref: { fact: clipped(fact, 200) }, excerpt: `${offerings} waiting` });
  return {
    findingKey: `fact_missing:${clipped(fact, 200)}`,
    ruleKey: "fact_missing",
    severity: "medium",
    status: "review",
    title: isOfferings
      ? `${offerings} for ${insured} ${affects === 1 ? "does" : "do"} not state ${affects === 1 ? "its" : "their"} ${name}`
      : unknownInWords([fact], "a program", possessive(insured)),
    detail: isOfferings
      ? `${client.label} cannot be matched with ${offerings} yet: the ${name} is not stated.`
      : `Without ${possessive(client.label)} ${name}, ${offerings} cannot be judged.`,
    recommendation: isOfferings
      ? "Ask the market, or complete its entry."
      : `Ask ${client.label} for ${fact.startsWith("loss.") ? "current loss runs and the premiums of these years" : "it"}.`,
    line: undefined,
    confidence: 1,
    evidenceIds: id === undefined ? [] : [id],
    work: isOfferings
      ? { kind: "correct_data", task: `Complete the ${name} of ${offerings} for ${insured}` }
      : { kind: "verify_fact", task: `Ask for ${possessive(insured)} ${name}` },
  };
}

function referralFinding(solution: Solution, client: Client): Finding {
  const { entry, evidenceIds } = solution;
  const [part] = entry.parts;
  const name = nameOf(solution);
  const { referrals = [], missing = [] } = part?.placement ?? {};
  const reasons = referrals.map(({ reason }) => asSentence(reason(name)));
  const open = missing.length === 0 ? "a fact is not on file" : unknownInWords(missing.slice(0, 5), "it");
  return {
    findingKey: `referral:${entry.key}`,
    ruleKey: "referral",
    severity: "medium",
    status: "review",
    title: `${clientName(client.label)} needs a referral to ${name}`,
    detail: reasons.length === 0 ? `${name} asks for a referral, because ${open}.` : reasons.join(" "),
    recommendation: "Have the referral approved before submitting.",
    line: part?.placement.need.line,
    confidence: entry.confidence,
    evidenceIds,
    work: { kind: "approve", task: `Decide on the referral of ${clientName(client.label)} to ${name}` },
  };
}

function nameOf({ entry }: Solution): string {
  const offering = entry.parts[0]?.placement.offering;
  return offering === undefined ? "the program" : programName(offering);
}
