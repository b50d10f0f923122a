import type { JsonObject } from "@service/json";
import { textOf } from "./fields.ts";
import { intakeQueue, screening } from "./engine-inputs.ts";
import type { Sample } from "./generate.ts";

/** Rows of a labelled set: what the gate of an engine measures a release by (GATE-28). */
export type LabelledSets = Readonly<Record<"screening" | "markets" | "intake", readonly JsonObject[]>>;

/** The list as the preset of diligence names it. */
const listKey = "watch_demo";
const intakePairs = 60;

/** What an operator would label by hand, made of the planted truth. The rows read the datasets `watchlist:demo` and `offerings`. */
export function labelledSets({ screening: screened, intake }: Sample): LabelledSets {
  const labels = new Map(intake.labels.map((label) => [label.submission_key, label]));
  const rows = new Map(intake.submissions.map((row) => [textOf(row.submission_key), row]));
  const ofDesk = (desk: string): JsonObject[] =>
    intake.labels.flatMap((label) => (label.desk === desk ? [rows.get(label.submission_key) ?? {}] : []));
  const ordinary = ofDesk("ordinary");
  return {
    screening: screened.truth.map(({ subject_key, kind, entry_id }, index) => ({
      case_key: subject_key,
      tags: [kind],
      input: screening(screened.subjects[index] ?? {}),
      labels: { hits: kind === "listed" ? [{ list_key: listKey, entry_id: entry_id ?? "" }] : [] },
    })),
    markets: intake.placements.map(({ submission_key, input }) => ({
      case_key: submission_key,
      input,
      labels: { offering_keys: [labels.get(submission_key)?.offering_key ?? ""] },
    })),
    // Pairs: which of two comes first is what a desk can say with certainty.
    intake: ofDesk("urgent")
      .slice(0, Math.min(intakePairs, ordinary.length))
      .map((urgent, index) => {
        const other = ordinary[index] ?? {};
        return {
          case_key: `pair-${index + 1}`,
          input: intakeQueue([other, urgent]),
          labels: { order: [textOf(urgent.submission_key), textOf(other.submission_key)] },
        };
      }),
  };
}
