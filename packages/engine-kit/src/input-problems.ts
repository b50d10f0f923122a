import { text, type InputIssue, type JsonObject } from "@service/json";
import { isCurrency } from "./currencies.ts";

// Problems of an input that a schema cannot express, the same for every engine type.

/** Elements of one list with the same key: the answer could not tell them apart. */
export function duplicateKeys(list: readonly JsonObject[], at: string, keyName: string, issues: InputIssue[]): void {
  const seen = new Set<string>();
  for (const [index, element] of list.entries()) {
    const key = text(element, keyName);
    if (key === undefined) continue;
    if (seen.has(key)) issues.push({ field: `${at}[${index}].${keyName}`, message: `duplicate key "${key}"` });
    seen.add(key);
  }
}

/** An unknown currency: the published schemas only ask for three capital letters. */
export function unknownCurrency(owner: JsonObject, at: string, issues: InputIssue[]): void {
  const code = text(owner, "currency");
  if (code !== undefined && !isCurrency(code))
    issues.push({ field: `${at}currency`, message: "must be a currency code of ISO 4217, such as USD" });
}
