import { dateInWords, labelOf, moneyInWords, numberInWords, percentInWords } from "@service/engine-kit";
import type { SelectedRows } from "@service/conditions";
import { clipped, isJsonObject, type Json, type JsonObject, part, text } from "@service/json";
import { classOfPath } from "@service/record-families";
import { familyKeys, recordFamilies } from "../codes.ts";

/** The rows of the file that a rule is about, as a client reads them (ENT-86). */

const rowsMax = 2;
const figuresMax = 3;
const nameChars = 60;

/** Members that say which rows a rule is about; the row's name or the rule's own words say them already. */
const omittedMembers = new Set([
  "status",
  "in_force",
  "included",
  "line",
  "lines[]",
  "coverage",
  "kind",
  "occurred_on",
  "deductible.type",
]);
/** Figures that are no amounts of money. */
const counts = new Set(["notice_days", "term_months"]);

/**
 * `the crime policy CR1 (expires on March 1, 2025)`: each row once, with what the rules read of it. What some readers
 * may not see (PRIV-1) is left out. A row of which nothing more is read stands only where no other fact is shown.
 */
export function rowsInWords(rows: readonly SelectedRows[], isBesideOthers: boolean): readonly string[] {
  const phrases = new Map<Json, string>();
  for (const { path, elements } of rows) {
    const family = recordFamilies.find((name) => path === `records.${name}[]`);
    if (family === undefined) continue;
    const members = rows.filter((other) => other.path === path).flatMap((other) => other.members);
    for (const row of elements) {
      if (!isJsonObject(row)) continue;
      const key = `${family} ${text(row, familyKeys[family]) ?? phrases.size}`;
      if (!phrases.has(key)) phrases.set(key, phraseOf(nameOf(family, row), row, members));
    }
  }
  const every = [...phrases.values()];
  const withFigures = every.filter((phrase) => phrase.endsWith(")"));
  const all = withFigures.length > 0 || isBesideOthers ? withFigures : every;
  return all.length <= rowsMax ? all : [...all.slice(0, rowsMax), `${all.length - rowsMax} more`];
}

function nameOf(family: (typeof recordFamilies)[number], row: JsonObject): string {
  const line = labelOf(text(row, "line") ?? "");
  switch (family) {
    case "policies":
      return named(`the ${line} policy`, text(row, "policy_number"));
    case "coverages":
      return `${labelOf(text(row, "coverage") ?? "")} under ${line}`;
    case "contracts":
      return named("the contract with", text(row, "party"), "a party that is not named");
    case "locations":
      return named(
        "the location",
        text(row, "name") ?? text(part(row, "address"), "line1") ?? text(row, "location_key"),
      );
    case "claims":
      return `the ${line} claim of ${dateInWords(text(row, "occurred_on") ?? "a day that is not on file")}`;
    default:
      return `1 of the ${family}`;
  }
}

function named(what: string, name: string | undefined, otherwise = ""): string {
  return `${what} ${name === undefined ? otherwise : clipped(name, nameChars)}`.trim();
}

function phraseOf(name: string, row: JsonObject, members: readonly string[]): string {
  const figures = [...new Set(members)]
    .filter((member) => !omittedMembers.has(member) && classOfPath(member) === undefined)
    .flatMap((member) => figureOf(member, valueAt(row, member)) ?? [])
    .slice(0, figuresMax);
  return figures.length === 0 ? name : `${name} (${figures.join(", ")})`;
}

function valueAt(row: JsonObject, member: string): Json | undefined {
  const [first = "", second] = member.split(".");
  return second === undefined ? row[first] : part(row, first)[second];
}

function figureOf(member: string, value: Json | undefined): string | undefined {
  const label = member === "deductible.amount" ? "deductible" : labelOf(member);
  if (value === undefined || value === null) return `${label} not on file`;
  if (typeof value === "boolean") return `${value ? "" : "not "}${label}`;
  if (member === "square_feet" && typeof value === "number") return `${numberInWords(value)} square feet`;
  if (typeof value === "number") return `${label} ${numberOf(member, value)}`;
  if (typeof value !== "string") return undefined;
  const date = dateInWords(value);
  if (member === "expires_on") return `expires on ${date}`;
  return `${label} ${date === value && /^[a-z0-9_]+$/.test(value) ? labelOf(value) : date}`;
}

function numberOf(member: string, value: number): string {
  if (member === "year_built") return String(value);
  if (member === "coinsurance") return percentInWords(value);
  return counts.has(member) ? numberInWords(value) : moneyInWords(value);
}
