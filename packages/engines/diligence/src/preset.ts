import { baseConfigurationPreset } from "@service/engine-kit";
import type { JsonObject } from "@service/json";
import { filledInChecks } from "./stages/check-params.ts";

/**
 * The draft of a new diligence engine (DIL-10, TYPE-92). Its list is not required: a fresh organization has none
 * loaded, and its runs report that instead of failing.
 */
export function diligencePreset(): JsonObject {
  return {
    ...baseConfigurationPreset(),
    response_type: "screening_report",
    lists: [
      {
        list_key: "watch_demo",
        dataset_key: "watchlist:demo",
        label: "Demo watchlist",
        severity: "block",
        required: false,
        max_age_days: 7,
      },
    ],
    matching: {
      review: 0.75,
      strong: 0.9,
      weak_alias_cap: 0.8,
      max_hits_per_list: 25,
      qualifiers: { birth_year: -0.15, birth_date: -0.25, country: -0.2, gender: -0.2, place: 0.05 },
    },
    checks: filledInChecks([
      {
        key: "names",
        label: "Names against the lists",
        kind: "name_screen",
        severity: "critical",
        required: true,
        weight: 40,
        params: {},
      },
      {
        key: "fein_format",
        label: "Employer identification number is well formed",
        kind: "identifier_format",
        severity: "low",
        required: false,
        weight: 5,
        params: { type: "fein" },
      },
      {
        key: "licence",
        label: "License is active and current",
        kind: "license_status",
        severity: "high",
        required: false,
        weight: 20,
        params: { document_kind: "license", max_age_days: 365 },
      },
      {
        key: "owners_known",
        label: "Owners are known",
        kind: "ownership_known",
        severity: "medium",
        required: false,
        weight: 15,
        params: { min_known: 0.75 },
      },
      {
        key: "blocked_owner",
        label: "No listed party owns half or more",
        kind: "ownership_blocked",
        severity: "critical",
        required: true,
        weight: 20,
        params: { threshold: 0.5 },
      },
    ]),
    decision: {
      escalate_on: ["strong_hit:block", "check:blocked_owner"],
      review_on: ["possible_hit", "check_fail:high"],
    },
  };
}
