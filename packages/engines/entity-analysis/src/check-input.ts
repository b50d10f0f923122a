import { checkDocumentText } from "@service/engine-kit";
import {
  type InputIssue,
  isJsonArray,
  isJsonObject,
  issuesMax,
  type Json,
  type JsonObject,
  text,
  textsIn,
} from "@service/json";

/**
 * Problems that a schema cannot express: nothing to analyze, and documents of one key (ENT-2). Reads an input of any
 * shape: these problems are reported beside those of the schema.
 */
export function checkInput(input: Json): InputIssue[] {
  if (!isJsonObject(input)) return [];
  const issues: InputIssue[] = [];
  const sources = [input.records_ref, input.profile, input.documents, input.records];
  if (!sources.some(isNonEmpty)) {
    issues.push({
      field: "input",
      message: "at least one of records_ref, profile, documents, records must be non-empty",
    });
  }
  const seen = new Set<string>();
  for (const [index, document] of (isJsonArray(input.documents) ? input.documents : []).entries()) {
    if (!isJsonObject(document)) continue;
    checkDocumentText(textsOf(document), `documents[${index}]`, issues);
    const key = text(document, "document_key");
    if (key === undefined) continue;
    if (seen.has(key)) issues.push({ field: `documents[${index}].document_key`, message: "duplicate key" });
    seen.add(key);
  }
  return issues.slice(0, issuesMax);
}

function textsOf(document: JsonObject): { readonly text?: string; readonly pages?: readonly string[] } {
  const [body, { pages }] = [text(document, "text"), document];
  return {
    ...(body === undefined ? {} : { text: body }),
    ...(pages === undefined ? {} : { pages: textsIn(pages) }),
  };
}

function isNonEmpty(value: Json | undefined): boolean {
  if (isJsonArray(value)) return value.length > 0;
  if (!isJsonObject(value)) return false;
  return Object.values(value).some((member) => !isJsonArray(member) || member.length > 0);
}
