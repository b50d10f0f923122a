import { type EvidenceCollector, severities } from "@service/engine-kit";
import { type Json, type JsonObject, roundHalfAwayFromZero, clipped, counted } from "@service/json";
import { profileKeyOf } from "./stages/cite-facts.ts";
import { templateNarrative, type NarrativeSentence } from "@service/models";
import type { CaseFile } from "./stages/case-file.ts";
import type { Profile, ProfileFact } from "./stages/extract-profile.ts";
import { writeFinding, type Finding } from "./stages/findings.ts";
import type { Judged } from "./stages/judged.ts";
import { responseParts } from "./output.ts";
import type { Settings } from "./settings.ts";
import { gradeOf, scoreItems, type Score } from "./stages/score-dimensions.ts";

/** Results of the stages, before the output is written. */
export type Answer = {
  readonly settings: Settings;
  readonly pack: { readonly key: string; readonly version: number; readonly sha256: string };
  readonly file: CaseFile;
  readonly profile: Profile;
  readonly counters: JsonObject;
  readonly judged: Judged;
  /** In order of gravity. */
  readonly findings: readonly Finding[];
  readonly requirements: readonly JsonObject[];
  readonly categories: JsonObject;
  readonly sections: JsonObject;
  readonly knowledge: readonly JsonObject[];
  readonly evidence: EvidenceCollector;
};

const namedFindingsMax = 5;
const missingMax = 1000;

/** The `output` of a run (TYPE-39, ENT-54). */
export function assembleOutput(answer: Answer): JsonObject {
  const { settings, file, profile, judged, findings, evidence } = answer;
  const overall = scoreItems(judged.items);
  const gapFindings = findings.filter((finding) => finding.talkingPoints !== undefined);
  const gapCount = gapFindings.filter((finding) => finding.status === "gap").length;
  const failures = answer.requirements.filter((requirement) => requirement.status === "fail").length;
  const grade = gradeOf(overall.score);
  const parts: { readonly [name: string]: () => Json } = {
    profile: () => Object.fromEntries(profile.facts.map((fact) => [fact.rule.key, writeFact(fact)])),
    counters: () => answer.counters,
    dimensions: () => writeDimensions(answer),
    gaps: () => gapFindings.map((finding) => writeFinding(finding, true)),
    requirements: () => answer.requirements,
    categories: () => answer.categories,
    sections: () => answer.sections,
    knowledge: () => answer.knowledge,
  };
  const label = file.subject.label;
  const headline = headlineOf(label, gapCount, failures, grade);
  const known = profile.facts.filter((fact) => fact.value !== undefined);
  const missing = missingFacts(profile, judged);
  return {
    schema_version: 1,
    engine_type: "entity_analysis",
    as_of: file.asOf,
    subject: { kind: file.subject.kind, key: file.subject.key, label },
    headline,
    summary: {
      ...(overall.score === null ? {} : { overall_score: overall.score }),
      grade,
      findings_by_severity: Object.fromEntries(
        severities.map((severity) => [
          severity,
          findings.filter((finding) => finding.status !== "pass" && finding.severity === severity).length,
        ]),
      ),
      gap_count: gapCount,
      requirement_failures: failures,
    },
    ...Object.fromEntries(responseParts[settings.responseType].map((name) => [name, parts[name]?.() ?? null])),
    findings: findings.map((finding) => writeFinding(finding)),
    evidence: evidence.list(),
    quality: {
      confidence: confidenceOf(overall, known),
      facts_known: known.length,
      facts_needed: known.length + missing.length,
      missing: missing.slice(0, missingMax),
    },
    narrative: templateNarrative(narrate(headline, overall, findings, known)),
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

/** Facts that no source gave, then facts that rules missed; each path once. */
function missingFacts(profile: Profile, { missing }: Judged): readonly string[] {
  const extracted = profile.facts.filter((fact) => fact.value === undefined).map((fact) => `profile.${fact.rule.key}`);
  const asked = [...missing].filter((path) => !profile.byKey.has(profileKeyOf(path) ?? ""));
  return [...extracted, ...asked.sort()];
}

function writeFact(fact: ProfileFact): JsonObject {
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

function writeDimensions({ settings, file, judged, findings }: Answer): JsonObject {
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
function confidenceOf(overall: Score, known: readonly ProfileFact[]): number {
  const mean = known.length === 0 ? 1 : known.reduce((sum, fact) => sum + fact.confidence, 0) / known.length;
  return roundHalfAwayFromZero(overall.coverage * mean, 2);
}

function headlineOf(label: string, gaps: number, failures: number, grade: string | null): string {
  const parts = [
    gaps === 0 ? "no coverage gap found" : counted(gaps, "coverage gap", "coverage gaps"),
    ...(failures === 0 ? [] : [counted(failures, "requirement not met", "requirements not met")]),
    ...(grade === null ? [] : [`grade ${grade}`]),
  ];
  return clipped(`${clipped(label, 120)}: ${parts.join(", ")}`, 200);
}

/** Plain sentences with their evidence: the state of the file, then the gravest findings. */
function narrate(
  headline: string,
  overall: Score,
  findings: readonly Finding[],
  known: readonly ProfileFact[],
): NarrativeSentence[] {
  const basis = [...new Set(known.flatMap((fact) => fact.evidenceIds))].slice(0, 5);
  const open = findings.filter((finding) => finding.status !== "pass" && finding.status !== "review");
  const reviews = findings.filter((finding) => finding.status === "review").length;
  const score =
    overall.score === null ? "There is not enough data for a score." : `The overall score is ${overall.score} of 100.`;
  return [
    { text: `${headline}.`, evidenceIds: basis },
    { text: score, evidenceIds: basis },
    ...open.slice(0, namedFindingsMax).map((finding) => ({
      text: `${finding.title}${finding.recommendation === undefined ? "" : `: ${finding.recommendation}`}.`,
      evidenceIds: finding.evidenceIds.slice(0, 5),
    })),
    ...(reviews === 0
      ? []
      : [{ text: `${counted(reviews, "point", "points")} could not be decided from the file.`, evidenceIds: basis }]),
  ];
}
