import { severities, type Severity } from "@service/engine-kit";
import { type JsonObject, number, objectsIn, oneOf, part, text, textsIn } from "@service/json";

export const listSeverities = ["medium", "high", "block"] as const;
export type ListSeverity = (typeof listSeverities)[number];

export const checkKinds = [
  "name_screen",
  "identifier_format",
  "identifier_match",
  "license_status",
  "document_present",
  "document_age",
  "field_consistency",
  "ownership_known",
  "ownership_blocked",
  "adverse_terms",
  "rule",
] as const;
export type CheckKind = (typeof checkKinds)[number];

/** Checks that cannot be answered without having searched a list. */
export const screeningKinds: ReadonlySet<CheckKind> = new Set(["name_screen", "identifier_match", "ownership_blocked"]);

/** The list key of entries sent with the input; no configured list may use it. */
export const customListKey = "custom_list";

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
  readonly params: JsonObject;
};

export type Decision = "clear" | "review" | "escalate" | "incomplete";

/**
 * What raises a decision (DIL-14): a hit of at least this severity, a failed check by key or of at least this severity.
 */
export type Trigger =
  | { readonly on: "strong_hit" | "possible_hit"; readonly severity: ListSeverity }
  | { readonly on: "check"; readonly key: string }
  | { readonly on: "check_fail" | "check_review"; readonly severity: Severity };

export type Settings = {
  readonly lists: readonly ListSetting[];
  readonly matching: Matching;
  readonly checks: readonly CheckSetting[];
  readonly escalateOn: readonly Trigger[];
  readonly reviewOn: readonly Trigger[];
};

/** Reads a checked effective configuration once. */
export function readSettings(effective: JsonObject): Settings {
  const matching = part(effective, "matching");
  const qualifiers = part(matching, "qualifiers");
  const decision = part(effective, "decision");
  return {
    lists: objectsIn(effective["lists"]).map((list) => ({
      listKey: text(list, "list_key") ?? "",
      datasetKey: text(list, "dataset_key") ?? "",
      label: text(list, "label") ?? text(list, "list_key") ?? "",
      severity: oneOf(listSeverities, list["severity"]) ?? "block",
      required: list["required"] === true,
      maxAgeDays: number(list, "max_age_days") ?? 7,
    })),
    matching: {
      review: number(matching, "review") ?? 0.75,
      strong: number(matching, "strong") ?? 0.9,
      weakAliasCap: number(matching, "weak_alias_cap") ?? 0.8,
      hitsPerListMax: number(matching, "max_hits_per_list") ?? 25,
      qualifiers: {
        birthYear: number(qualifiers, "birth_year") ?? -0.15,
        birthDate: number(qualifiers, "birth_date") ?? -0.25,
        country: number(qualifiers, "country") ?? -0.2,
        gender: number(qualifiers, "gender") ?? -0.2,
        place: number(qualifiers, "place") ?? 0.05,
      },
    },
    checks: objectsIn(effective["checks"]).flatMap((check): CheckSetting[] => {
      const kind = oneOf(checkKinds, check["kind"]);
      if (kind === undefined || check["enabled"] === false) return [];
      const key = text(check, "key") ?? "";
      return [
        {
          key,
          kind,
          label: text(check, "label") ?? key,
          severity: oneOf(severities, check["severity"]) ?? "medium",
          required: check["required"] === true,
          weight: number(check, "weight") ?? 0,
          params: part(check, "params"),
        },
      ];
    }),
    escalateOn: textsIn(decision["escalate_on"]).flatMap((token) => readTrigger(token) ?? []),
    reviewOn: textsIn(decision["review_on"]).flatMap((token) => readTrigger(token) ?? []),
  };
}

/**
 * A trigger as a configuration writes it: `strong_hit:block`, `check:blocked_owner`; without a severity the lowest one
 * counts.
 */
export function readTrigger(token: string): Trigger | undefined {
  const colon = token.indexOf(":");
  const on = colon < 0 ? token : token.slice(0, colon);
  const rest = colon < 0 ? undefined : token.slice(colon + 1);
  switch (on) {
    case "strong_hit":
    case "possible_hit": {
      const severity = rest === undefined ? listSeverities[0] : oneOf(listSeverities, rest);
      return severity === undefined ? undefined : { on, severity };
    }
    case "check_fail":
    case "check_review": {
      const severity = rest === undefined ? severities[0] : oneOf(severities, rest);
      return severity === undefined ? undefined : { on, severity };
    }
    case "check":
      return rest === undefined || rest === "" ? undefined : { on, key: rest };
    default:
      return undefined;
  }
}
