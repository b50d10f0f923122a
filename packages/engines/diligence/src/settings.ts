import type { Severity } from "@service/engine-kit";
import { fillDefaults, type JsonObject } from "@service/json";
import type { CheckKind, ListSeverity } from "./codes.ts";
import { completeCheck, diligenceConfiguration } from "./configuration.ts";
import { readTrigger, type Trigger } from "./stages/triggers.ts";

export type ListSetting = {
  readonly listKey: string;
  readonly datasetKey: string;
  readonly label: string;
  readonly severity: ListSeverity;
  readonly required: boolean;
  readonly maxAgeDays: number;
};

export type Qualifiers = {
  readonly birthYear: number;
  readonly birthDate: number;
  /** Dates so alike that one of them is likely a slip. */
  readonly birthDateClose: number;
  readonly country: number;
  readonly gender: number;
  readonly place: number;
};

export type Matching = {
  /** Scores 0..1 from which a hit is kept as possible, and from which it is strong. */
  readonly review: number;
  readonly strong: number;
  /** Highest score of a match of weak aliases alone. */
  readonly weakAliasCap: number;
  readonly hitsPerListMax: number;
  readonly qualifiers: Qualifiers;
};

export type CheckSetting = {
  readonly key: string;
  readonly label: string;
  readonly kind: CheckKind;
  readonly severity: Severity;
  readonly required: boolean;
  readonly weight: number;
  /** Valid for the kind; `stages/checks` gives them their type. */
  readonly params: JsonObject;
};

export type Settings = {
  readonly lists: readonly ListSetting[];
  readonly matching: Matching;
  readonly checks: readonly CheckSetting[];
  readonly escalateOn: readonly Trigger[];
  readonly reviewOn: readonly Trigger[];
};

/** Reads a checked effective configuration once. */
export function readSettings(effective: JsonObject): Settings {
  // A release of an older version lacks the members that were added since.
  const { lists, matching, checks, decision } = fillDefaults(diligenceConfiguration, effective);
  const { qualifiers } = matching;
  return {
    lists: lists.map((list) => ({
      listKey: list.list_key,
      datasetKey: list.dataset_key,
      label: list.label,
      severity: list.severity,
      required: list.required,
      maxAgeDays: list.max_age_days,
    })),
    matching: {
      review: matching.review,
      strong: matching.strong,
      weakAliasCap: matching.weak_alias_cap,
      hitsPerListMax: matching.max_hits_per_list,
      qualifiers: {
        birthYear: qualifiers.birth_year,
        birthDate: qualifiers.birth_date,
        birthDateClose: qualifiers.birth_date_close,
        country: qualifiers.country,
        gender: qualifiers.gender,
        place: qualifiers.place,
      },
    },
    checks: checks.filter(({ enabled }) => enabled).map(completeCheck),
    escalateOn: decision.escalate_on.flatMap((token) => readTrigger(token) ?? []),
    reviewOn: decision.review_on.flatMap((token) => readTrigger(token) ?? []),
  };
}
