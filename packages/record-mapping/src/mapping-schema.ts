import {
  anySchema,
  closed,
  currencySchema,
  enumSchema,
  integerSchema,
  type Json,
  listOf,
  mapOf,
  scalarSchema,
  shapeOf,
  textSchema,
  type Written,
} from "@service/json";
import { sensitivities } from "@service/privacy";
import { familyNames } from "@service/record-families";
import { sourceDelimiters, sourceEncodings, sourceFormats } from "@service/source-files";

/** How large a mapping may be. */
export const mappingLimits = {
  sources: 200,
  emitsPerSource: 60,
  fieldsPerEmit: 300,
  /** Elements of an id, and paths of which the first present one counts. */
  paths: 12,
  pathChars: 300,
  transforms: 10,
  dateFormats: 20,
  emptyValues: 100,
  lookups: 200,
  lookupEntries: 20_000,
  /** Entries of all lookups together. */
  allLookupEntries: 100_000,
} as const;

function pathSchema() {
  return textSchema(mappingLimits.pathChars, 1);
}

/** A path, or several of which the first one that leads to a value counts (IMP-32). */
function pathsSchema() {
  return shapeOf<string | readonly string[]>({
    type: ["string", "array"],
    minLength: 1,
    maxLength: mappingLimits.pathChars,
    items: pathSchema(),
    minItems: 1,
    maxItems: mappingLimits.paths,
  });
}

/** The elements of an id; each is a path, or several of which the first present one counts. */
function idSchema() {
  return listOf(pathsSchema(), mappingLimits.paths, 1);
}

function fieldSchema() {
  return closed({
    from: pathsSchema(),
    join: listOf(pathSchema(), mappingLimits.paths, 2),
    transforms: listOf(textSchema(400, 1), mappingLimits.transforms),
    default: shapeOf<Json>({ type: ["string", "number", "boolean", "array"] }),
    sensitivity: enumSchema(sensitivities),
  });
}

function emitSchema() {
  return closed(
    {
      family: enumSchema(familyNames),
      each: pathSchema(),
      when: anySchema(),
      delete: anySchema(),
      source_id: idSchema(),
      client: idSchema(),
      policy: idSchema(),
      updated_at: pathsSchema(),
      fields: mapOf(fieldSchema(), mappingLimits.fieldsPerEmit),
      other_columns: enumSchema(["attributes"]),
    },
    ["family", "source_id"],
  );
}

/** The mapping language (IMP-30). What a schema cannot say is checked when the mapping is compiled. */
export const mappingSchema = closed(
  {
    schema_version: integerSchema(1, 1),
    name: textSchema(120, 1),
    defaults: closed({
      currency: currencySchema(),
      timezone: textSchema(60, 1),
      date_formats: listOf(textSchema(40, 1), mappingLimits.dateFormats),
      decimal: enumSchema([".", ","]),
      year_pivot: integerSchema(1, 99),
    }),
    sources: listOf(
      closed(
        {
          match: textSchema(200, 1),
          format: enumSchema(sourceFormats),
          encoding: enumSchema(sourceEncodings),
          delimiter: enumSchema(sourceDelimiters),
          skip_lines: integerSchema(1, 1_000),
          header: listOf(textSchema(200, 1), 20, 1),
          header_rows: integerSchema(1, 3),
          empty_values: listOf(textSchema(60, 1), mappingLimits.emptyValues, 1),
          items: shapeOf<string>({ type: "string", maxLength: 300, pattern: "^(/.*)?$" }),
          emits: listOf(emitSchema(), mappingLimits.emitsPerSource, 1),
        },
        ["match", "emits"],
      ),
      mappingLimits.sources,
      1,
    ),
    lookups: mapOf(mapOf(scalarSchema(400), mappingLimits.lookupEntries), mappingLimits.lookups),
    unmapped: enumSchema(["other", "quarantine"]),
  },
  ["schema_version", "name", "sources"],
);

export type Mapping = Written<typeof mappingSchema>;
export type MappingSource = Mapping["sources"][number];
export type MappingEmit = MappingSource["emits"][number];
export type MappingField = NonNullable<MappingEmit["fields"]>[string];
