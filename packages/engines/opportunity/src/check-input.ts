import { type InputIssue, isJsonArray, isJsonObject, issuesMax, type Json, objectsIn, text } from "@service/json";
import { accountsMax } from "./input.ts";

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

/** Accounts that are checked at once: well under a millisecond. */
const accountsPerStep = 25;

/**
 * All problems of an input, step by step: yields after each part of its accounts (measured on 5,000 accounts with 20,000
 * policies: 95 ms at once, 1 ms a part).
 */
export function* checkInParts(checkShape: (input: Json) => InputIssue[], input: Json): Generator<void, InputIssue[]> {
  const accounts = isJsonObject(input) ? input["accounts"] : undefined;
  const issues: InputIssue[] = [];
  if (!isJsonObject(input) || !isJsonArray(accounts) || accounts.length > accountsMax)
    issues.push(...checkShape(input));
  else
    for (let start = 0; start === 0 || start < accounts.length; start += accountsPerStep) {
      const part = { ...(start === 0 ? input : {}), accounts: accounts.slice(start, start + accountsPerStep) };
      for (const { field, message } of checkShape(part)) {
        const [, index, rest = ""] = /^accounts\[(\d+)\](.*)$/s.exec(field) ?? [];
        if (index !== undefined) issues.push({ field: `accounts[${start + Number(index)}]${rest}`, message });
        else if (start === 0) issues.push({ field, message });
      }
      if (issues.length >= issuesMax) break;
      yield;
    }
  return [...issues, ...checkAcrossFields(input)].slice(0, issuesMax);
}
