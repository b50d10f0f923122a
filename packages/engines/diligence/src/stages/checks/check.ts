import { counted, type EvidenceSource, type WorkItemKind } from "@service/engine-kit";
import type { EvaluationBudget } from "@service/conditions";
import { clipped, cut } from "@service/json";
import type { Lists } from "../load-lists.ts";
import type { Ownership } from "../ownership.ts";
import type { ReadInput, Document } from "../read-input.ts";
import type { Screening } from "../screen-party.ts";
import type { CheckStatus } from "../../codes.ts";

/** Result of a check. `not_run`: the input lacks what the check needs (unknown is not false, TYPE-4). */
export type CheckResult = {
  readonly status: CheckStatus;
  /** One or two sentences without names of list entries: readers who may not see hits read details. */
  readonly detail: string;
  /** What the finding says instead: its readers may see hits (DIL-64). */
  readonly findingDetail?: string;
  readonly evidence: readonly EvidenceSource[];
  /** True when the findings of hits cover the check and its own finding would repeat them. */
  readonly isCoveredByHits?: boolean;
  /** The suggested work. */
  readonly workItem?: { readonly kind: WorkItemKind; readonly title: string };
  /** Paths of facts that were missing. */
  readonly missing?: readonly string[];
};

/** What a check may read. */
export type CheckContext = {
  readonly input: ReadInput;
  readonly lists: Lists;
  /** `undefined` when no list was searched. */
  readonly screening: Screening | undefined;
  readonly ownership: Ownership;
  /** Parties without a name in Latin letters: a search without hits proves little (DIL-77). */
  readonly unscreenableParties: readonly string[];
  /** Parties without a name that can be searched (DIL-22). */
  readonly unnamedParties: readonly string[];
  readonly budget: EvaluationBudget;
  readonly onMismatch: (path: string) => void;
};

/** The subject as sentences name it. */
export function subjectOf({ input }: CheckContext): string {
  return clipped(input.subject.name, 100);
}

export function pass(detail: string, evidence: readonly EvidenceSource[] = []): CheckResult {
  return { status: "pass", detail, evidence };
}

export function fail(
  detail: string,
  evidence: readonly EvidenceSource[],
  workItem?: CheckResult["workItem"],
): CheckResult {
  return { status: "fail", detail, evidence, ...(workItem === undefined ? {} : { workItem }) };
}

export function review(
  detail: string,
  evidence: readonly EvidenceSource[],
  workItem?: CheckResult["workItem"],
): CheckResult {
  return { status: "review", detail, evidence, ...(workItem === undefined ? {} : { workItem }) };
}

export function notRun(detail: string, missing: readonly string[], workItem?: CheckResult["workItem"]): CheckResult {
  return { status: "not_run", detail, evidence: [], missing, ...(workItem === undefined ? {} : { workItem }) };
}

/** A fact of the input as evidence; values that identify a person are left out. */
export function factEvidence(path: string, value?: string | number | boolean): EvidenceSource {
  return { kind: "fact", ref: { fact: cut(path, 200) }, ...(value === undefined ? {} : { value }) };
}

export function documentEvidence(
  document: Document,
  more: EvidenceSource["ref"] = {},
  excerpt?: string,
): EvidenceSource {
  return {
    kind: "document",
    ref: { document_key: document.key, ...more },
    ...(excerpt === undefined ? {} : { excerpt }),
  };
}

/** The version of a searched list, as evidence of a search without hits. */
export function listEvidence(list: Lists["screened"][number]): EvidenceSource {
  return {
    kind: "fact",
    ref: { fact: `lists.${list.listKey}` },
    value: { version: list.version, entries: list.index.entryCount },
  };
}

/** What is to be known of a list that is older than allowed: a name may have been added since (DIL-65). */
export function ageInWords({ label, ageDays }: Pick<Lists["screened"][number], "label" | "ageDays">): string {
  const age = ageDays === undefined ? "of unknown age" : `${counted(ageDays, "day")} old`;
  return `The list ${label} is ${age}, which is more than is allowed.`;
}
