import { sentence } from "@service/engine-kit";
import type { RiskPoint } from "../../settings.ts";

const pointsShownMax = 5;

/** What adds to the risk and what takes from it, the most first. */
export function pointsInWords(reasons: readonly RiskPoint[]): string[] {
  return byPoints(reasons)
    .filter(({ points }) => points !== 0)
    .slice(0, pointsShownMax)
    .map(({ label, points }) =>
      sentence(`the risk ${points > 0 ? "rises" : "falls"} by ${Math.abs(points)} of 100 points: ${label}`),
    );
}

/** The greatest first. */
export function byPoints(reasons: readonly RiskPoint[]): readonly RiskPoint[] {
  return [...reasons].sort((a, b) => b.points - a.points || (a.key < b.key ? -1 : 1));
}
