import type { JsonObject } from "@service/json";
import { certificateWordings } from "./certificates.ts";
import { commercialWordings } from "./commercial.ts";
import { personalWordings } from "./personal.ts";

/** Every wording of the pack as `{alias, line, coverage}` (CMP-82). */
export function coverageWordings(): JsonObject[] {
  const tables = [commercialWordings, personalWordings, certificateWordings];
  return tables.flatMap(Object.entries<{ readonly [coverage: string]: string }>).flatMap(([line, coverages]) =>
    Object.entries(coverages).flatMap(([coverage, wordings]) =>
      wordings
        .split(",")
        .map((wording) => wording.trim().replace(/\s+/g, " "))
        .map((alias) => ({ alias, line, coverage })),
    ),
  );
}
