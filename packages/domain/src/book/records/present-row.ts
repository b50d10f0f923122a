import { type Json, type JsonObject, type JsonSchema, parseJsonObject } from "@service/json";
import { type FieldPolicy, maskValue } from "@service/privacy";
import { familyOf, type FamilyName } from "@service/record-families";
import { type AttributeClasses, shownAttributes } from "./attribute-classes.ts";
import { hiddenFields, type Standing } from "./field-standing.ts";

/** A row as it is stored: one version of it. */
export interface StoredRow {
  readonly key: string;
  /** The snapshot that brought this version. */
  readonly changeSeq: number;
  readonly sourceId: string;
  readonly sourceUpdatedAt: Date | null;
  /** JSON text of the fields. */
  readonly fields: string;
}

/** How a row is shown. */
export interface Presentation {
  readonly connectionId: string;
  readonly policy: FieldPolicy;
  readonly attributeClasses: AttributeClasses;
  /** Names of the fields that were asked for; undefined: all. */
  readonly only?: ReadonlySet<string> | undefined;
}

/**
 * A row as a viewer sees it (REC-3, REC-40): its key as `key` and under the name by which others refer to it, where it
 * came from, every field of its family (null where it has none), and `attributes`. What the policy denies is null, what
 * it masks is what the mask leaves. The one place where a row becomes an answer.
 */
export function presentRow(
  family: FamilyName,
  row: StoredRow,
  { connectionId, policy, attributeClasses, only }: Presentation,
): JsonObject {
  const { keyName, fields } = familyOf(family);
  const stored = fieldsOf(row);
  const hidden = hiddenFields(policy, family);
  const shown: { [name: string]: Json } = {
    key: row.key,
    [keyName]: row.key,
    connection_id: connectionId,
    source_id: shownSourceId(row.sourceId, { fields, hidden, stored }),
    change_seq: row.changeSeq,
    source_updated_at: row.sourceUpdatedAt?.toISOString() ?? null,
  };
  for (const [name, { schema }] of Object.entries(fields))
    if (only === undefined || only.has(name)) shown[name] = left(hidden.get(name), schema, stored[name] ?? null);
  if (only === undefined || only.has("attributes"))
    shown["attributes"] = shownAttributes(stored["attributes"], { family, policy, attributeClasses });
  return shown;
}

/** Stands for a part of a source's id that must not be shown. */
const withheld = "*";

/**
 * The source's own id, of which no part repeats what the policy hides (REC-40): a policy that came without an id is known by
 * its number. Several columns of a source are joined by `|`.
 */
function shownSourceId(
  sourceId: string,
  {
    fields,
    hidden,
    stored,
  }: {
    readonly fields: ReturnType<typeof familyOf>["fields"];
    readonly hidden: ReadonlyMap<string, Standing>;
    readonly stored: JsonObject;
  },
): string {
  const leftOf = new Map<string, string>();
  for (const [name, standing] of hidden) {
    const value = stored[name];
    const schema = fields[name]?.schema;
    if (schema === undefined || (typeof value !== "string" && typeof value !== "number")) continue;
    const shown = left(standing, schema, value);
    leftOf.set(
      folded(String(value)),
      typeof shown === "string" || typeof shown === "number" ? String(shown) : withheld,
    );
  }
  if (leftOf.size === 0) return sourceId;
  const whole = leftOf.get(folded(sourceId));
  if (whole !== undefined) return whole;
  return sourceId
    .split("|")
    .map((part) => leftOf.get(folded(part)) ?? part)
    .join("|");
}

function folded(text: string): string {
  return text.trim().toLowerCase();
}

/** The fields of a stored row. */
function fieldsOf({ fields }: Pick<StoredRow, "fields">): JsonObject {
  return parseJsonObject(fields);
}

/** What a viewer sees of the value of a field. */
export function left(standing: Standing | undefined, schema: JsonSchema, value: Json): Json {
  if (standing === undefined || standing === "shown" || value === null) return value;
  if (standing === "denied") return null;
  // A word of a closed list has no part that says less than the word.
  if (schema["enum"] !== undefined || schema["pattern"] !== undefined) return null;
  return maskValue(standing, value);
}
