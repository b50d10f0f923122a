import {
  capitalized,
  counted,
  type EvidenceCollector,
  listInWords,
  namedOnce,
  paragraph,
  sentence,
  type Severity,
} from "@service/engine-kit";
import { presentReport, presentUnread } from "@service/engine-policy-documents";
import { byText, roundHalfAwayFromZero, clipped } from "@service/json";
import { profileKeyOf } from "./stages/cite-facts.ts";
import { templateNarrative, type NarrativeSentence } from "@service/models";
import type { CaseFile } from "./stages/case-file.ts";
import type { Profile, ProfileFact } from "./stages/extract-profile.ts";
import { type Finding, inOrderOfGravity, writeFinding, writeGap } from "./stages/findings.ts";
import type { Judged } from "./stages/judged.ts";
import { type EntityAnalysisOutput, responseParts, type WrittenFact, type WrittenParts } from "./output.ts";
import type { Settings } from "./settings.ts";
import { gradeOf, scoreItems, type Score } from "./stages/score-dimensions.ts";

/** Results of the stages, before the output is written. */
export type Answer = {
  readonly settings: Settings;
  readonly pack: EntityAnalysisOutput["provenance"]["pack"];
  readonly file: CaseFile;
  readonly profile: Profile;
  readonly counters: WrittenParts["counters"];
  readonly judged: Judged;
  /** In order of gravity. */
  readonly findings: readonly Finding[];
  readonly requirements: WrittenParts["requirements"];
  readonly categories: WrittenParts["categories"];
  readonly sections: WrittenParts["sections"];
  readonly knowledge: WrittenParts["knowledge"];
  readonly evidence: EvidenceCollector;
};

const namedFindingsMax = 5;
const missingMax = 1000;

/** The `output` of a run (TYPE-39, ENT-54). */
export function assembleOutput(answer: Answer): EntityAnalysisOutput {
  const { settings, file, profile, judged, findings, evidence } = answer;
  const overall = scoreItems(judged.items);
  const summary = summaryOf(answer, overall);
  const { key, kind, label } = file.subject;
  const headline = capitalized(headlineOf(label, summary));
  const present = profile.facts.filter((fact) => fact.value !== undefined);
  const missing = missingFacts(profile, judged);
  return {
    schema_version: 1,
    engine_type: "entity_analysis",
    as_of: file.asOf,
    subject: { kind, key, label },
    headline,
    summary,
    ...partsOf(answer, responseParts[settings.responseType]),
    ...documentsOf(file),
    findings: findings.map((finding) => writeFinding({ ...finding, about: label })),
    evidence: evidence.list(),
    quality: {
      confidence: confidenceOf(overall, present),
      facts_known: present.length,
      facts_needed: present.length + missing.length,
      missing: missing.slice(0, missingMax),
    },
    narrative: templateNarrative(narrate({ headline, label }, overall, findings, present)),
    provenance: {
      pack: answer.pack,
      datasets: file.usedDatasets.map(({ datasetKey, version, sha256 }) => ({
        dataset_key: datasetKey,
        version,
        sha256,
      })),
      heads: null,
      truncated: evidence.isTruncated,
    },
  };
}

/** What was read of policies among the documents, and which stored documents were not (ENT-88). */
function documentsOf({ reports, unreadDocuments }: CaseFile): Pick<EntityAnalysisOutput, "documents"> {
  const documents = [...reports.map(presentReport), ...unreadDocuments.map(presentUnread)];
  return documents.length === 0 ? {} : { documents: documents.sort((a, b) => byText(a.document_key, b.document_key)) };
}

function summaryOf({ findings, judged, requirements }: Answer, { score }: Score): EntityAnalysisOutput["summary"] {
  const open = findings.filter((finding) => finding.status !== "pass");
  const count = (severity: Severity): number => open.filter((finding) => finding.severity === severity).length;
  return {
    ...(score === null ? {} : { overall_score: score }),
    grade: gradeOf(score),
    findings_by_severity: {
      info: count("info"),
      low: count("low"),
      medium: count("medium"),
      high: count("high"),
      critical: count("critical"),
    },
    // As `gaps[]` has them: a gap that another one explains is no finding of its own (ENT-83).
    gap_count: judged.gaps.filter(({ status }) => status === "gap").length,
    requirement_failures: requirements.filter((requirement) => requirement.status === "fail").length,
  };
}

/** The parts that the response type has, in their order. */
function partsOf(answer: Answer, names: readonly (keyof WrittenParts)[]): Partial<WrittenParts> {
  const { file, profile, counters, judged, requirements, categories, sections, knowledge } = answer;
  const write: { readonly [Name in keyof WrittenParts]: () => Pick<WrittenParts, Name> } = {
    profile: () => ({ profile: Object.fromEntries(profile.facts.map((fact) => [fact.rule.key, writeFact(fact)])) }),
    counters: () => ({ counters }),
    dimensions: () => ({ dimensions: writeDimensions(answer) }),
    gaps: () => ({ gaps: inOrderOfGravity(judged.gaps).map((gap) => writeGap({ ...gap, about: file.subject.label })) }),
    requirements: () => ({ requirements }),
    categories: () => ({ categories }),
    sections: () => ({ sections }),
    knowledge: () => ({ knowledge }),
  };
  return names.reduce<Partial<WrittenParts>>((parts, name) => ({ ...parts, ...write[name]() }), {});
}

/** Facts that no source gave, then facts that rules missed; each path once. */
function missingFacts(profile: Profile, { missing }: Judged): readonly string[] {
  const extracted = profile.facts.filter((fact) => fact.value === undefined).map((fact) => `profile.${fact.rule.key}`);
  const missed = [...missing].filter((path) => !profile.byKey.has(profileKeyOf(path) ?? ""));
  return [...extracted, ...missed.sort()];
}

function writeFact(fact: ProfileFact): WrittenFact {
  return {
    label: fact.rule.label,
    type: fact.rule.type,
    value: fact.value ?? null,
    confidence: fact.confidence,
    source: fact.origin ?? null,
    evidence_ids: fact.evidenceIds,
    ...(fact.alternatives.length === 0
      ? {}
      : {
          alternatives: fact.alternatives.map((alternative) => ({
            value: alternative.value,
            source: alternative.origin,
            confidence: alternative.confidence,
            evidence_ids: alternative.evidenceIds,
          })),
        }),
  };
}

function writeDimensions({ settings, file, judged, findings }: Answer): WrittenParts["dimensions"] {
  return Object.fromEntries(
    settings.dimensions.map((dimension) => {
      const score = scoreItems(judged.items.filter((item) => item.dimension === dimension.key));
      const isInFocus = file.focus.length === 0 || file.focus.includes(dimension.key);
      return [
        dimension.key,
        {
          label: dimension.label,
          ...score,
          status: !isInFocus ? "out_of_focus" : score.score === null ? "insufficient_data" : "scored",
          finding_keys: findings
            .filter((finding) => finding.dimension === dimension.key)
            .map((finding) => finding.findingKey),
        },
      ];
    }),
  );
}

/** Share of the requested weight that was answered, times the confidence of the known facts. */
function confidenceOf(overall: Score, present: readonly ProfileFact[]): number {
  const mean = present.length === 0 ? 1 : present.reduce((sum, fact) => sum + fact.confidence, 0) / present.length;
  return roundHalfAwayFromZero(overall.coverage * mean, 2);
}

function headlineOf(label: string, summary: EntityAnalysisOutput["summary"]): string {
  const { gap_count: gaps, requirement_failures: failures, grade } = summary;
  const parts = [
    gaps === 0 ? "no known coverage gap" : counted(gaps, "coverage gap"),
    ...(failures === 0 ? [] : [`${counted(failures, "requirement")} not met`]),
    ...(grade === null ? [] : [`grade ${grade}`]),
  ];
  return clipped(`${clipped(label, 120)} has ${listInWords(parts)}`, 200);
}

/** Plain sentences with their evidence: the state of the file, then the gravest findings. */
function narrate(
  { headline, label }: { readonly headline: string; readonly label: string },
  overall: Score,
  findings: readonly Finding[],
  present: readonly ProfileFact[],
): NarrativeSentence[] {
  const basis = [...new Set(present.flatMap((fact) => fact.evidenceIds))].slice(0, 5);
  const open = findings.filter((finding) => finding.status !== "pass" && finding.status !== "review");
  const questions = findings.flatMap(({ questions = [] }) => questions);
  const score =
    overall.score === null ? "There is not enough data for a score." : `The overall score is ${overall.score} of 100.`;
  // The headline names the insured, so nothing after it does (WORD-8).
  const unnamed = (text: string): string => namedOnce(`${label}. ${text}`, label).slice(label.length + 2);
  return [
    { text: sentence(headline), evidenceIds: basis },
    { text: score, evidenceIds: basis },
    ...open.slice(0, namedFindingsMax).map((finding) => ({
      text: unnamed(paragraph(sentence(finding.title), finding.recommendation)),
      evidenceIds: finding.evidenceIds.slice(0, 5),
    })),
    ...(questions.length === 0
      ? []
      : [
          {
            text: `${counted(questions.length, "question")} to the client ${questions.length === 1 ? "is" : "are"} open.`,
            evidenceIds: basis,
          },
        ]),
  ];
}
