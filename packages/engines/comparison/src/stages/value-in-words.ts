import { dateInWords, labelOf, moneyInWords } from "@service/engine-kit";
import { type CellValue, partsInWords } from "./cells.ts";
import { shareInWords } from "./in-words.ts";

/** What a cell shows in a sentence: "$1,000,000", "72 hours", "replacement cost", "not stated". */
export function valueInWords(cell: CellValue, currency: string): string {
  switch (cell.state) {
    case "absent":
      return "not included";
    case "unstated":
      return "not stated";
    case "uncertain":
      return "not understood";
    case "stated":
      break;
  }
  const { unit, measure, value, display } = cell;
  switch (unit) {
    case "cents":
      if (!Number.isFinite(measure)) return "the limit set by law";
      return cell.auto === undefined && display !== undefined
        ? `${moneyInWords(measure / 100, currency)} (${display})`
        : (display ?? moneyInWords(measure / 100, currency));
    case "hours":
      return `${measure} ${measure === 1 ? "hour" : "hours"}`;
    case "ratio":
      return shareInWords(measure);
    case "day":
      return typeof value === "string" ? dateInWords(value) : "not stated";
    case "rank":
      return typeof value === "string" ? labelOf(value) : "not stated";
    case "flag":
      return cell.taken === undefined ? "included" : `included without ${partsInWords(cell.taken)}`;
  }
}
