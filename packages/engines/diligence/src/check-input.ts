import { duplicateKeys } from "@service/engine-kit";
import {
  isDate,
  type InputIssue,
  type JsonObject,
  issuesMax,
  objectsIn,
  part,
  text,
  textsIn,
  uncarriable,
} from "@service/json";
import { subjectParty } from "./codes.ts";

/**
 * Problems that a schema cannot express: keys that repeat or refer to nothing, days that do not exist, strings without
 * a UTF-8 form. `knownChecks` are those of the configuration and of the preset: requesting a check that is switched off
 * is allowed, one that never existed is not. Cyclic ownership is allowed: it is cut and reported (DIL-7).
 */
export function checkInput(input: JsonObject, knownChecks: ReadonlySet<string>): InputIssue[] {
  const issues: InputIssue[] = [];
  const subject = part(input, "subject");
  checkBirthDate(subject, "subject", issues);
  const parties = objectsIn(input["related_parties"]);
  duplicateKeys(parties, "related_parties", "party_key", issues);
  const partyKeys = new Set(parties.map((party) => text(party, "party_key")));
  for (const [index, party] of parties.entries()) {
    const at = `related_parties[${index}]`;
    if (text(party, "party_key") === subjectParty) {
      issues.push({ field: `${at}.party_key`, message: `"${subjectParty}" is reserved for the subject` });
    }
    const parent = text(party, "parent_key");
    if (
      parent !== undefined &&
      !partyKeys.has(parent) &&
      parent !== subjectParty &&
      parent !== text(subject, "subject_key")
    ) {
      issues.push({ field: `${at}.parent_key`, message: "names no related party" });
    }
    checkBirthDate(party, at, issues);
  }
  duplicateKeys(objectsIn(input["documents"]), "documents", "document_key", issues);
  const entries = objectsIn(input["custom_list"]);
  duplicateKeys(entries, "custom_list", "entry_id", issues);
  for (const [index, entry] of entries.entries()) {
    for (const [at, date] of textsIn(entry["birth_dates"]).entries()) {
      if (!isBirthDate(date)) {
        issues.push({ field: `custom_list[${index}].birth_dates[${at}]`, message: "is not a calendar day" });
      }
    }
  }
  for (const [index, key] of textsIn(input["checks"]).entries()) {
    if (!knownChecks.has(key)) issues.push({ field: `checks[${index}]`, message: `no check has the key "${key}"` });
  }
  uncarriable(input, "", issues);
  return issues.slice(0, issuesMax);
}

function checkBirthDate(party: JsonObject, at: string, issues: InputIssue[]): void {
  const date = text(party, "birth_date");
  if (date !== undefined && !isBirthDate(date)) {
    issues.push({ field: `${at}.birth_date`, message: "is not a calendar day" });
  }
}

function isBirthDate(date: string): boolean {
  return date.length === 4 || isDate(date);
}
