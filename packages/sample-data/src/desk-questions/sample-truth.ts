import { isJsonArray, type Json, type JsonObject } from "@service/json";
import type { ClientFile } from "../book.ts";
import { makeSample } from "../generate.ts";
import { today } from "../plan.ts";
import type { FamilyName } from "@service/record-families";

/** What an answer must say and rest on, computed of the generator's rows and of nothing that answers (ANSWER-50). */
export interface Truth {
  /** Of each group one wording must stand in the text. */
  readonly says: readonly (readonly string[])[];
  /** Rows, by the ids of the source system, of which each must be cited. */
  readonly rows?: readonly { readonly family: FamilyName; readonly id: string }[];
  /** Rows counted or added up. */
  readonly over?: { readonly family: FamilyName; readonly count: number };
}

/** What a question is about: values for the places of its wording. */
export interface Case {
  readonly places: { readonly [place: string]: string };
  readonly truth: Truth;
}

export const sampleDay = today;
const sampleAccounts = 60;

/** The invented agency of the questions. */
export const sample = makeSample("tiny", undefined, sampleAccounts);
export const files: readonly ClientFile[] = [...sample.book()];

export type Family = keyof ClientFile["rows"];
export const all = (family: Family): readonly JsonObject[] => files.flatMap(({ rows }) => rows[family]);

export const text = (value: Json | undefined): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
export const number = (value: Json | undefined): number => (typeof value === "number" ? value : Number.NaN);
export const list = (value: Json | undefined): readonly Json[] => (isJsonArray(value) ? value : []);

const months = "January February March April May June July August September October November December".split(" ");
/** A day as an answer may write it. */
export function day(date: string): string[] {
  return [`${months[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8, 10))}, ${date.slice(0, 4)}`, date];
}

/** An amount as an answer may write it. */
export function money(amount: number): string[] {
  const cents = Math.round(amount * 100) / 100;
  const whole = `$${cents.toLocaleString("en-US", { minimumFractionDigits: Number.isInteger(cents) ? 0 : 2 })}`;
  return Number.isInteger(cents) ? [whole, `${whole}.00`] : [whole];
}

export const lineWords: { readonly [line: string]: readonly string[] } = {
  general_liability: ["general liability", "GL", "liability"],
  business_owners: ["business owners", "BOP", "businessowners"],
  commercial_property: ["commercial property", "property", "property"],
  commercial_auto: ["commercial auto", "auto", "business auto"],
  workers_compensation: ["workers compensation", "work comp", "workers' comp"],
  umbrella: ["umbrella", "umbrella", "commercial umbrella"],
  cyber: ["cyber", "cyber liability", "cyber"],
  personal_auto: ["personal auto", "auto", "car"],
  homeowners: ["homeowners", "home", "homeowner's"],
  renters: ["renters", "renters", "renter's"],
  employment_practices: ["employment practices", "EPLI", "EPL"],
  crime: ["crime", "crime", "crime"],
  professional_liability: ["professional liability", "E&O", "professional"],
};

/** Of a client the policies in force, by line one each. */
export function inForce(file: ClientFile): readonly JsonObject[] {
  return file.rows.policies.filter(({ status }) => status === "active");
}

/** The same for lines that people have short words for and of which the client has one policy. */
export function namedPolicies(file: ClientFile): readonly JsonObject[] {
  const active = inForce(file);
  return active.filter(
    ({ line, lines }) =>
      lineWords[text(line)] !== undefined &&
      list(lines).length === 1 &&
      active.filter((other) => other.line === line).length === 1 &&
      !["general_liability", "commercial_property"].some(
        (main) => line === main && active.some((other) => other.line === "business_owners"),
      ),
  );
}

/** A client as people call it: without the legal form. */
export function called(file: ClientFile): string {
  return file.name.replace(/ (?:LLC|Inc|LLP)$/, "");
}
