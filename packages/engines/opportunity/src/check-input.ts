import { type InputIssue, isJsonObject, issuesMax, type Json, objectsIn, text } from "@service/json";

/** The last part of four has the index 3. */
function partIssues(reference: Json): InputIssue[] {
  const partition = isJsonObject(reference) ? reference["partition"] : undefined;
  if (!isJsonObject(partition)) return [];
  const { index, of } = partition;
  return typeof index === "number" && typeof of === "number" && index >= of
    ? [{ field: "records_ref.partition.index", message: "must be less than partition.of" }]
    : [];
}

/** Problems that a schema cannot express: two accounts of one key would give one client two answers. */
export function checkAcrossFields(input: Json): InputIssue[] {
  if (!isJsonObject(input)) return [];
  const issues: InputIssue[] = partIssues(input["records_ref"] ?? null);
  const seen = new Set<string>();
  for (const [index, account] of objectsIn(input.accounts).entries()) {
    const key = text(account, "client_key");
    if (key === undefined) continue;
    if (seen.has(key)) issues.push({ field: `accounts[${index}].client_key`, message: "duplicate key" });
    if (issues.length >= issuesMax) break;
    seen.add(key);
  }
  return issues;
}
