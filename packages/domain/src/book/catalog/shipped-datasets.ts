import { hash } from "node:crypto";
import { coverageCodes, labelOf } from "@service/engine-kit";
import { canonicalJson, type JsonObject, stateNames } from "@service/json";
import { listPacks } from "@service/packs";
import { lineCodes } from "@service/record-families";
import { type CatalogDataset, schemaOfMembers } from "./catalog-dataset.ts";
import { documentKinds } from "./document-kinds.ts";
import { naicsTitles } from "./naics-titles.ts";
import { requirementTemplates } from "./requirement-templates.ts";

/** When the shipped rows were last changed; a change of rows raises `version` with it. */
const shippedAt = new Date("2026-11-23T00:00:00.000Z");

interface Shipped {
  readonly datasetKey: string;
  readonly title: string;
  readonly description: string;
  readonly version: number;
  readonly rows: readonly JsonObject[];
  readonly keyField?: string;
  readonly licence?: string;
}

const ours = "Part of the service";
const publicDomain = "Public domain";

const shipped: readonly Shipped[] = [
  {
    datasetKey: "lines",
    title: "Lines of business",
    description: "The codes of lines that engines, the book and offerings use.",
    version: 1,
    rows: lineCodes.map((key) => ({ key, label: labelOf(key) })),
  },
  {
    datasetKey: "coverage_terms",
    title: "Coverage terms",
    description: "The codes of coverages. An import of this key adds an organization's own and is then listed here.",
    version: 1,
    rows: coverageCodes.map((key) => ({ key, label: labelOf(key) })),
  },
  {
    datasetKey: "states",
    title: "States and territories",
    description: "Postal codes of the United States.",
    version: 1,
    rows: [...stateNames].map(([key, name]) => ({ key, name })),
    licence: publicDomain,
  },
  {
    datasetKey: "naics",
    title: "Industries",
    description: "Sectors and subsectors of NAICS 2022.",
    version: 1,
    rows: [...naicsTitles].map(([key, title]) => ({ key, title, level: key.length === 3 ? "subsector" : "sector" })),
    licence: publicDomain,
  },
  {
    datasetKey: "document_kinds",
    title: "Kinds of documents",
    description: "Kinds, and the sensitivity classes that the text of a client's document of the kind carries.",
    version: 1,
    rows: documentKinds.map(({ key, label, classes }) => ({ key, label, classes: [...classes] })),
  },
  {
    datasetKey: "requirement_templates",
    title: "Requirement templates",
    description: "What contracts commonly require of somebody's insurance, in US dollars.",
    version: 1,
    rows: requirementTemplates,
  },
  {
    datasetKey: "rule_packs",
    title: "Rule packs",
    description: "Shipped rule packs by key, version and hash.",
    version: 1,
    rows: listPacks().map(({ key, version, sha256 }) => ({ key: `${key}@${version}`, name: key, version, sha256 })),
  },
];

/** Rows by their key in the form and order in which they are hashed. */
function shippedContents(rows: readonly JsonObject[], keyField: string) {
  const bodies = new Map(
    rows
      .map((row) => [keyIn(row, keyField), canonicalJson(row)] as const)
      .toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
  const text = [...bodies.values()].map((body) => `${body}\n`).join("");
  return { rows: bodies, sha256: hash("sha256", text) };
}

function keyIn(row: JsonObject, keyField: string): string {
  const key = row[keyField];
  if (typeof key !== "string") throw new Error("a shipped row has no key");
  return key;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** A dataset of rows that the service itself has. */
export function shippedDataset(given: Shipped): CatalogDataset {
  const { rows: list, keyField = "key", licence = ours, ...described } = given;
  const { rows, sha256 } = shippedContents(list, keyField);
  const types = new Map<string, Set<string>>();
  for (const row of list)
    for (const [name, value] of Object.entries(row)) types.set(name, (types.get(name) ?? new Set()).add(typeOf(value)));
  return {
    ...described,
    kind: "reference",
    sha256,
    rows: rows.size,
    schema: schemaOfMembers([...types].map(([name, found]) => ({ name, types: [...found] }))),
    keyField,
    asOf: shippedAt,
    refreshedAt: shippedAt,
    source: { name: "service", licence },
    contents: { kind: "shipped", rows },
  };
}

/** The datasets that every organization has, by their keys; an import of the same key replaces one (CAT-5). */
export const shippedDatasets: ReadonlyMap<string, CatalogDataset> = new Map(
  shipped.map((each) => [each.datasetKey, shippedDataset(each)]),
);
