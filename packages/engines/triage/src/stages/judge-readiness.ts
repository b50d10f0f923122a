import type { Facts } from "@service/conditions";
import { type Json, isJsonArray, isJsonObject, roundHalfAwayFromZero, byText } from "@service/json";
import type { MissingItem } from "../output.ts";
import { bandOf, type Settings } from "../settings.ts";
import type { Submission } from "./submission.ts";

export type Readiness = {
  /** 0..100 with one decimal; 100 when nothing is required. */
  readonly score: number;
  /** Heaviest first. */
  readonly missing: readonly MissingItem[];
  readonly factsPresent: number;
  readonly factsNeeded: number;
  /** What the work cannot begin without (TRI-99): a missing item marked so, or application and loss runs together. */
  readonly isBlocked: boolean;
  /** The first day on which an ageing document moves the score into another band. */
  readonly nextChangeDay: number | undefined;
};

/** Factor of a document that is undated or too old. */
const staleCredit = 0.5;

type Requirement = {
  readonly kind: "document" | "fact";
  readonly key: string;
  weight: number;
  maxAgeDays: number | undefined;
  isBlocking: boolean;
};

/**
 * TRI-39, TRI-40, TRI-98: the weighted share of required documents and facts that are there. A document required by several
 * lines counts once, with the greatest weight and the strictest age. Stale or undated documents count half.
 */
export function judgeReadiness(submission: Submission, settings: Settings, facts: Facts, today: number): Readiness {
  const requirements = requirementsOf(submission, settings);
  const isThere = new Map<string, boolean>();
  for (const item of settings.requiredItems) {
    if (!applies(item, submission)) continue;
    for (const { path } of item.facts) isThere.set(path.text, isStated(path.one(facts, undefined)));
  }
  const scoreOn = (day: number, missing?: MissingItem[]): number => {
    let reached = 0;
    let possible = 0;
    for (const requirement of requirements) {
      const { kind, key, weight } = requirement;
      const reason =
        kind === "fact"
          ? isThere.get(key) === true
            ? undefined
            : "missing"
          : documentReason(submission, key, requirement.maxAgeDays, day);
      possible += weight;
      if (reason === undefined) reached += weight;
      else {
        if (reason !== "missing") reached += staleCredit * weight;
        missing?.push({ kind, key, reason, weight });
      }
    }
    return possible === 0 ? 100 : roundHalfAwayFromZero((100 * reached) / possible, 1);
  };
  const missing: MissingItem[] = [];
  const score = scoreOn(today, missing);
  const needed = requirements.filter(({ kind }) => kind === "fact");
  return {
    score,
    missing: missing.sort((a, b) => b.weight - a.weight || byText(a.kind, b.kind) || byText(a.key, b.key)),
    factsPresent: needed.filter(({ key }) => isThere.get(key) === true).length,
    factsNeeded: needed.length,
    isBlocked: isBlocked(submission, requirements, missing),
    nextChangeDay: ageingDays(submission, requirements, today).find(
      (day) => bandOf(scoreOn(day), settings.bands) !== bandOf(score, settings.bands),
    ),
  };
}

function applies(item: Settings["requiredItems"][number], submission: Submission): boolean {
  return (
    (item.kind === undefined || item.kind === submission.kind) &&
    (item.line === "*" || submission.lines.includes(item.line))
  );
}

function requirementsOf(submission: Submission, settings: Settings): readonly Requirement[] {
  const merged = new Map<string, Requirement>();
  const need = (wanted: Requirement): void => {
    const { kind, key, weight, maxAgeDays, isBlocking } = wanted;
    const existing = merged.get(`${kind} ${key}`);
    if (existing === undefined) {
      merged.set(`${kind} ${key}`, { ...wanted });
      return;
    }
    existing.weight = Math.max(existing.weight, weight);
    existing.isBlocking ||= isBlocking;
    if (maxAgeDays !== undefined) existing.maxAgeDays = Math.min(maxAgeDays, existing.maxAgeDays ?? maxAgeDays);
  };
  for (const item of settings.requiredItems) {
    if (!applies(item, submission)) continue;
    for (const { kind, ...rest } of item.documents) need({ kind: "document", key: kind, ...rest });
    for (const { path, weight, isBlocking } of item.facts) {
      need({ kind: "fact", key: path.text, weight, maxAgeDays: undefined, isBlocking });
    }
  }
  return [...merged.values()];
}

/** The problem of the best document of a kind; `undefined` = none. */
function documentReason(
  submission: Submission,
  kind: string,
  maxAgeDays: number | undefined,
  today: number,
): MissingItem["reason"] | undefined {
  if (kind === "loss_runs" && submission.hasNoLosses) return undefined;
  let reason: MissingItem["reason"] = "missing";
  for (const document of submission.documents) {
    if (document.kind !== kind) continue;
    if (maxAgeDays === undefined) return undefined;
    // A day in the future is a misprint: the age is not known.
    if (document.datedDay === undefined || document.datedDay > today)
      reason = reason === "missing" ? "undated" : reason;
    else if (today - document.datedDay <= maxAgeDays) return undefined;
    else reason = "stale";
  }
  return reason;
}

/** Together these are a submission; either alone can be worked with. */
const corePapers = ["application", "loss_runs"] as const;

function isBlocked(
  { kind }: Submission,
  requirements: readonly Requirement[],
  missing: readonly MissingItem[],
): boolean {
  const isMissing = (item: Requirement): boolean =>
    missing.some(({ kind: of, key, reason }) => of === item.kind && key === item.key && reason === "missing");
  if (requirements.some((item) => item.isBlocking && isMissing(item))) return true;
  const isPaperMissing = (paper: string): boolean =>
    requirements.some((item) => item.kind === "document" && item.key === paper && isMissing(item));
  return kind === "new" && corePapers.every(isPaperMissing);
}

/** The days on which documents become too old, in order. */
function ageingDays(submission: Submission, requirements: readonly Requirement[], today: number): readonly number[] {
  const days = new Set<number>();
  for (const { kind, key, maxAgeDays } of requirements) {
    if (kind !== "document" || maxAgeDays === undefined) continue;
    for (const document of submission.documents) {
      if (document.kind !== key || document.datedDay === undefined) continue;
      const day = document.datedDay + maxAgeDays + 1;
      if (day > today) days.add(day);
    }
  }
  return [...days].sort((a, b) => a - b);
}

/** A blank string or an empty list is not a known fact. */
function isStated(value: Json | undefined): boolean {
  if (typeof value === "string") return value.trim() !== "";
  if (isJsonArray(value)) return value.length > 0;
  return isJsonObject(value) ? Object.keys(value).length > 0 : value !== undefined;
}
