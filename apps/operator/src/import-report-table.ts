import { isJsonObject, type Json, type JsonObject, number, objects, text } from "@service/json";
import type { Answer } from "./answer.ts";

/** What an import found, for a terminal: fields that are not always filled, findings, and what hangs loose (IMP-74). */
export function importReportTable(quality: JsonObject): Answer {
  const families = Object.entries(members(quality["families"])).map(([family, of]) => [family, members(of)] as const);
  const duplicates = members(quality["likely_duplicates"]);
  return {
    ...listed("people_without_seat", quality["people_without_seat"]),
    ...listed("notes", quality["notes"]),
    fill: families.map(([family, of]) => ({ family, mapped: of["mapped"], fields: fillOf(members(of["fill"])) })),
    findings: families.flatMap(([family, of]) =>
      objects(of, "findings").map((finding) => ({
        family,
        field: text(finding, "field"),
        code: text(finding, "code"),
        value: text(finding, "value"),
        count: number(finding, "count"),
        first: `${text(finding, "file") ?? ""}:${number(finding, "line") ?? ""}`,
        message: text(finding, "message"),
      })),
    ),
    loose_rows: (["orphans", "retried_orphans", "equal_duplicates", "conflicting_duplicates"] as const).flatMap(
      (what) =>
        Object.entries(members(quality[what])).map(([family, rows]) => ({
          family,
          what: what.replaceAll("_", " "),
          rows,
        })),
    ),
    likely_duplicates: objects(duplicates, "pairs").map((pair) => ({
      band: text(pair, "band"),
      weight: number(pair, "weight"),
      first: nameOf(pair["first"]),
      second: nameOf(pair["second"]),
      because: text(pair, "because"),
    })),
  };
}

function members(value: Json | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}

function listed(name: string, found: Json | undefined): Answer {
  return Array.isArray(found) && found.length > 0 ? { [name]: found } : {};
}

/** Fields that some rows lack, the emptiest first; what every row has is not listed. */
function fillOf(fill: JsonObject): string {
  const lacking = Object.entries(fill).filter(([, share]) => typeof share === "number" && share < 1);
  const listed = lacking
    .toSorted(([, a], [, b]) => Number(a) - Number(b))
    .map(([field, share]) => `${field} ${Math.floor(Number(share) * 100)} %`);
  return listed.length === 0 ? "all filled" : listed.join(", ");
}

function nameOf(client: Json | undefined): string {
  const of = members(client);
  return `${text(of, "name") ?? ""} (${text(of, "source_id") ?? ""})`;
}
