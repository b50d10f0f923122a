import type { Sensitivity } from "./codes.ts";
import type { Json, JsonObject, JsonSchema } from "./json.ts";
import { isJsonArray, isJsonObject } from "./json.ts";

/** What a seat may not see (domain.md C, "Field policy"); masks concern Records rows, `denied` also run outputs. */
export type FieldPolicy = {
  readonly policy_key: string;
  readonly denied: readonly Sensitivity[];
  readonly masks: { readonly [field: string]: "last4" | "year" | "initials" | "domain" | "null" };
};

/** The policies every organization has. */
export const fieldPolicyPresets = {
  full: { policy_key: "full", denied: [], masks: {} },
  producer: { policy_key: "producer", denied: [], masks: { fein: "last4", birth_date: "year" } },
  service: { policy_key: "service", denied: ["commission"], masks: {} },
  external_agent: {
    policy_key: "external_agent",
    denied: ["pii_identity", "commission", "internal", "screening"],
    masks: {},
  },
} as const satisfies { readonly [key: string]: FieldPolicy };

/**
 * Replaces every value whose schema carries a denied `x-sensitivity` by null. `output` is the document that
 * `responseSchema` describes (`{output, solutions?}` for a run); `redacted` lists JSON Pointers into it, in document order.
 * Absent members stay absent: a redaction must not reveal that a value would have existed.
 */
export function applyFieldPolicy(
  responseSchema: JsonSchema,
  output: JsonObject,
  denied: readonly string[],
): { readonly output: JsonObject; readonly redacted: string[] } {
  if (denied.length === 0) return { output, redacted: [] };
  const redacted: string[] = [];
  const visible = redact(responseSchema, output, "", new Set(denied), redacted);
  return { output: isJsonObject(visible) ? visible : {}, redacted };
}

function redact(
  schema: Json | undefined,
  value: Json,
  at: string,
  denied: ReadonlySet<string>,
  redacted: string[],
): Json {
  if (!isJsonObject(schema)) return value;
  const sensitivity = schema["x-sensitivity"];
  if (typeof sensitivity === "string" && denied.has(sensitivity)) {
    if (value !== null) redacted.push(at);
    return null;
  }
  if (isJsonArray(value)) {
    const items = schema.items;
    if (!isJsonObject(items) || !mentionsSensitivity(items)) return value;
    return value.map((element, index) => redact(items, element, `${at}/${index}`, denied, redacted));
  }
  if (!isJsonObject(value)) return value;
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const visible: { [name: string]: Json } = {};
  for (const [name, member] of Object.entries(value)) {
    const memberSchema = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties;
    const pointer = `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    visible[name] = redact(memberSchema, member, pointer, denied, redacted);
  }
  return visible;
}

/** Lists without any tagged member are handed through whole: outputs have thousands of rows. */
const mentions = new WeakMap<JsonObject, boolean>();

function mentionsSensitivity(schema: JsonObject): boolean {
  const known = mentions.get(schema);
  if (known !== undefined) return known;
  const found = Object.entries(schema).some(
    ([name, member]) => name === "x-sensitivity" || (isJsonObject(member) && mentionsSensitivity(member)),
  );
  mentions.set(schema, found);
  return found;
}
