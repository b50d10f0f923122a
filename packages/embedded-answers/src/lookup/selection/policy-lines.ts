import { linesCovering } from "@service/engine-kit";
import { isJsonArray, type JsonObject } from "@service/json";

/** The lines of a row: one, or those of a package. */
export function linesOf(fields: JsonObject): readonly string[] {
  const { line, lines } = fields;
  return [
    ...(typeof line === "string" ? [line] : []),
    ...(isJsonArray(lines) ? lines.flatMap((each) => (typeof each === "string" ? each : [])) : []),
  ];
}

/** Lines whose policies answer for these. */
export function coveringLines(lines: readonly string[]): readonly string[] {
  return [
    ...new Set(lines.flatMap((line) => (line === "umbrella" ? [line, "personal_umbrella"] : linesCovering(line)))),
  ];
}

/** Whether a policy is in force: by its status, else by its dates. */
export function isInForce({ status, effective_on, expires_on }: JsonObject, asOf: string): boolean {
  if (typeof status === "string") return status === "active";
  return (
    typeof effective_on === "string" && typeof expires_on === "string" && effective_on <= asOf && asOf < expires_on
  );
}
