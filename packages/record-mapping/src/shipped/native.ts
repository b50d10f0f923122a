import { type FamilyName, familyNames, familyOf } from "@service/record-families";
import type { Mapping, MappingEmit, MappingField, MappingSource } from "../mapping-schema.ts";
import { isList, targetNames } from "../targets.ts";

/** Other names of columns, which the sample data and earlier exports write. */
const otherNames: Readonly<Record<string, readonly string[]>> = { square_feet: ["sqft"] };

/** Our own field names, a file for each family: derived from the families, so that a new field needs no line here (IMP-43). */
export function nativeMapping(): Mapping {
  return {
    schema_version: 1,
    name: "native",
    sources: familyNames.map(sourceOf),
  };
}

function sourceOf(family: FamilyName): MappingSource {
  const files = ["csv", "ndjson", "jsonl", "json", "xlsx", "xlsm"].map((extension) => `${family}.${extension}`);
  // A workbook may have a sheet for each family.
  return { match: `**/{${files.join(",")},*#${family}}`, emits: [emitOf(family)] };
}

function emitOf(family: FamilyName): MappingEmit {
  const { keyName, fields, owner } = familyOf(family);
  return {
    family,
    source_id: [[keyName, "source_id"]],
    // As the API lists rows that are gone.
    delete: {
      any: [
        { fact: "row.removed", op: "eq", value: true },
        { fact: "row.removed", op: "eq", value: "true" },
      ],
    },
    ...(owner === "row of a client" ? { client: ["client_key"] } : {}),
    ...(Object.hasOwn(fields, "policy_key") ? { policy: ["policy_key"] } : {}),
    updated_at: ["source_updated_at", "updated_at"],
    fields: nativeFields(family, ""),
    other_columns: "attributes",
  };
}

/** Every field of a family under its own name, and its attributes; lists are parted by `|` in a cell. @param origin begins the paths. */
export function nativeFields(family: FamilyName, origin: string): { readonly [name: string]: MappingField } {
  const fields = Object.fromEntries(
    targetNames(family).map((name): [string, MappingField] => {
      const paths = [name, ...(otherNames[name] ?? [])].map((path) => origin + path);
      const [only = name] = paths;
      const from = paths.length === 1 ? only : paths;
      return [name, isList(family, name) ? { from, transforms: ["split:|"] } : { from }];
    }),
  );
  return { ...fields, attributes: { from: `${origin}attributes` } };
}
