import { serviceNamespace, text, Timestamp, uuidV5, wholeNumber } from "@service/contract";
import type { Caller } from "@service/domain/access";
import { type CatalogDataset, catalogLimits, type CatalogRow, freshnessOfDataset } from "@service/domain/catalog";
import * as z from "zod";

/** Datasets and their rows as answers have them (CAT-3, CAT-7). */

export const DatasetKey = z.string().meta({ examples: ["lines"] });

export const Dataset = z
  .object({
    dataset_key: DatasetKey,
    title: z.string().meta({ examples: ["Lines of business"] }),
    description: z.string().meta({ examples: ["The codes of lines that engines, the book and offerings use."] }),
    kind: z.enum(["reference", "served", "derived", "watchlist"]),
    version: z.int().meta({ description: "One more for every import with other rows." }),
    sha256: z.string().meta({
      description: "Of the canonical rows (RFC 8785) in key order, each followed by a line feed.",
      examples: ["9f86d081884c7d65"],
    }),
    rows: z.int(),
    schema: z.record(z.string(), z.unknown()).meta({
      description: "JSON Schema of a row; of free rows, the members and types that occur.",
      examples: [{ type: "object" }],
    }),
    key_field: z.string().meta({ description: "The member that holds the key of a row.", examples: ["key"] }),
    as_of: Timestamp.meta({ description: "When the rows were true." }),
    refreshed_at: Timestamp.meta({ description: "When this version began to serve." }),
    source: z.object({
      name: z.string().meta({ examples: ["service"] }),
      licence: z
        .string()
        .nullable()
        .meta({ examples: ["Public domain"] }),
    }),
    freshness: z
      .enum(["fresh", "aging", "stale", "unknown"])
      .meta({ description: "A watchlist is fresh for 7 days and stale after 14; other datasets 90 and 180." }),
  })
  .meta({ id: "Dataset" });

export function presentDataset(dataset: CatalogDataset, now: Date): z.input<typeof Dataset> {
  const { datasetKey, title, description, kind, version, sha256, rows, schema, keyField, source } = dataset;
  return {
    dataset_key: datasetKey,
    title,
    description,
    kind,
    version,
    sha256,
    rows,
    schema,
    key_field: keyField,
    as_of: dataset.asOf.toISOString(),
    refreshed_at: dataset.refreshedAt.toISOString(),
    source,
    freshness: freshnessOfDataset(dataset, now),
  };
}

export const DatasetRow = z
  .looseObject({
    key: z.string().meta({ examples: ["cyber"] }),
    row_key: z.string().meta({ description: "The same value as `key`.", examples: ["cyber"] }),
  })
  .meta({ id: "DatasetRow", examples: [{ key: "cyber", row_key: "cyber", label: "cyber" }] });

/** A row as it is stored, with its key under `key` and `row_key` too. */
export function presentDatasetRow({ key, fields }: CatalogRow): z.input<typeof DatasetRow> {
  return { key, row_key: key, ...fields };
}

const Serving = z
  .object({
    binding_id: z.uuid().meta({ description: "The version of the dataset." }),
    name: z.string().meta({ description: "The dataset.", examples: ["lines"] }),
    source_kind: z.literal("dataset"),
    as_of: Timestamp,
    snapshot_seq: z.int().meta({ description: "The version; pages of one cursor chain show the same." }),
    freshness: z.enum(["fresh", "aging", "stale", "unknown"]),
    source: z.object({ fetched_at: Timestamp }),
  })
  .meta({ id: "DatasetServing" });

/** Rows of datasets concern no client: every viewer of the organization sees all of them. */
const Scope = z
  .object({
    posture: z.enum(["off", "shadow", "lit"]),
    scope: z.literal("All"),
    enforced: z.literal(false),
    field_policy: z.string().meta({ examples: ["full"] }),
    masked_fields: z
      .array(z.string())
      .max(0)
      .meta({ examples: [[]] }),
  })
  .meta({ id: "DatasetScope" });

/** The envelope of Records around rows of a dataset. */
export function datasetEnvelope(data: z.ZodType) {
  return z.object({
    duration_ms: z.int(),
    data,
    next_cursor: z
      .string()
      .nullable()
      .optional()
      .meta({ description: "On lists; null at the end.", examples: ["v1.0a1b2c3d.k3v5n2q7x4m6"] }),
    computed_at: Timestamp,
    serving: Serving,
    scope: Scope,
  });
}

export function servingOfDataset(dataset: CatalogDataset, now: Date): z.input<typeof Serving> {
  const { contents, datasetKey, sha256 } = dataset;
  return {
    binding_id:
      contents.kind === "stored" ? contents.versionId : uuidV5(serviceNamespace, `dataset:${datasetKey}:${sha256}`),
    name: datasetKey,
    source_kind: "dataset",
    as_of: dataset.asOf.toISOString(),
    snapshot_seq: dataset.version,
    freshness: freshnessOfDataset(dataset, now),
    source: { fetched_at: dataset.refreshedAt.toISOString() },
  };
}

/** The rights that an answer was made with. */
export function scopeOfDataset({ organization }: Pick<Caller, "organization">): z.input<typeof Scope> {
  return {
    posture: organization.recordsPosture,
    scope: "All",
    enforced: false,
    field_policy: organization.defaultFieldPolicy,
    masked_fields: [],
  };
}

export const DatasetParams = z.object({ dataset_key: DatasetKey });
export const Version = wholeNumber(1, 2_147_483_647)
  .optional()
  .meta({ description: "A version that is kept; the newest three are.", examples: [2] });
export const Limit = wholeNumber(1, catalogLimits.pageRows)
  .optional()
  .meta({ description: "Rows of a page; 100 unless given.", examples: [25] });
export const Words = text(1, 200).meta({
  description: "Words that words of the title begin with.",
  examples: ["workers comp"],
});
