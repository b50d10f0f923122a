import { duplicateKeys, toCents, unknownCurrency } from "@service/engine-kit";
import { checkCondition } from "@service/conditions";
import { type InputIssue, type JsonObject, issuesMax, number, objects, part, text, uncarriable } from "@service/json";
import { inlineItemRequired } from "./input.ts";
import { currencyOf } from "./read-input.ts";

/**
 * Problems of an input that a schema cannot express (CMP-5): duplicate keys, an unknown baseline, terms that end before
 * they begin, mixed or unknown currencies, sums beyond exact cents. At most 50 problems.
 */
export function checkInput(input: JsonObject): InputIssue[] {
  const issues: InputIssue[] = [];
  const items = objects(input, "items");
  for (const name of ["items", "requirements", "scenarios"]) duplicateKeys(objects(input, name), name, "key", issues);
  const baselineKey = text(input, "baseline_key");
  if (baselineKey !== undefined && !items.some((item) => item["key"] === baselineKey)) {
    issues.push({ field: "baseline_key", message: "names no item" });
  }
  unknownCurrency(input, "", issues);
  const currency = currencyOf(input);
  for (const [index, item] of items.entries()) checkItem(item, `items[${index}]`, currency, issues);
  for (const [index, requirement] of objects(input, "requirements").entries()) {
    const { op, value } = requirement;
    const rule: JsonObject = {
      fact: "item.value",
      op: op ?? null,
      ...(op === "exists" || op === "missing" ? {} : { value: value ?? null }),
    };
    for (const { message } of checkCondition(rule, "", ["item"])) {
      issues.push({ field: `requirements[${index}].value`, message });
    }
  }
  uncarriable(input, "", issues);
  return issues.slice(0, issuesMax);
}

function checkItem(item: JsonObject, at: string, currency: string, issues: InputIssue[]): void {
  if (item["records_ref"] !== undefined) {
    for (const name of Object.keys(item)) {
      if (name !== "key" && name !== "records_ref")
        issues.push({ field: `${at}.${name}`, message: "cannot be combined with records_ref" });
    }
    return;
  }
  for (const name of inlineItemRequired) {
    if (item[name] === undefined) issues.push({ field: `${at}.${name}`, message: "is required" });
  }
  const effectiveOn = text(item, "effective_on");
  const expiresOn = text(item, "expires_on");
  if (effectiveOn !== undefined && expiresOn !== undefined && expiresOn <= effectiveOn) {
    issues.push({ field: `${at}.expires_on`, message: "must be after effective_on" });
  }
  unknownCurrency(item, `${at}.`, issues);
  const own = text(item, "currency");
  if (own !== undefined && own !== currency) {
    issues.push({ field: `${at}.currency`, message: `all items must be in one currency (${currency})` });
  }
  const premium = part(item, "premium");
  const cents = ["base", "taxes", "fees"].reduce(
    (sum, name) => sum + (toCents(number(premium, name) ?? 0) ?? Number.NaN),
    0,
  );
  if (!Number.isSafeInteger(cents))
    issues.push({ field: `${at}.premium`, message: "is more money than can be computed exactly" });
  for (const [index, line] of objects(item, "coverages").entries()) {
    const deductible = part(line, "deductible");
    const amount = number(deductible, "amount") ?? 0;
    if (deductible["type"] === "percent" && amount > 100) {
      issues.push({ field: `${at}.coverages[${index}].deductible.amount`, message: "a percentage is at most 100" });
    }
  }
}
