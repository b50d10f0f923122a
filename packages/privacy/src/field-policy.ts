import {
  pointerToken,
  changedElements,
  changedMembers,
  type Json,
  type JsonObject,
  type JsonSchema,
  isJsonArray,
  isJsonObject,
} from "@service/json";
import type { Sensitivity } from "./sensitivity.ts";

/** What a reader may not see (PRIV-2): classes of values, and fields of the book. */
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

/** Whether a reader under the policy may be shown less than everything. */
export function hidesAnything({ denied, masks }: Pick<FieldPolicy, "denied" | "masks">): boolean {
  return denied.length > 0 || Object.keys(masks).length > 0;
}

/** The policy of this name that every organization has. */
export function presetPolicy(policyKey: string): FieldPolicy | undefined {
  const presets: { readonly [key: string]: FieldPolicy } = fieldPolicyPresets;
  return Object.hasOwn(presets, policyKey) ? presets[policyKey] : undefined;
}

/** The value of a denied place before it was replaced. */
export type Withheld = {
  /** JSON Pointer into the document. */
  readonly at: string;
  readonly value: Json;
  /** Evidence cited by the object around a withheld `value`: reading it would reveal the value. */
  readonly evidenceIds: readonly string[];
};

/**
 * Replaces every value whose schema has a denied `x-sensitivity` by null. `document` is what the schema describes
 * (`{output, solutions?}` for a run); `redacted` lists JSON Pointers into it, in document order. Absent members stay
 * absent: a redaction must not reveal that a value existed. Copies in evidence and sentences are left to
 * `withholdValues`.
 */
export function applyFieldPolicy(
  schema: JsonSchema,
  document: JsonObject,
  denied: readonly string[],
): { readonly output: JsonObject; readonly redacted: string[]; readonly withheld: readonly Withheld[] } {
  if (denied.length === 0) return { output: document, redacted: [], withheld: [] };
  const withheld: Withheld[] = [];
  const visible = redact(schema, document, { at: "", around: noObject }, new Set(denied), withheld);
  return { output: isJsonObject(visible) ? visible : {}, redacted: withheld.map(({ at }) => at), withheld };
}

type Place = { readonly at: string; readonly around: JsonObject };

function redact(
  schema: Json | undefined,
  value: Json,
  { at, around }: Place,
  denied: ReadonlySet<string>,
  withheld: Withheld[],
): Json {
  if (!isJsonObject(schema)) return value;
  const sensitivity = schema["x-sensitivity"];
  if (typeof sensitivity === "string" && denied.has(sensitivity)) {
    if (value !== null) {
      const cited = at.endsWith("/value") && isJsonArray(around.evidence_ids) ? around.evidence_ids : [];
      withheld.push({ at, value, evidenceIds: cited.filter((id) => typeof id === "string") });
    }
    return null;
  }
  if (!mentionsSensitivity(schema)) return value;
  if (isJsonArray(value)) {
    const items = schema.items;
    if (!isJsonObject(items)) return value;
    return changedElements(value, (element, index) =>
      redact(items, element, { at: `${at}/${index}`, around: noObject }, denied, withheld),
    );
  }
  if (!isJsonObject(value)) return value;
  const properties = isJsonObject(schema.properties) ? schema.properties : noObject;
  return changedMembers(value, (name, member) => {
    const memberSchema = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties;
    if (!isJsonObject(memberSchema)) return member;
    return redact(memberSchema, member, { at: `${at}/${pointerToken(name)}`, around: value }, denied, withheld);
  });
}

const noObject: JsonObject = {};

/** Parts without a tagged member are returned as they are: outputs have thousands of rows. */
const mentions = new WeakMap<JsonObject, boolean>();

function mentionsSensitivity(schema: JsonObject): boolean {
  const cached = mentions.get(schema);
  if (cached !== undefined) return cached;
  const found = Object.entries(schema).some(
    ([name, member]) => name === "x-sensitivity" || (isJsonObject(member) && mentionsSensitivity(member)),
  );
  mentions.set(schema, found);
  return found;
}
