import { labelOf, listInWords, moneyInWords, numberInWords, percentInWords } from "@service/engine-kit";
import { dateInWords, isJsonArray, isJsonObject, type Json } from "@service/json";

const moneyNames =
  /(?:^|_|\.)(?:premium|amount|balance|paid|reserved|incurred|revenue|payroll|limit|required|value|receipts|fees|building|contents|business_income|improvements|progress|sales|wages|income|exposure)$/;
const rateNames = /(?:_rate|coinsurance)$/;

/** Whether a field holds dollars. */
export function isMoney(field: string): boolean {
  return moneyNames.test(field);
}

/** Whether a field holds a number of which more or less can be asked. */
export function isNumeric(field: string): boolean {
  return isMoney(field) || /^(?:employees|years_in_business|square_feet|score|days_late|notice_days)$/.test(field);
}

/** A value as an answer writes it; undefined where there is none. */
export function valueInWords(field: string, value: Json | undefined): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return numberOf(field, value);
  if (typeof value === "string") return textOf(value);
  if (isJsonArray(value)) {
    const items = value.flatMap((each) => valueInWords(field, each) ?? []);
    return items.length === 0 ? undefined : listInWords(items, 12);
  }
  return objectOf(field, value);
}

function numberOf(field: string, value: number): string {
  if (isMoney(field)) return moneyInWords(value);
  if (rateNames.test(field)) return percentInWords(value);
  // Years are not counted.
  return /(?:^|_)year(?:_built)?$/.test(field) ? String(value) : numberInWords(value);
}

function textOf(value: string): string {
  const clean = value.replaceAll(/\s+/gu, " ").trim().toWellFormed();
  if (/^\d{4}-\d{2}-\d{2}(?:$|T)/.test(clean)) return dateInWords(clean);
  return /^[a-z0-9]+(?:_[a-z0-9]+)+$/.test(clean) ? labelOf(clean) : clean;
}

function objectOf(field: string, value: Json): string | undefined {
  if (!isJsonObject(value)) return undefined;
  if ("line1" in value || "city" in value || "zip" in value) return addressInWords(value);
  if ("type" in value && "amount" in value) return deductibleInWords(value);
  const members = Object.entries(value).flatMap(([name, each]) => {
    const words = valueInWords(name, each);
    return words === undefined ? [] : [`${labelOf(name)} ${words}`];
  });
  return members.length === 0 ? undefined : listInWords(members);
}

function addressInWords(value: Json): string | undefined {
  const member = (name: string): string => memberText(value, name).replaceAll(/\s+/gu, " ").trim();
  const place = [member("city"), [member("state"), member("zip")].filter((part) => part !== "").join(" ")];
  const words = [member("line1"), member("line2"), ...place].filter((part) => part !== "").join(", ");
  return words === "" ? undefined : words;
}

function deductibleInWords(value: Json): string | undefined {
  const amount = memberNumber(value, "amount");
  if (amount === undefined) return undefined;
  switch (memberText(value, "type")) {
    case "percent":
      return `${numberInWords(amount)} %`;
    case "waiting_hours":
      return `${numberInWords(amount)} hours of waiting`;
    case "sir":
      return `${moneyInWords(amount)} (self-insured retention)`;
    default:
      return moneyInWords(amount);
  }
}

/** A string member of an object; empty where it has none. */
export function memberText(value: Json | undefined, name: string): string {
  if (value === undefined || !isJsonObject(value)) return "";
  const member = value[name];
  return typeof member === "string" ? member : "";
}

function memberNumber(value: Json | undefined, name: string): number | undefined {
  if (value === undefined || !isJsonObject(value)) return undefined;
  const member = value[name];
  return typeof member === "number" ? member : undefined;
}

/** The words of a place as a quote holds them: the value, and for a day its digits as well. */
export function quotedValue(field: string, value: Json | undefined): string {
  const words = valueInWords(field, value) ?? "none";
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}(?:$|T)/.test(value)
    ? `${words} (${value.slice(0, 10)})`
    : words;
}
