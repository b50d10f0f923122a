import { checkDocumentText, duplicateKeys } from "@service/engine-kit";
import { isDate, type InputIssue, issuesMax, uncarriable } from "@service/json";
import { subjectParty } from "./codes.ts";
import type { DiligenceInput } from "./input.ts";

/**
 * Problems that a schema cannot express: a subject without a name to search, keys that repeat or refer to nothing, days
 * that do not exist, strings without a UTF-8 form. `checkKeys` are those of the configuration and of the preset: requesting a check that is switched off
 * is allowed, one that never existed is not. Cyclic ownership is allowed: it is reported (DIL-7).
 */
export function checkInput(input: DiligenceInput, checkKeys: ReadonlySet<string>): InputIssue[] {
  const issues: InputIssue[] = [];
  const { subject, related_parties: parties = [], documents = [], custom_list: entries = [], checks = [] } = input;
  if (!/[\p{L}\p{N}]/u.test(subject.name)) issues.push({ field: "subject.name", message: "has no letter or digit" });
  checkBirthDate(subject.birth_date, "subject", issues);
  duplicateKeys(parties, "related_parties", "party_key", issues);
  const parentKeys = new Set([subjectParty, subject.subject_key, ...parties.map(({ party_key }) => party_key)]);
  for (const [index, { party_key, parent_key, birth_date }] of parties.entries()) {
    const at = `related_parties[${index}]`;
    if (party_key === subjectParty) {
      issues.push({ field: `${at}.party_key`, message: `"${subjectParty}" is reserved for the subject` });
    }
    if (parent_key !== undefined && !parentKeys.has(parent_key)) {
      issues.push({ field: `${at}.parent_key`, message: "names no related party" });
    }
    checkBirthDate(birth_date, at, issues);
  }
  duplicateKeys(documents, "documents", "document_key", issues);
  for (const [index, document] of documents.entries()) checkDocumentText(document, `documents[${index}]`, issues);
  duplicateKeys(entries, "custom_list", "entry_id", issues);
  for (const [index, { birth_dates: dates = [] }] of entries.entries()) {
    for (const [at, date] of dates.entries()) {
      if (!isBirthDate(date)) {
        issues.push({ field: `custom_list[${index}].birth_dates[${at}]`, message: "is not a calendar day" });
      }
    }
  }
  for (const [index, key] of checks.entries()) {
    if (!checkKeys.has(key)) issues.push({ field: `checks[${index}]`, message: `no check has the key "${key}"` });
  }
  uncarriable(input, "", issues);
  return issues.slice(0, issuesMax);
}

function checkBirthDate(date: string | undefined, at: string, issues: InputIssue[]): void {
  if (date !== undefined && !isBirthDate(date)) {
    issues.push({ field: `${at}.birth_date`, message: "is not a calendar day" });
  }
}

function isBirthDate(date: string): boolean {
  return date.length === 4 || isDate(date);
}
