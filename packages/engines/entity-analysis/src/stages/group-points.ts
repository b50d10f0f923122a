import { counted, labelOf, paragraph, sentence, severities } from "@service/engine-kit";
import { byText, dayNumber, isJsonArray, type JsonObject, text, textsIn } from "@service/json";
import type { WrittenRequirement } from "../output.ts";
import type { Bench } from "./bench.ts";
import { findingKey, type Finding, type PointGroup } from "./findings.ts";
import { addFinding, type Judged, workItemOf } from "./judged.ts";

const detailChars = 1000;
const evidenceMax = 50;

type Words = {
  /** "Blue Harbor Cafe lacks 3 current documents in its file". */
  readonly title: (insured: string, count: number, line: string) => string;
  readonly task: string;
  /** The sentences of a member; `insured` is the name that they need not repeat. */
  readonly of: (member: Finding, insured: string) => string;
};

const words: { readonly [Group in PointGroup]: Words } = {
  documents: {
    title: (insured, count) => `${insured} lacks ${counted(count, "current document")} in its file`,
    task: "Request the documents that the file of {insured} lacks",
    of: shortTitle,
  },
  losses: {
    title: (insured, count) => `${insured} has ${counted(count, "point")} to explain in its losses`,
    task: "Review the losses of {insured}",
    of: withFigures,
  },
  contract: {
    title: (insured, count, line) =>
      `${insured} does not have ${counted(count, "thing")} that a contract asks for in ${line}`,
    task: "Meet what the contracts of {insured} ask for",
    of: ({ detail }) => detail,
  },
};

/**
 * Points that one request or one endorsement settles are one finding (ENT-83): documents that the file lacks, what
 * stands out in the losses, and what contracts ask of one line. A point that stands alone keeps its own finding.
 */
export function groupPoints(
  bench: Bench,
  judged: Judged,
  requirements: readonly WrittenRequirement[],
): WrittenRequirement[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of judged.findings) {
    const { group, target, status } = finding;
    if (group === undefined || status !== "fail") continue;
    const key = findingKey(`points_${group}`, group === "contract" ? { line: target?.line ?? "" } : undefined);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  const replacedBy = new Map<string, string>();
  for (const members of groups.values()) {
    const [first] = members;
    if (first?.group === undefined || members.length < 2) continue;
    const keys = members.map((member) => member.findingKey);
    const work = judged.workItems.filter((item) => keys.includes(firstKey(item)));
    remove(judged.workItems, (item) => keys.includes(firstKey(item)));
    remove(judged.findings, (finding) => keys.includes(finding.findingKey));
    const finding = addFinding(judged, grouped(bench, first.group, members));
    for (const key of keys) replacedBy.set(key, finding.findingKey);
    if (work.length > 0) judged.workItems.push(groupedWork(bench, first.group, finding, work));
  }
  return requirements.map((requirement) => {
    const key = replacedBy.get(requirement.finding_key ?? "");
    return key === undefined ? requirement : { ...requirement, finding_key: key };
  });
}

function grouped(bench: Bench, group: PointGroup, members: readonly Finding[]): Finding {
  const inOrder = [...members].sort((a, b) => gravity(b) - gravity(a) || byText(a.findingKey, b.findingKey));
  const insured = bench.file.subject.label;
  const [gravest] = inOrder;
  if (gravest === undefined) throw new TypeError("a group has members");
  const line = group === "contract" ? gravest.target?.line : undefined;
  const target = line === undefined ? undefined : { line };
  return {
    findingKey: findingKey(`points_${group}`, target),
    ruleKey: `points_${group}`,
    dimension: gravest.dimension,
    severity: gravest.severity,
    status: "fail",
    title: words[group].title(insured, members.length, labelOf(line ?? "")),
    detail: whole(inOrder.map((member, index) => words[group].of(member, index === 0 ? "" : insured))),
    target,
    recommendation: whole([...new Set(inOrder.flatMap(({ recommendation }) => recommendation ?? []))]),
    standsFor: inOrder.map((member) => member.findingKey),
    confidence: Math.min(...members.map(({ confidence }) => confidence)),
    evidenceIds: [...new Set(inOrder.flatMap(({ evidenceIds }) => evidenceIds))].slice(0, evidenceMax),
  };
}

/** One work item for what was several, due when the first of them was. */
function groupedWork(bench: Bench, group: PointGroup, finding: Finding, work: readonly JsonObject[]): JsonObject {
  const [due] = work.flatMap((item) => text(item, "due_on") ?? []).sort();
  const days = due === undefined ? undefined : (dayNumber(due) ?? 0) - (dayNumber(bench.file.today) ?? 0);
  return workItemOf(bench, finding, {
    kind: group === "documents" ? "request_document" : "contact_client",
    title: words[group].task,
    ...(days === undefined ? { dueInDays: undefined } : { dueInDays: days }),
  });
}

/** "It owns vehicles, and no driver list is on file." */
function shortTitle({ title }: Finding, insured: string): string {
  return sentence(insured !== "" && title.startsWith(insured) ? title.replace(insured, "it") : title);
}

/** "It has open reserves above $50,000: open reserves of $75,000." An amount that is not shown explains nothing. */
function withFigures(finding: Finding, insured: string): string {
  const title = shortTitle(finding, insured);
  return finding.figures ? sentence(title.replace(/\.$/, ":"), finding.figures) : title;
}

/** Whole texts only, within the bound of a detail. */
function whole(texts: readonly string[]): string {
  return texts.reduce((all, each) => (all.length + each.length + 1 > detailChars ? all : paragraph(all, each)), "");
}

function remove<Item>(items: Item[], isGone: (item: Item) => boolean): void {
  const kept = items.filter((item) => !isGone(item));
  items.splice(0, items.length, ...kept);
}

function firstKey({ finding_keys: keys }: JsonObject): string {
  return isJsonArray(keys) ? ([...textsIn(keys)][0] ?? "") : "";
}

function gravity({ severity }: Finding): number {
  return severities.indexOf(severity);
}
