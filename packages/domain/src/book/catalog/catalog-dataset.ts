import { isJsonArray, isJsonObject, type Json, type JsonObject, type JsonSchema } from "@service/json";

export type CatalogKind = "reference" | "served" | "derived" | "watchlist";
export type CatalogFreshness = "fresh" | "aging" | "stale" | "unknown";

/** One version of a dataset as the catalog shows it (CAT-3). */
export interface CatalogDataset {
  readonly datasetKey: string;
  readonly title: string;
  readonly description: string;
  readonly kind: CatalogKind;
  readonly version: number;
  /** SHA-256, hex, of the canonical rows in key order, each followed by a line feed. */
  readonly sha256: string;
  readonly rows: number;
  /** JSON Schema of a row. */
  readonly schema: JsonSchema;
  /** The member that holds the key of a row. */
  readonly keyField: string;
  readonly asOf: Date;
  readonly refreshedAt: Date;
  readonly source: { readonly name: string; readonly licence: string | null };
  readonly contents: Contents;
}

/** Where the rows are: shipped with the service, or stored. */
type Contents =
  | { readonly kind: "shipped"; readonly rows: ReadonlyMap<string, string> }
  | { readonly kind: "stored"; readonly versionId: string; readonly hasTerms: boolean };

const dayMs = 86_400_000;
/** Lists that people are screened against change daily; markets and codes do not. */
const daysByKind: Readonly<Record<CatalogKind, { readonly fresh: number; readonly aging: number }>> = {
  watchlist: { fresh: 7, aging: 14 },
  derived: { fresh: 2, aging: 7 },
  served: { fresh: 90, aging: 180 },
  reference: { fresh: 90, aging: 180 },
};

/** How old a dataset is for its kind (CAT-4); what the service ships is as fresh as the service. */
export function freshnessOfDataset(
  { kind, asOf, contents }: Pick<CatalogDataset, "kind" | "asOf" | "contents">,
  now: Date,
): CatalogFreshness {
  if (contents.kind === "shipped") return "fresh";
  const days = (now.getTime() - asOf.getTime()) / dayMs;
  const { fresh, aging } = daysByKind[kind];
  if (days <= fresh) return "fresh";
  return days <= aging ? "aging" : "stale";
}

const scalars: ReadonlySet<Json> = new Set(["string", "number", "integer", "boolean"]);

/** The names of the fields of a row, by its schema. */
export function fieldsOfSchema({ properties }: JsonSchema): readonly string[] {
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

/** Whether a field holds one value that a filter can equal (CAT-12). */
export function isScalarField({ properties }: JsonSchema, field: string): boolean {
  if (!isJsonObject(properties) || !Object.hasOwn(properties, field)) return false;
  const schema = properties[field];
  if (!isJsonObject(schema)) return false;
  const { type, enum: words } = schema;
  if (isJsonArray(type)) return type.every((one) => one === "null" || scalars.has(one));
  if (type !== undefined) return scalars.has(type);
  return isJsonArray(words) && words.every((word) => typeof word !== "object" || word === null);
}

/** The schema of free rows, from the types that their members have. */
export function schemaOfMembers(
  members: Iterable<{ readonly name: string; readonly types: readonly string[] }>,
): JsonSchema {
  const properties: { [name: string]: JsonObject } = {};
  for (const { name, types } of members) {
    const [only, ...more] = types.toSorted();
    properties[name] = only === undefined ? {} : { type: more.length === 0 ? only : [only, ...more] };
  }
  return { type: "object", properties };
}
