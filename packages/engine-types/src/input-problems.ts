import { text } from "./checked-fields.ts";
import type { InputIssue } from "./engine-type.ts";
import type { Json, JsonObject } from "./json.ts";
import { isJsonArray, isJsonObject } from "./json.ts";
import { issuesMax } from "./schema-validation.ts";

// Problems of an input that no schema can say, the same for every engine type.

/** Elements of one list that have the same key: nothing could tell them apart in the answer. */
export function duplicateKeys(list: readonly JsonObject[], at: string, keyName: string, issues: InputIssue[]): void {
  const seen = new Set<string>();
  for (const [index, element] of list.entries()) {
    const key = text(element, keyName);
    if (key === undefined) continue;
    if (seen.has(key)) issues.push({ field: `${at}[${index}].${keyName}`, message: `duplicate key "${key}"` });
    seen.add(key);
  }
}

/** Half a surrogate pair has no UTF-8 form: nothing that cites it could be stored or hashed. */
export function malformedText(value: Json, at: string, issues: InputIssue[]): void {
  if (issues.length >= issuesMax) return;
  if (typeof value === "string") {
    if (!value.isWellFormed()) issues.push({ field: at, message: "is not well-formed Unicode" });
  } else if (isJsonArray(value)) {
    for (const [index, element] of value.entries()) malformedText(element, `${at}[${index}]`, issues);
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (!name.isWellFormed())
        issues.push({ field: at, message: "has a member whose name is not well-formed Unicode" });
      malformedText(member, at === "" ? name : `${at}.${name}`, issues);
    }
  }
}
