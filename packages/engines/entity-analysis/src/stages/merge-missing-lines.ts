import { counted, labelOf, linesCovering, paragraph, sentence, severities } from "@service/engine-kit";
import { byText, isJsonArray, type JsonObject } from "@service/json";
import type { WrittenRequirement } from "../output.ts";
import type { Finding } from "./findings.ts";
import { isLineMissing } from "./judge-items.ts";
import type { Bench } from "./bench.ts";
import type { Judged } from "./judged.ts";

const namedMax = 4;

/**
 * Findings about one missing line are one finding (ENT-76): what lacks because no policy of the line is in force is
 * reported with the gravest severity among it, and its requirements point to it.
 */
export function mergeMissingLines(
  bench: Bench,
  judged: Judged,
  requirements: readonly WrittenRequirement[],
): WrittenRequirement[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of judged.findings) {
    const line = finding.target?.line;
    if (line === undefined || (finding.status !== "gap" && finding.status !== "fail")) continue;
    if (!isLineMissing(line, bench.facts)) continue;
    const key = linesCovering(line)[0] ?? line;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  const leads = new Map<string, Finding>();
  for (const [line, findings] of groups) {
    if (findings.length < 2) continue;
    const lead = leadOf(bench, line, findings);
    for (const { findingKey } of findings) leads.set(findingKey, lead);
  }
  return leads.size === 0 ? [...requirements] : replaced(judged, requirements, leads);
}

/** The gap of the whole line speaks for the others; without one the gravest does, about the line. */
function leadOf(bench: Bench, line: string, findings: readonly Finding[]): Finding {
  const [first, ...rest] = [...findings].sort(
    (a, b) => rank(b) - rank(a) || gravity(b) - gravity(a) || byText(a.findingKey, b.findingKey),
  );
  if (first === undefined) throw new TypeError("a group has findings");
  const { label } = bench.file.subject;
  const isWhole = rank(first) === 2;
  const title = isWhole ? first.title : `${label} has no ${labelOf(line)} policy`;
  // A gap of the whole line is the title; of anything else the title is the line, and it is one of the points itself.
  const points = isWhole ? rest : [first, ...rest];
  const named = [...new Set(points.map(({ title: each }) => each.replace(label, "it")))];
  return {
    ...first,
    severity: findings.reduce((worst, each) => (gravity(each) > gravity(worst) ? each : worst)).severity,
    title,
    detail: paragraph(
      isWhole ? first.detail : undefined,
      sentence(
        isWhole
          ? `The missing policy is behind ${counted(points.length, "other point")} of this review`
          : `A ${labelOf(line)} policy would settle ${counted(points.length, "point")} of the review of ${label}`,
      ),
      ...named.slice(0, namedMax).map((each) => sentence(each)),
    ),
    target: { line },
    group: undefined,
    standsFor: findings.map(({ findingKey }) => findingKey),
    evidenceIds: [...new Set(findings.flatMap(({ evidenceIds }) => evidenceIds))].slice(0, 50),
  };
}

/** 2: the gap of the whole line; 1: another gap; 0: a check or a requirement. */
function rank({ talkingPoints, target }: Finding): number {
  return talkingPoints === undefined ? 0 : target?.coverage === undefined ? 2 : 1;
}

function gravity({ severity }: Finding): number {
  return severities.indexOf(severity);
}

function replaced(
  judged: Judged,
  requirements: readonly WrittenRequirement[],
  leads: ReadonlyMap<string, Finding>,
): WrittenRequirement[] {
  const kept = judged.findings.flatMap((finding) => {
    const lead = leads.get(finding.findingKey);
    return lead === undefined ? [finding] : lead.findingKey === finding.findingKey ? [lead] : [];
  });
  judged.findings.splice(0, judged.findings.length, ...kept);
  const gaps = judged.gaps.map((gap) => {
    const lead = leads.get(gap.findingKey);
    return lead === undefined ? gap : { ...gap, findingKey: lead.findingKey };
  });
  judged.gaps.splice(0, judged.gaps.length, ...gaps);
  const work = judged.workItems.filter((item) => {
    const lead = leads.get(firstKey(item));
    return lead === undefined || lead.findingKey === firstKey(item);
  });
  judged.workItems.splice(0, judged.workItems.length, ...work);
  return requirements.map((requirement) => {
    const lead = leads.get(requirement.finding_key ?? "");
    return lead === undefined ? requirement : { ...requirement, finding_key: lead.findingKey };
  });
}

function firstKey({ finding_keys: keys }: JsonObject): string {
  const first = isJsonArray(keys) ? keys[0] : undefined;
  return typeof first === "string" ? first : "";
}
