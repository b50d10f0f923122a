import { clipped, isJsonObject, type Json, textOfJson } from "@service/json";
import { attributesMax } from "@service/record-families";
import type { Finding, Reason } from "./mapped-row.ts";
import { attributeNameChars } from "./targets.ts";

/** A row that is being made. */
export interface Draft {
  readonly fields: { [name: string]: Json };
  readonly findings: Finding[];
  readonly reasons: Reason[];
}

const findingsMax = 100;
const shownChars = 100;

export function addFinding({ findings }: Draft, finding: Finding): void {
  if (findings.length < findingsMax) findings.push(finding);
}

/** A value as a finding shows it. */
export function shown(value: Json): string {
  return clipped(
    textOfJson(value)
      .slice(0, 2 * shownChars + 1)
      .toWellFormed(),
    shownChars,
  );
}

/** A name of the mapping in a message. */
export function quoted(text: string): string {
  return JSON.stringify(clipped(text, shownChars));
}

/** Adds an attribute where the row has fewer than it may have. */
export function setAttribute(draft: Draft, name: string, value: Json): void {
  const before = draft.fields["attributes"];
  const attributes: { [name: string]: Json } = isJsonObject(before) ? before : {};
  if (name.length > attributeNameChars && [...name].length > attributeNameChars) {
    const message = `has a name of more than ${attributeNameChars} characters`;
    addFinding(draft, { field: `attributes.${clipped(name, attributeNameChars)}`, code: "dropped", message });
  } else if (Object.hasOwn(attributes, name) || Object.keys(attributes).length < attributesMax) {
    attributes[name] = value;
    draft.fields["attributes"] = attributes;
  } else if (!draft.findings.some(({ field }) => field === "attributes")) {
    addFinding(draft, { field: "attributes", code: "dropped", message: `has more than ${attributesMax} members` });
  }
}
